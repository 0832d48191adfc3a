import { costOf, type Figure, type Folders, median, type ProgramCost, program, timeOf } from './bench.ts'

const installed = ['prettier', 'json5', 'cspell']

/** Commands that change nothing, with how many times the processor time of `node -e 0` they may take. */
const commands: readonly [words: string, most: number][] = [
  ['list', 1.6],
  ['info prettier --offline', 2],
  ['search json --offline', 2],
  ['outdated --offline', 3],
  ['update --dry-run --offline', 3],
  ['ci --dry-run --offline', 3],
  ['install --offline --yes', 3],
]

/** Compares commands with bare Node in alternation, in a workspace with apps from npm where nothing is to be done. */
export async function measureUnchanged(folders: Folders, rounds = 15): Promise<Figure[]> {
  const [workspace, home] = [await folders.fresh(), await folders.fresh()]
  const variables = { CLI_APPS_HOME: home }
  await timeOf([process.execPath, program, 'install', ...installed, '--yes', '--wait'], workspace, variables)
  const costs = ['', ...commands.map(([words]) => words)].map((words) => ({
    argv: words === '' ? ['-e', '0'] : [program, ...words.split(' ')],
    measured: [] as ProgramCost[],
  }))
  for (let round = 0; round <= rounds; round++) {
    for (const { argv, measured } of costs) {
      const cost = await costOf([process.execPath, ...argv], workspace, variables)
      // The first round warms the file cache.
      if (round > 0) measured.push(cost)
    }
  }
  const [bare = noCost, ...ours] = costs.map(({ measured }) => medianCost(measured))
  return commands.map(([words, most], at) => figureOf(words, ours[at] ?? noCost, { bare, most }))
}

const noCost: ProgramCost = { wall: Number.NaN, processor: Number.NaN }

const medianCost = (costs: readonly ProgramCost[]): ProgramCost => ({
  wall: median(costs.map(({ wall }) => wall)),
  processor: median(costs.map(({ processor }) => processor)),
})

function figureOf(
  words: string,
  ours: ProgramCost,
  { bare, most }: { bare: ProgramCost; most: number },
): Figure {
  const ratio = ours.processor / bare.processor
  const wall = (ours.wall / bare.wall).toFixed(2)
  return {
    what: `cli-apps ${words}: processor time, to node -e 0`,
    measured: `${ratio.toFixed(2)} times (${ours.processor.toFixed(0)} to ${bare.processor.toFixed(0)} ms; wall time ${wall})`,
    target: `at most ${most} times`,
    isMet: ratio <= most,
  }
}
