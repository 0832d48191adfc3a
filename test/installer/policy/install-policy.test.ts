import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { readPublishTime } from '../../../services/installer/src/policy/read-publish-time.ts'
import { createMachine, type Machine } from '../../support/cli.ts'
import { exampleManifestJson } from '../../support/example-manifest.ts'
import { fileServer } from '../../support/file-server.ts'
import { folderRegistry } from '../../support/folder-registry.ts'
import { npmRegistry } from '../../support/npm-registry.ts'
import { exampleHost } from '../../support/strategy-host.ts'

const hoursAgo = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString()
const program = `#!/usr/bin/env node\nconsole.log('greet 1.2.3 with lib ' + require('lib'))\n`
const lib = (version: string, time: string): Parameters<typeof npmRegistry>[0][number] => ({
  name: 'lib',
  version,
  files: { 'index.js': `module.exports = '${version}'` },
  time,
})

/** A machine whose package registry published `greet` so many hours ago, or does not say when. */
async function machineWith(hours: number | undefined): Promise<Machine> {
  const npm = await npmRegistry([
    lib('1.0.0', hoursAgo(1000)),
    lib('1.1.0', hoursAgo(2)),
    {
      name: 'greet',
      version: '1.2.3',
      files: { 'cli.js': program },
      json: { bin: { greet: 'cli.js' }, dependencies: { lib: '^1.0.0' } },
      ...(hours !== undefined && { time: hoursAgo(hours) }),
    },
  ])
  const manifest = exampleManifestJson({
    run: { version: { args: ['--version'], expect: 'greet 1.2.3' } },
    install: [{ method: 'npm', package: 'greet', version: '1.2.3' }],
  })
  return createMachine({
    CLI_APPS_REGISTRY: await folderRegistry([manifest]),
    CLI_APPS_MIRRORS: `https://registry.npmjs.org/=${npm.url}/`,
  })
}

describe('the age of a release', () => {
  it('refuses a new release, unless it is exempt', async () => {
    const machine = await machineWith(3)
    const refused = await machine.cli('install', 'greet', '--yes', '--json')
    expect([refused.status, refused.json<{ error: { code: string } }>().error.code]).toEqual([
      6,
      'policy.release-too-new',
    ])
    await machine.cli('config', 'set', 'policy.release_age_exceptions', 'greet', '--yes')
    expect((await machine.cli('install', 'greet', '--yes')).status).toBe(0)
  })

  it('excludes new releases of dependencies', async () => {
    const machine = await machineWith(1000)
    expect((await machine.cli('install', 'greet', '--yes')).status).toBe(0)
    expect((await machine.cli('run', 'greet')).stdout).toBe('greet 1.2.3 with lib 1.0.0\n')
  })

  it('is shown as unknown in the plan, and refused by a strict workspace', async () => {
    const machine = await machineWith(undefined)
    const plan = await machine.cli('install', 'greet', '--dry-run')
    expect([plan.status, plan.stdout]).toEqual([0, expect.stringContaining('release age unknown')])
    const file = path.join(machine.workspace, 'cli-apps.json')
    await writeFile(file, JSON.stringify({ apps: {}, policy: { strict: true } }))
    const refused = await machine.cli('install', 'greet', '--yes', '--json')
    expect(refused.json<{ error: { code: string } }>().error.code).toBe('policy.release-age-unknown')
  })

  it('does not apply to locked packages', async () => {
    const machine = await machineWith(3)
    await machine.cli('config', 'set', 'policy.minimum_release_age', '0', '--yes')
    expect((await machine.cli('install', 'greet', '--yes')).status).toBe(0)
    await machine.cli('config', 'unset', 'policy.minimum_release_age', '--yes')
    await machine.cli('cache', 'prune', '--all', '--yes')
    expect((await machine.cli('ci', '--yes')).status).toBe(0)
  })
})

it('is that of the newest file of a Python release', async () => {
  const file = (filename: string, time: string): object => ({ filename, 'upload-time': time })
  const page = {
    files: [
      file('Greet_Me-1.2.3-py3-none-any.whl', '2026-01-02T00:00:00Z'),
      file('greet-me-1.2.3.tar.gz', '2026-01-03T00:00:00Z'),
      file('greet_me-1.2.30.tar.gz', '2026-02-01T00:00:00Z'),
      file('greet-me-too-1.2.3.tar.gz', '2026-02-01T00:00:00Z'),
    ],
  }
  const { url } = await fileServer({ '/simple/greet-me/': JSON.stringify(page) })
  const host = exampleHost({
    environment: { HOME: '/nonexistent' },
    mirror: (text) => text.replace('https://pypi.org/simple', `${url}/simple`),
  })
  const { signal } = new AbortController()
  const read = (version: string): Promise<unknown> =>
    readPublishTime({ method: 'pip', package: 'greet-me', version }, host, { signal })
  expect(await read('1.2.3')).toEqual({
    name: 'greet-me',
    version: '1.2.3',
    published: new Date('2026-01-03T00:00:00Z'),
  })
  expect(await read('9.9.9')).toMatchObject({ published: undefined })
})
