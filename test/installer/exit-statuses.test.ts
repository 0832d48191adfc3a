import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { createMachine, type Machine } from '../support/cli.ts'
import { exampleManifestJson } from '../support/example-manifest.ts'
import { closedPort, fileServer } from '../support/file-server.ts'
import { binaryManifest, folderRegistry, greetScript, tarball } from '../support/folder-registry.ts'
import { recordingRegistry } from '../support/recording-registry.ts'

let archive: Uint8Array
beforeAll(async () => {
  archive = await tarball({ 'bin/greet': greetScript })
})

async function prepare(): Promise<Machine> {
  const { url } = await fileServer({ '/greet.tar.gz': archive, '/broken.tar.gz': 'other bytes' })
  const failing = { method: 'binary', platforms: platformsOf('https://downloads.test/broken.tar.gz') }
  const nowhere = {
    method: 'binary',
    platforms: { 'windows-arm64': download('https://downloads.test/x.zip') },
  }
  const machine = await createMachine({
    CLI_APPS_REGISTRY: await folderRegistry([
      binaryManifest(archive),
      exampleManifestJson({ name: 'broken', entry_point: 'broken', install: [failing] }),
      exampleManifestJson({ name: 'elsewhere', entry_point: 'elsewhere', install: [nowhere] }),
    ]),
    CLI_APPS_MIRRORS: `https://downloads.test/=${url}/`,
  })
  const write = (file: string, text: string): Promise<void> =>
    writeFile(path.join(machine.workspace, file), text)
  await write('bad.json', JSON.stringify(exampleManifestJson({ entry_point: 'bash' })))
  await write('good.json', JSON.stringify(exampleManifestJson()))
  return machine
}

const download = (url: string) => ({
  url,
  sha256: '0'.repeat(64),
  size: 11,
  archive: url.endsWith('zip') ? 'zip' : 'tar.gz',
  path: 'bin/x',
})
const platformsOf = (url: string) =>
  Object.fromEntries(
    ['linux-x64', 'linux-arm64', 'linux-x64-musl', 'darwin-x64', 'darwin-arm64'].map((key) => [
      key,
      download(url),
    ]),
  )

describe('a command exits with', () => {
  it('the status that its outcome is documented with', async () => {
    const machine = await prepare()
    const { url: server } = await recordingRegistry({})
    const away = await closedPort()
    const table: [status: number, ...words: string[]][] = [
      [0, '--version'],
      [0, '--help'],
      [0, 'help', 'install'],
      [2],
      [2, 'nonsense'],
      [2, 'help', 'nonsense'],
      [2, 'install', '--nonsense'],
      [2, 'install', 'greet'],
      [2, 'list', '--lang', 'xx'],
      [2, '--lang'],
      [3, 'validate', 'bad.json', '--offline'],
      [4, 'info', 'nothing-like-it'],
      [4, 'validate', 'no-such-file.json'],
      [6, 'whoami', '--registry', server],
      [7, 'install', 'elsewhere', '--yes'],
      [8, 'install', 'broken', '--yes'],
      [9, 'publish', 'good.json', '--registry', away, '--dry-run'],
      [0, 'install', 'greet', '--yes'],
      [0, 'run', 'greet', 'hello', 'you'],
      [125, 'run', 'nobody'],
      [0, 'doctor'],
      [0, '--lang', 'zh', 'list'],
    ]
    for (const [status, ...words] of table) {
      const result = await machine.cli(...words)
      expect([words.join(' '), result.status], result.stderr).toEqual([words.join(' '), status])
    }
    await rm(path.join(machine.workspace, 'skills'), { recursive: true })
    expect((await machine.cli('doctor')).status).toBe(8)
    await writeFile(path.join(machine.workspace, 'cli-apps.lock'), '<<<<<<<')
    expect((await machine.cli('install', 'greet', '--yes')).status).toBe(3)
    await rm(path.join(machine.workspace, 'cli-apps.lock'))
    await mkdir(path.join(machine.workspace, 'cli-apps.lock'))
    expect([3, 5]).toContain((await machine.cli('install', 'greet', '--yes')).status)
  })
})

describe('in Chinese', () => {
  it('messages, hints, help and plans are translated, and JSON is not', async () => {
    const machine = await prepare()
    const unknown = await machine.cli('info', 'nothing-like-it', '--lang', 'zh')
    expect(unknown.stderr).toMatch(
      /^cli-apps: 在 .* 中没有找到应用 nothing-like-it。\n {2}"cli-apps search" 可按用途/,
    )
    expect(unknown.status).toBe(4)
    const json = await machine.cli('info', 'nothing-like-it', '--lang', 'zh', '--json')
    expect(json.json()).toMatchObject({
      error: { message: expect.stringContaining('was not found in') },
    })
    expect((await machine.cli('--lang', 'zh', '--help')).stdout).toContain('列出此工作区的应用')
    expect((await machine.cli('list', '--frob', '--lang', 'zh')).stderr).toContain('未知选项：--frob。')
    expect((await machine.cli('frobnicate', '--lang', 'zh')).stderr).toContain('未知的命令："frobnicate"。')
    expect((await machine.cli('run', '--frob', 'greet', '--lang', 'zh')).stderr).toContain('Unknown option')
    expect((await machine.cli('install', 'greet', '--dry-run', '--verbose', '--lang', 'zh')).stdout).toMatch(
      /^ {2}下载 {4}http/m,
    )
    const judged = await machine.cli('validate', 'bad.json', '--offline', '--lang', 'zh')
    expect(judged.stdout).toMatch(/有一个问题。\n {2}第 1 行，entry_point: .*工具。/)
  })

  it('they follow the configuration, unless the command line overrides it', async () => {
    const machine = await createMachine({ LC_ALL: 'C.UTF-8' })
    expect((await machine.cli('config', 'set', 'lang', 'zh', '--yes')).status).toBe(0)
    expect((await machine.cli('frobnicate')).stderr).toContain('未知的命令："frobnicate"。')
    expect((await machine.cli('--lang', 'en', 'frobnicate')).stderr).toContain('Unknown command')
    expect((await machine.cli('list', '--lang', 'en')).stdout).toContain('No apps are installed')
    expect((await machine.cli('config', 'list')).stdout).toContain('lang = zh')
  })

  it('they follow the locale, if its charset can represent them', async () => {
    const said = async (environment: Record<string, string>): Promise<string> =>
      (await (await createMachine({ LC_ALL: '', LC_MESSAGES: '', ...environment })).cli('frobnicate')).stderr
    expect(await said({ LANG: 'zh_CN.UTF-8' })).toContain('未知的命令："frobnicate"。')
    expect(await said({ LANG: 'zh_CN.GBK' })).toContain('Unknown command')
    expect(await said({ LANG: 'C.UTF-8' })).toContain('Unknown command')
  })
})
