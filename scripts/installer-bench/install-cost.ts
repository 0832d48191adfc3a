import { cp } from 'node:fs/promises'
import path from 'node:path'
import { type Figure, type Folders, finishReading, median, program, ratioFigure, timeOf } from './bench.ts'

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

interface Registries {
  /** Its apps have no command trees. */
  registry: string
  /** Its apps have trees for exactly the files that an install has. */
  published: string
}

/**
 * Compares our install, skill included, with npm's own install into an empty prefix; then measures a second install,
 * from the store. The time is that until the process has ended.
 */
export async function measureInstalls(
  apps: readonly NpmApp[],
  { registry, published, folders, rounds = 3 }: Registries & { folders: Folders; rounds?: number },
): Promise<Figure[]> {
  const figures: Figure[] = []
  const again: number[] = []
  const ways = [
    { how: 'warm cache, published tree', registry: published, isWarm: true },
    { how: 'warm cache, help read', registry, isWarm: true },
    { how: 'cold cache, published tree', registry: published, isWarm: false },
  ]
  for (const app of apps) {
    for (const { how, ...way } of ways) {
      const cost = await measureInstall(app, { ...way, folders, rounds })
      const title = `install ${app.name} (${app.note}), ${how}, to npm install`
      figures.push(ratioFigure(title, median(cost.ours), median(cost.bare), 1.3))
      again.push(...cost.again)
    }
  }
  const slowest = Math.max(...again)
  return [
    ...figures,
    {
      what: 'second install, from the store, slowest',
      measured: `${slowest.toFixed(0)} ms (median ${median(again).toFixed(0)} ms)`,
      target: 'under 300 ms',
      isMet: slowest < 300,
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
  /** Installs with what `home` has, and returns the milliseconds. */
  const install = async (home: string): Promise<number> => {
    const workspace = await folders.fresh()
    const variables = {
      CLI_APPS_HOME: path.join(home, 'cli-apps'),
      CLI_APPS_REGISTRY: registry,
      XDG_CONFIG_HOME: home,
    }
    const time = await timeOf([process.execPath, program, 'install', app.name, '--yes'], workspace, variables)
    await finishReading(workspace, variables)
    return time
  }
  const [warmNpm, warmHome] = [await folders.fresh(), await folders.fresh()]
  if (isWarm) {
    await bareInstall(app, await folders.fresh(), warmNpm)
    await install(warmHome)
  }
  for (let round = 0; round < rounds; round++) {
    cost.bare.push(await bareInstall(app, await folders.fresh(), isWarm ? warmNpm : await folders.fresh()))
    const home = await folders.fresh()
    if (isWarm) await cp(path.join(warmHome, cacheFolder), path.join(home, cacheFolder), { recursive: true })
    cost.ours.push(await install(home))
    cost.again.push(await install(home))
  }
  return cost
}

const cacheFolder = 'cli-apps/cache'

const bareInstall = ({ spec }: NpmApp, prefix: string, cache: string): Promise<number> =>
  timeOf(
    ['npm', 'install', '--prefix', prefix, '--ignore-scripts', '--no-audit', '--no-fund', spec],
    prefix,
    {
      npm_config_cache: cache,
    },
  )
