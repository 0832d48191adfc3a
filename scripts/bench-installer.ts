// Start-up of the installer beside a bare Node, in turns so that a machine whose speed drifts is fair to all.
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { AppManifest, type InstallRecord, parseManifest } from '@cli-apps/core'
import { jsonText, recordFile, workspaceAt, writeFileAtomic } from '@cli-apps/core/node'

const rounds = 25
const program = fileURLToPath(new URL('../services/installer/bin/cli-apps.js', import.meta.url))
const catalog = fileURLToPath(new URL('../catalog/prettier.json', import.meta.url))
const { default: example } = await import(catalog, { with: { type: 'json' } })

/** A workspace with this many installed apps, as far as `list` can see. */
async function workspaceWith(count: number): Promise<string> {
  const workspace = workspaceAt(await mkdtemp(path.join(tmpdir(), 'cli-apps-bench-')))
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
    await writeFileAtomic(recordFile(workspace, manifest.name), jsonText(record))
  }
  return workspace.root
}

const folders = { empty: await workspaceWith(0), hundred: await workspaceWith(100) }
const commands: { name: string; args: string[]; cwd: string }[] = [
  { name: 'node -e 0', args: ['-e', '0'], cwd: folders.empty },
  { name: 'cli-apps --version', args: [program, '--version'], cwd: folders.empty },
  { name: 'cli-apps list, no apps', args: [program, 'list'], cwd: folders.empty },
  { name: 'cli-apps list, 100 apps', args: [program, 'list'], cwd: folders.hundred },
]
const times = commands.map((): number[] => [])
for (let round = 0; round <= rounds; round++) {
  for (const [index, { args, cwd }] of commands.entries()) {
    const start = performance.now()
    const { status } = spawnSync(process.execPath, args, { cwd, stdio: 'ignore' })
    if (status !== 0) throw new Error(`${commands[index]?.name} ended with ${status}`)
    // The first round warms the file cache.
    if (round > 0) times[index]?.push(performance.now() - start)
  }
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
const bare = median(times[0] ?? [])
console.table(
  commands.map(({ name }, index) => {
    const value = median(times[index] ?? [])
    return { command: name, 'median ms': value.toFixed(1), 'times node -e 0': (value / bare).toFixed(2) }
  }),
)
for (const folder of Object.values(folders)) await rm(folder, { recursive: true })
