import { fileURLToPath } from 'node:url'
import { AppManifest, type InstallRecord, parseManifest } from '@cli-apps/core'
import {
  makeRecordKey,
  recordFile,
  signedRecordText,
  workspaceAt,
  writeFileAtomic,
} from '@cli-apps/core/node'
import { type Figure, type Folders, median, program, ratioFigure, timeOf } from './bench.ts'

const catalog = fileURLToPath(new URL('../../catalog/prettier.json', import.meta.url))

/** Compares startup with bare Node in alternation, so that a drifting machine affects both alike. */
export async function measureStartUp(folders: Folders, rounds = 25): Promise<Figure[]> {
  const [empty, hundred, home] = [await folders.fresh(), await folders.fresh(), await folders.fresh()]
  await addRecords(hundred, { count: 100, home })
  const commands = [
    { args: ['-e', '0'], cwd: empty, times: [] as number[] },
    { args: [program, '--version'], cwd: empty, times: [] as number[] },
    { args: [program, 'list'], cwd: hundred, times: [] as number[] },
    { args: [program, 'info', 'jq', '--offline'], cwd: empty, times: [] as number[] },
    {
      args: [program, 'search', 'make', 'a', 'picture', 'smaller', '--offline'],
      cwd: empty,
      times: [] as number[],
    },
  ]
  for (let round = 0; round <= rounds; round++) {
    for (const { args, cwd, times } of commands) {
      const time = await timeOf([process.execPath, ...args], cwd, { CLI_APPS_HOME: home })
      // The first round warms the file cache.
      if (round > 0) times.push(time)
    }
  }
  const [bare = 0, version = 0, list = 0, info = 0, search = 0] = commands.map(({ times }) => median(times))
  return [
    ratioFigure('cli-apps --version, to node -e 0', version, bare, 1.3),
    ratioFigure('cli-apps list with 100 apps, to node -e 0', list, bare, 1.6),
    ratioFigure('cli-apps info --offline, to node -e 0', info, bare, 2),
    ratioFigure('cli-apps search --offline, to node -e 0', search, bare, 2),
  ]
}

/** Adds records of installed apps, enough for `list` to show. */
async function addRecords(folder: string, { count, home }: { count: number; home: string }): Promise<void> {
  const { default: example } = await import(catalog, { with: { type: 'json' } })
  const workspace = workspaceAt(folder)
  const key = await makeRecordKey(home)
  for (let index = 0; index < count; index++) {
    const manifest = parseManifest({ ...example, name: `app-${index}` })
    const record: InstallRecord = {
      record: 1,
      name: AppManifest.shape.name.parse(`app-${index}`),
      version: manifest.version,
      digest: `sha256:${'0'.repeat(64)}`,
      registry: 'catalog:built-in',
      method: 'npm',
      platform: 'linux-x64',
      argv: [process.execPath, '/nowhere'],
      program_version: null,
      store: null,
      adopted: false,
      installed_at: new Date(0).toISOString(),
      skill: { path: `skills/cli-app-app-${index}/SKILL.md`, files: {} },
      manifest,
    }
    await writeFileAtomic(recordFile(workspace, manifest.name), signedRecordText(record, key))
  }
}
