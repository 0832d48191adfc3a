import { readdir, readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { fetchText } from '@cli-apps/core/node'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createMachine } from '../../support/cli.ts'
import { fileServer, loopbackServer } from '../../support/file-server.ts'
import { binaryManifest, folderRegistry, greetScript, tarball } from '../../support/folder-registry.ts'

type Answer = (response: ServerResponse, honest: Honest, request: IncomingMessage) => void

/** What an honest registry would have answered. */
interface Honest {
  text: string | undefined
  /** Text of another document. */
  read: (name: string) => Promise<string>
}

const json = { 'content-type': 'application/json' }
const send = (response: ServerResponse, text: string, status = 200): void =>
  void response.writeHead(status, json).end(text)
const edited = (from: RegExp | string, to: string): Answer => {
  return (response, { text = '' }) => send(response, text.replace(from, to))
}

const [app, manifest] = ['/v1/apps/greet.json', '/v1/apps/greet/1.2.3.json']

/** Which document is answered wrongly and how, and what it meets: code and exit status. */
const lies: readonly [what: string, document: string, answer: Answer, code: string, exit: number][] = [
  ['is no JSON', app, (response) => send(response, '{"name":'), 'json.syntax', 3],
  ['is a page of HTML', app, (response) => send(response, '<html></html>'), 'json.syntax', 3],
  ['is JSON of something else', app, (response) => send(response, '[]'), 'registry.bad-document', 3],
  ['is nothing', app, (response) => send(response, ''), 'json.syntax', 3],
  ['fails with 500', app, (response) => send(response, '', 500), 'registry.bad-answer', 9],
  [
    'sends in a circle',
    app,
    (response, _honest, request) => void response.writeHead(302, { location: request.url }).end(),
    'network.redirects',
    9,
  ],
  [
    'sends on to plain http elsewhere',
    app,
    (response) => void response.writeHead(302, { location: 'http://10.0.0.1/x' }).end(),
    'network.plain-http',
    6,
  ],
  [
    'breaks off',
    app,
    (response) => void response.write('{', () => response.destroy()),
    'registry.unreachable',
    9,
  ],
  [
    'breaks off before the length it promised',
    app,
    (response, { text = '' }) =>
      void response
        .writeHead(200, { 'content-length': text.length + 10 })
        .write(text, () => response.destroy()),
    'registry.unreachable',
    9,
  ],
  [
    'has another manifest than its digest',
    manifest,
    edited('Say hello', 'Say bye'),
    'integrity.manifest-digest',
    8,
  ],
  [
    'has another version than the one asked for',
    manifest,
    (response, { read }) => void read('/v1/apps/hail/1.2.3.json').then((text) => send(response, text)),
    'integrity.other-manifest',
    8,
  ],
  [
    'lists another digest than that of the version',
    app,
    edited(/sha256:[0-9a-f]{64}/, `sha256:${'0'.repeat(64)}`),
    'integrity.listed-digest',
    8,
  ],
]

describe('a registry with wrong responses', () => {
  it.each(lies)('%s: installs nothing', { timeout: 120_000 }, async (_what, document, answer, code, exit) => {
    const archive = await tarball({ 'bin/greet': greetScript })
    const downloads = await fileServer({ '/greet.tar.gz': archive })
    const folder = await folderRegistry(['greet', 'hail'].map((name) => binaryManifest(archive, { name })))
    const read = (name: string): Promise<string> => readFile(path.join(folder, name), 'utf8')
    const url = await loopbackServer(async (request, response) => {
      const text = await read(request.url ?? '').catch(() => undefined)
      if (request.url === document) return answer(response, { text, read }, request)
      return text === undefined ? send(response, '', 404) : send(response, text)
    })
    const machine = await createMachine({
      CLI_APPS_REGISTRY: url,
      CLI_APPS_MIRRORS: `https://downloads.test/=${downloads.url}/`,
    })
    const result = await machine.cli('install', 'greet', '--yes', '--json')
    expect([result.status, result.json()]).toMatchObject([exit, { error: { code } }])
    expect(await readdir(machine.workspace)).toEqual([])
    expect(downloads.asked).toEqual([])
  })
})

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

describe('a server that stalls', () => {
  it.each([
    ['takes the question and says nothing', () => {}],
    ['says who it is and then nothing', (response: ServerResponse) => response.writeHead(200).flushHeaders()],
    [
      'drips',
      (response: ServerResponse) => {
        const timer = setInterval(() => response.write(' '), 20)
        response.on('close', () => clearInterval(timer))
      },
    ],
  ])('%s: ends at the total time limit', async (_what, answer) => {
    const url = await loopbackServer((_request, response) => void answer(response))
    // What is to end it must not be collected meanwhile.
    const collecting = setInterval(collectGarbage, 80)
    onTestFinished(() => clearInterval(collecting))
    await expect(fetchText(url, { timeoutMs: 200 })).rejects.toMatchObject({
      code: 'registry.unreachable',
      exitStatus: 9,
    })
  })

  it('ends at the size limit', async () => {
    const url = await loopbackServer((_request, response) => void response.end('x'.repeat(100_000)))
    await expect(fetchText(url, { maxBytes: 10_000 })).rejects.toMatchObject({
      code: 'registry.answer-too-large',
      exitStatus: 9,
    })
  })
})
