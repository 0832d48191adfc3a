import { chmod, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { type Figure, type Folders, median, program, ratioFigure, timeOf } from '../installer-bench/bench.ts'

const commandCount = 100

/** Milliseconds that a mid-sized script works before printing its help, on top of interpreter startup. */
const workMs = 120

/** Crawls are compared with the program's own times, which vary on a busy machine. */
const rounds = 3

/** A program with many subcommands that are all slow to start. */
const source = `#!/usr/bin/env node
const [word = '', flag] = process.argv.slice(2)
const until = ${workMs}_000
while (process.cpuUsage().user < until);
const names = Array.from({ length: ${commandCount} }, (_, at) => 'command-' + at)
if (word === '--help') {
  console.log('Usage: many <command> [options]\\n\\nCommands:')
  for (const name of names) console.log('  ' + name.padEnd(14) + 'Does the work of ' + name)
  console.log('\\nOptions:\\n  -h, --help  Show help')
} else if (names.includes(word) && flag === '--help') {
  console.log('Usage: many ' + word + ' [options] <file>\\n\\nOptions:')
  for (let at = 0; at < 12; at++) console.log('  --' + word + '-' + at + ' <value>  Sets number ' + at + ' (default: 1)')
  console.log('  -h, --help  Show help')
} else process.exitCode = 1
`

/**
 * Compares the wall time of a crawl with the sum of the program's own help times divided by the number of cores, and
 * with a cached tree.
 */
export async function measureCrawl(folders: Folders): Promise<Figure[]> {
  const folder = await folders.fresh()
  const many = path.join(folder, 'many')
  await writeFile(many, source)
  await chmod(many, 0o755)
  const home = { HOME: folder, CLI_APPS_HOME: path.join(folder, 'cli-apps') }
  const inspect = (...more: string[]): Promise<number> =>
    timeOf([process.execPath, program, 'inspect', many, '--json', '--depth', '1', ...more], folder, home)
  const ownTime = (word: string): Promise<number> =>
    timeOf([process.execPath, many, ...(word === '' ? [] : [word]), '--help'], folder)
  const ratios: { ours: number; own: number }[] = []
  for (let round = 0; round < rounds; round++) {
    const half = (first: number): Promise<number> => sumOf(wordsFrom(first), ownTime)
    const before = await half(0)
    const ours = await inspect('--fresh')
    ratios.push({ ours, own: (before + (await half(1))) / availableParallelism() })
  }
  const middle = median(ratios.map(({ ours, own }) => ours / own))
  const { ours, own } = ratios.find((round) => round.ours / round.own === middle) ?? { ours: 0, own: 0 }
  const known = median([await inspect(), await inspect(), await inspect()])
  return [
    ratioFigure(
      `crawl ${commandCount} subcommands, to the sum of their own help times by ${availableParallelism()} cores`,
      ours,
      own,
      1.3,
    ),
    {
      what: 'inspect it again',
      measured: `${known.toFixed(0)} ms`,
      target: 'at most 1000 ms',
      isMet: known <= 1000,
    },
  ]
}

/** Every second word: the root and the commands, half of them asked before the crawl and half after. */
const wordsFrom = (first: number): string[] =>
  ['', ...Array.from({ length: commandCount }, (_, at) => `command-${at}`)].filter(
    (_, at) => at % 2 === first,
  )

async function sumOf(words: readonly string[], time: (word: string) => Promise<number>): Promise<number> {
  let sum = 0
  for (const word of words) sum += await time(word)
  return sum
}
