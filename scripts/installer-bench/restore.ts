import { copyFile } from 'node:fs/promises'
import path from 'node:path'
import { type Figure, type Folders, finishReading, median, program, ratioFigure, timeOf } from './bench.ts'

/** Measures `ci` of these apps into an empty store, concurrently and one by one. */
export async function measureRestore(
  apps: readonly string[],
  { registry, folders, rounds = 3 }: { registry: string; folders: Folders; rounds?: number },
): Promise<Figure[]> {
  const [locked, npm] = [await folders.fresh(), await folders.fresh()]
  const run = async (cwd: string, ...args: string[]): Promise<number> => {
    const variables = { CLI_APPS_HOME: await folders.fresh(), npm_config_cache: npm }
    const command = [...args, '--registry', registry, '--yes']
    const time = await timeOf([process.execPath, program, ...command], cwd, variables)
    await finishReading(cwd, variables)
    return time
  }
  await run(locked, 'install', ...apps)
  const restore = async (...jobs: string[]): Promise<number> => {
    const workspace = await folders.fresh()
    for (const file of ['cli-apps.json', 'cli-apps.lock'])
      await copyFile(path.join(locked, file), path.join(workspace, file))
    return run(workspace, 'ci', ...jobs)
  }
  const [parallel, serial]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    parallel.push(await restore())
    serial.push(await restore('--jobs', '1'))
  }
  return [
    ratioFigure(`ci of ${apps.length} apps, to one after the other`, median(parallel), median(serial), 0.5),
  ]
}
