import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import path from 'node:path'
import { readPlatform } from '@cli-apps/core/node'
import { describe, expect, it } from 'vitest'
import { InstallMethod } from '../../packages/core/src/manifest/install-method.ts'
import { createMachine, type Machine } from '../support/cli.ts'
import { exampleManifestJson } from '../support/example-manifest.ts'
import { fileServer } from '../support/file-server.ts'
import { folderRegistry } from '../support/folder-registry.ts'

const program = '#!/bin/sh\necho greet 1.2.3\n'
const digest = (text: string): string => createHash('sha256').update(text).digest('hex')
const at = 'https://downloads.test/v1'

/** A release with its checksum file, and machines that reach it. */
async function place(changes: Record<string, unknown> = {}) {
  const files: Record<string, string> = {
    '/v1/greet-linux': program,
    '/v1/sums.txt': `${digest(program)}  greet-linux\n`,
  }
  const { url, asked } = await fileServer(files)
  const download = {
    url: `${at}/greet-linux`,
    archive: 'none',
    checksums: { url: `${at}/sums.txt` },
    ...changes,
  }
  const registry = await folderRegistry([
    exampleManifestJson({
      install: [
        { method: 'binary', platforms: Object.fromEntries([readPlatform()].map((one) => [one, download])) },
      ],
    }),
  ])
  const machine = async (from?: Machine, mirror = url): Promise<Machine> => {
    const made = await createMachine({
      CLI_APPS_REGISTRY: registry,
      CLI_APPS_MIRRORS: `https://downloads.test/=${mirror}/`,
    })
    for (const file of from === undefined ? [] : ['cli-apps.json', 'cli-apps.lock'])
      await writeFile(path.join(made.workspace, file), await readFile(path.join(from?.workspace ?? '', file)))
    return made
  }
  return { files, asked, machine }
}

/** The address of a server that has ended. */
async function closedServer(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return `http://127.0.0.1:${port}`
}

describe('a download with a checksum file of its publisher', () => {
  it('is verified by that file, locked, and restored by the lock alone', async () => {
    const { files, asked, machine } = await place()
    const first = await machine()
    const { status, stderr } = await first.cli('install', 'greet', '--yes')
    expect(status, stderr).toBe(0)
    expect(stderr).toContain(`checksum by publisher, locked at first use: ${at}/sums.txt`)
    const lock = await readFile(path.join(first.workspace, 'cli-apps.lock'), 'utf8')
    expect(lock).toContain(`"integrity":"sha256:${digest(program)}"`)

    asked.length = 0
    delete files['/v1/sums.txt']
    const second = await machine(first)
    const restored = await second.cli('ci', '--yes')
    expect(restored.status, restored.stderr).toBe(0)
    expect(asked).toEqual(['/v1/greet-linux'])

    const other = `${program}# other\n`
    files['/v1/greet-linux'] = other
    files['/v1/sums.txt'] = `${digest(other)}  greet-linux\n`
    const refused = await (await machine(first)).cli('ci', '--yes', '--json')
    expect(refused.status).toBe(8)
    expect(refused.json()).toMatchObject({ error: { code: 'download.checksum-mismatch' } })
  })

  it.each([
    ['another digest', `${digest('other')}  greet-linux\n`, 8, 'download.checksum-mismatch'],
    ['no line of the download', `${digest(program)}  greet-macos\n`, 8, 'download.no-checksum'],
    ['no file', undefined, 9, 'download.checksums-unavailable'],
  ])('is refused if the publisher has %s', async (_what, sums, expected, code) => {
    const { files, machine } = await place()
    if (sums === undefined) delete files['/v1/sums.txt']
    else files['/v1/sums.txt'] = sums
    const { status, json } = await (await machine()).cli('install', 'greet', '--yes', '--json')
    expect(status).toBe(expected)
    expect(json()).toMatchObject({ error: { code } })
  })

  it('is refused, with the checksum file named, if its server does not answer', async () => {
    const { machine } = await place()
    const unreachable = await machine(undefined, await closedServer())
    const { status, json } = await unreachable.cli('install', 'greet', '--yes', '--json')
    expect(status).toBe(9)
    expect(json()).toMatchObject({
      error: {
        code: 'download.checksums-unavailable',
        message: expect.stringMatching(/checksum file .*sums\.txt cannot be read: .*ECONNREFUSED/),
        hint: expect.not.stringContaining('--registry'),
      },
    })
  })
})

describe('a manifest', () => {
  const parse = (download: Record<string, unknown>) =>
    InstallMethod.safeParse({
      method: 'binary',
      platforms: { 'linux-x64': { url: `${at}/greet`, archive: 'none', ...download } },
    }).success
  const checksums = { url: `${at}/sums.txt` }

  it('names a digest or the checksum file on the host of the download, not both', () => {
    expect(parse({ sha256: 'a'.repeat(64) })).toBe(true)
    expect(parse({ checksums })).toBe(true)
    expect(parse({ checksums: { ...checksums, file: 'greet-1.2.3' } })).toBe(true)
    expect(parse({})).toBe(false)
    expect(parse({ checksums, sha256: 'a'.repeat(64) })).toBe(false)
    expect(parse({ checksums: { url: 'https://elsewhere.test/sums.txt' } })).toBe(false)
    expect(parse({ checksums: { url: 'http://downloads.test/sums.txt' } })).toBe(false)
  })
})
