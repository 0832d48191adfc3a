import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { type CliResult, createMachine, type Machine } from '../support/cli.ts'
import { type DocumentServer, documentServer } from '../support/document-server.ts'
import { fileServer } from '../support/file-server.ts'
import {
  binaryManifest,
  folderRegistry,
  greetScript,
  tarball,
  writeDocuments,
} from '../support/folder-registry.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

let archive: Uint8Array
beforeAll(async () => {
  archive = await tarball({ 'bin/greet': greetScript })
})

interface NetworkMachine extends Machine {
  server: DocumentServer
  documents: string
  downloads: string[]
  /** The same user in a new workspace. */
  elsewhere: (...args: string[]) => Promise<CliResult>
}

async function networkMachine(): Promise<NetworkMachine> {
  const files = await fileServer({ '/greet.tar.gz': archive })
  const documents = await folderRegistry([binaryManifest(archive)])
  const server = await documentServer(documents)
  const machine = await createMachine({
    CLI_APPS_REGISTRY: server.url,
    CLI_APPS_MIRRORS: `https://downloads.test/=${files.url}/`,
  })
  const elsewhere = async (...args: string[]): Promise<CliResult> =>
    machine.cli(...args, '--workspace', await temporaryFolder())
  return { ...machine, server, documents, downloads: files.asked, elsewhere }
}

const codeOf = (result: CliResult): unknown => result.json<{ error: { code: string } }>().error.code

describe('an installed app', () => {
  it('needs no registry, and requests nothing', async () => {
    const machine = await networkMachine()
    expect((await machine.cli('install', 'greet', '--yes')).status).toBe(0)
    machine.server.silence()
    const asked = machine.server.connections()
    for (const args of [['list'], ['run', 'greet', 'hello', 'Ann'], ['verify'], ['doctor']])
      expect([args, (await machine.cli(...args)).status]).toEqual([args, 0])
    expect(machine.server.connections()).toBe(asked)
    await machine.server.close()
    expect((await machine.cli('uninstall', 'greet', '--yes')).status).toBe(0)
  })

  it('is installed from the store in another workspace if the registry refuses or does not respond', async () => {
    const machine = await networkMachine()
    await machine.cli('install', 'greet', '--yes')
    machine.downloads.length = 0
    machine.server.silence()
    const asked = machine.server.requests()
    const waited = await machine.elsewhere('install', 'greet', '--yes')
    expect(waited).toMatchObject({ status: 0, stdout: expect.stringContaining('from the store') })
    expect(waited.stderr).toMatch(/Using what http:\S+ answered less than a minute ago\./)
    // It is not waited for again once it was found to be away.
    expect(machine.server.requests()).toBe(asked + 1)
    await machine.server.close()
    expect((await machine.elsewhere('install', 'greet', '--yes')).status).toBe(0)
    expect(machine.downloads).toEqual([])
  })
})

describe('--offline', () => {
  it('sends no request: install, info and search use the cache', async () => {
    const machine = await networkMachine()
    await machine.cli('install', 'greet', '--yes')
    await machine.cli('search', 'hello')
    const asked = machine.server.connections()
    expect((await machine.elsewhere('install', 'greet', '--yes', '--offline')).status).toBe(0)
    expect((await machine.cli('info', 'greet', '--offline')).stdout).toContain('Greet (greet) 1.2.3')
    expect((await machine.cli('search', 'hello', '--offline', '--json')).json()).toMatchObject({
      items: [{ name: 'greet' }],
    })
    expect((await machine.cli('outdated', '--offline', '--json')).json()).toMatchObject({
      apps: [{ name: 'greet', latest: '1.2.3', error: null }],
    })
    expect((await machine.cli('update', '--offline', '--yes')).status).toBe(0)
    expect(machine.server.connections()).toBe(asked)
  })

  it('reports what is missing: the documents, or the program', async () => {
    const machine = await networkMachine()
    const unknown = await machine.cli('install', 'greet', '--yes', '--offline', '--json')
    expect([unknown.status, codeOf(unknown)]).toEqual([9, 'network.offline'])
    await machine.cli('install', 'greet', '--yes')
    await rm(path.join(machine.home, 'cli-apps/store'), { recursive: true })
    const unstored = await machine.elsewhere('install', 'greet', '--yes', '--offline', '--json')
    expect([unstored.status, codeOf(unstored)]).toEqual([9, 'network.offline'])
    expect(unstored.json()).toMatchObject({ error: { message: expect.stringContaining('greet 1.2.3') } })
  })

  it('does not hide a newer version afterwards', async () => {
    const machine = await networkMachine()
    await machine.cli('install', 'greet', '--yes')
    await writeDocuments(machine.documents, [binaryManifest(archive, { version: '1.3.0' })])
    await machine.cli('info', 'greet', '--offline')
    expect((await machine.elsewhere('info', 'greet', '--json')).json()).toMatchObject({ latest: '1.3.0' })
  })
})

