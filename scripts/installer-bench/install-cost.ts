import path from 'node:path'
import { type Figure, type Folders, median, program, ratioFigure, timeOf } from './bench.ts'

/** An npm app in the registry of the benchmark. */
export interface NpmApp {
  name: string
  spec: string
  note: string
}

interface Cost {
  ours: number[]
  bare: number[]
  again: number[]
}

/**
 * Compares our install, skill included, with npm's own install into an empty prefix; then measures a second install,
 * from the store.
 */
export async function measureInstalls(
  apps: readonly NpmApp[],
  { registry, folders, rounds = 3 }: { registry: string; folders: Folders; rounds?: number },
): Promise<Figure[]> {
  const figures: Figure[] = []
  const again: number[] = []
  for (const app of apps) {
    for (const isWarm of [true, false]) {
      const cost = await measureInstall(app, { registry, folders, rounds, isWarm })
      const title = `install ${app.name} (${app.note}), ${isWarm ? 'warm' : 'cold'} cache, to npm install`
      figures.push(ratioFigure(title, median(cost.ours), median(cost.bare), 1.25))
      again.push(...cost.again)
    }
  }
  const slowest = Math.max(...again)
  return [
    ...figures,
    {
      what: 'second install, from the store, slowest',
      measured: `${slowest.toFixed(0)} ms (median ${median(again).toFixed(0)} ms)`,
      target: 'under 400 ms',
      isMet: slowest < 400,
    },
  ]
}

async function measureInstall(
  app: NpmApp,
  {
    registry,
    folders,
    rounds,
    isWarm,
  }: { registry: string; folders: Folders; rounds: number; isWarm: boolean },
): Promise<Cost> {
  const cost: Cost = { ours: [], bare: [], again: [] }
  const warmCache = await folders.fresh()
  if (isWarm) await bareInstall(app, await folders.fresh(), warmCache)
  const cache = (): Promise<string> => (isWarm ? Promise.resolve(warmCache) : folders.fresh())
  for (let round = 0; round < rounds; round++) {
    cost.bare.push(await bareInstall(app, await folders.fresh(), await cache()))
    const [home, npm] = [await folders.fresh(), await cache()]
    const install = async (): Promise<number> =>
      timeOf(
        [process.execPath, program, 'install', app.name, '--registry', registry, '--yes'],
        await folders.fresh(),
        { CLI_APPS_HOME: path.join(home, 'cli-apps'), XDG_CONFIG_HOME: home, npm_config_cache: npm },
      )
    cost.ours.push(await install())
    cost.again.push(await install())
  }
  return cost
}

const bareInstall = ({ spec }: NpmApp, prefix: string, cache: string): Promise<number> =>
  timeOf(
    ['npm', 'install', '--prefix', prefix, '--ignore-scripts', '--no-audit', '--no-fund', spec],
    prefix,
    {
      npm_config_cache: cache,
    },
  )
