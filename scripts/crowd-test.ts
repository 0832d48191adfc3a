// Runs thirty concurrent installers in one workspace and in one store, and measures how long they wait: npm run crowd-test [-- 30]
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createCrashMachine } from '../test/support/crash/crash-machine.ts'
import { startCrashSite } from '../test/support/crash/crash-site.ts'
import { appsByPart, leftIn } from '../test/support/crowd.ts'

const count = Number(process.argv[2] ?? 30)
const folder = await mkdtemp(path.join(tmpdir(), 'crowd-'))
const site = await startCrashSite(path.join(folder, 'site'))
const rows: object[] = []
let failed = 0

/** Runs one command per installer concurrently, on a machine of their own, and records the outcomes. */
async function crowd(
  name: string,
  call: (index: number) => readonly string[],
  setUp: readonly string[] = [],
) {
  const machine = await createCrashMachine(await mkdtemp(path.join(folder, 'user ')), site)
  const workspaces = Array.from({ length: count }, (_one, index) => path.join(machine.live, `w${index}`))
  for (const workspace of workspaces) {
    await mkdir(workspace)
    await writeFile(path.join(workspace, 'cli-apps.json'), '{}')
  }
  if (setUp.length > 0) await machine.call(setUp)
  const asked = site.asked.length
  const started = performance.now()
  const ends = await Promise.all(
    workspaces.map(async (own, index) => {
      const result = await machine.call(call(index).map((word) => word.replace('OWN', own)))
      if (result.status !== 0) console.error(`${name}: ${result.status} ${result.stderr}${result.stdout}`)
      return { ...result, seconds: (performance.now() - started) / 1000 }
    }),
  )
  const failures = ends.filter(({ status }) => status !== 0).length
  failed += failures
  const parts = await appsByPart(machine.workspace).catch(() => ({}))
  rows.push({
    crowd: name,
    failures,
    downloads: site.asked.slice(asked).filter((file) => file.startsWith('/files/')).length,
    'apps (declared, locked, recorded, documented)': Object.values(parts)
      .map((names) => names.length)
      .join(', '),
    'left over': (await leftIn(machine.live)).length,
    'first s': Math.min(...ends.map(({ seconds }) => seconds)).toFixed(1),
    'last s': Math.max(...ends.map(({ seconds }) => seconds)).toFixed(1),
  })
}

try {
  await crowd(`${count} apps in one workspace`, (index) => ['install', `app-${(index % 30) + 1}`, '--yes'])
  await crowd('one app in one workspace', () => ['install', 'app-1', '--yes'])
  await crowd(`one app in ${count} workspaces`, () => ['install', 'app-1', '--yes', '--workspace', 'OWN'])
  const third = Math.floor(Math.min(count, 30) / 3)
  const first = Array.from({ length: third }, (_one, index) => `app-${index + 1}`)
  await crowd(
    'install, uninstall and list in one workspace',
    (index) => {
      if (index < third) return ['uninstall', `app-${index + 1}`, '--yes']
      return index < 2 * third ? ['install', `app-${index + 1}`, '--yes'] : ['list']
    },
    ['install', ...first, '--yes'],
  )
} finally {
  site.close()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
}
console.table(rows)
process.exitCode = failed === 0 ? 0 : 1