describe('several registries', () => {
  it('are searched in order, and the first that has the name wins', async () => {
    const machine = await networkMachine()
    const first = await documentServer(await folderRegistry([]))
    const last = await documentServer(await folderRegistry([binaryManifest(archive, { summary: 'Other' })]))
    machine.environment.CLI_APPS_REGISTRY = ''
    await machine.cli('config', 'set', 'registries', first.url, machine.server.url, last.url, '--yes')
    expect((await machine.cli('info', 'greet', '--json')).json()).toMatchObject({
      registry: machine.server.url,
    })
    expect(last.connections()).toBe(0)
  })

  it('fail if one does not respond: a later one must not replace the name', async () => {
    const machine = await networkMachine()
    const first = await documentServer(await folderRegistry([]))
    machine.environment.CLI_APPS_REGISTRY = ''
    await machine.cli('config', 'set', 'registries', first.url, machine.server.url, '--yes')
    expect((await machine.cli('info', 'greet')).status).toBe(0)
    await first.close()
    const result = await machine.cli('install', 'greet', '--yes', '--json')
    expect([result.status, codeOf(result)]).toEqual([9, 'registry.unreachable'])
    expect(result.json()).toMatchObject({
      error: { message: expect.stringContaining(first.url), hint: expect.stringContaining('--registry') },
    })
    const named = await machine.cli('install', 'greet', '--yes', '--registry', machine.server.url)
    expect(named.status).toBe(0)
  })

  it('are searched as far as they respond', async () => {
    const machine = await networkMachine()
    const first = await documentServer(await folderRegistry([]))
    await first.close()
    machine.environment.CLI_APPS_REGISTRY = ''
    await machine.cli('config', 'set', 'registries', first.url, machine.server.url, '--yes')
    const { status, stdout, stderr } = await machine.cli('search', 'hello')
    expect(status).toBe(0)
    expect(stdout).toContain('greet')
    expect(stderr).toContain(first.url)
  })
})

describe('a mirror', () => {
  it('of the user replaces the longest prefix, and the digest decides', async () => {
    const machine = await networkMachine()
    const liar = await fileServer({ '/greet.tar.gz': await tarball({ 'bin/greet': 'other' }) })
    machine.environment.CLI_APPS_MIRRORS = ''
    await machine.cli('config', 'set', 'mirrors.https://downloads.test', 'https://nowhere.test/', '--yes')
    await machine.cli(
      'config',
      'set',
      'mirrors.https://downloads.test/greet.tar.gz',
      `${liar.url}/greet.tar.gz`,
      '--yes',
    )
    const result = await machine.cli('install', 'greet', '--yes', '--json')
    expect([result.status, codeOf(result)]).toEqual([8, 'download.checksum-mismatch'])
    expect(liar.asked).toEqual(['/greet.tar.gz'])
    const kept = JSON.parse(await readFile(path.join(machine.home, 'config/cli-apps/config.json'), 'utf8'))
    expect(Object.keys(kept.mirrors)).toHaveLength(2)
  })
})
