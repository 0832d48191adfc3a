import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { manifestDigest } from '@cli-apps/core/node'
import { describe, expect, it } from 'vitest'
import { createMachine, type Machine } from '../support/cli.ts'
import { debianManifestJson, exampleClosure } from '../support/debian-closure.ts'
import { exampleManifestJson } from '../support/example-manifest.ts'
import { inTerminal } from '../support/in-terminal.ts'
import { recordingRegistry } from '../support/recording-registry.ts'
import { runWithInput } from '../support/run-with-input.ts'

const who = {
  user: 'ann',
  scopes: ['publish:greet'],
  token: { id: 'token-1', label: null, expires_at: null },
  organisations: [{ name: 'acme', prefixes: ['acme'] }],
  apps: ['greet'],
}

const credentialsOf = ({ home }: Machine): string => path.join(home, 'config/cli-apps/credentials.json')
async function loggedIn(url: string): Promise<Machine> {
  const machine = await createMachine()
  const { status } = await machine.cli('login', '--registry', url, '--token', 'cliapps_secret')
  expect(status).toBe(0)
  return machine
}

describe('login', () => {
  it('verifies the token with the registry and stores it for this user alone', async () => {
    const { url, asked } = await recordingRegistry({ 'GET /v1/whoami': who })
    const machine = await createMachine()
    const result = await runWithInput(
      machine,
      'cliapps_secret\n',
      'login',
      '--registry',
      url,
      '--token-stdin',
    )
    expect(result).toMatchObject({ status: 0, stdout: expect.stringContaining('as ann (publish:greet)') })
    expect(asked).toMatchObject([{ authorization: 'Bearer cliapps_secret' }])
    expect(JSON.parse(await readFile(credentialsOf(machine), 'utf8'))).toEqual({
      tokens: { [`${url}/`]: 'cliapps_secret' },
    })
    if (process.platform !== 'win32') expect((await stat(credentialsOf(machine))).mode & 0o777).toBe(0o600)
    expect(result.stdout + result.stderr).not.toContain('cliapps_secret')
    expect((await machine.cli('whoami', '--registry', url)).stdout).toMatch(
      /^ann at .*\nscopes +publish:greet/,
    )
  })

  it('stores nothing that the registry refuses, and nothing with --dry-run', async () => {
    const { url } = await recordingRegistry({ 'GET /v1/whoami': who })
    const machine = await createMachine()
    expect((await machine.cli('login', '--registry', `${url}/other`, '--token', 'x')).status).toBe(4)
    expect((await machine.cli('login', '--registry', url, '--token', 'x', '--dry-run')).status).toBe(0)
    await expect(stat(credentialsOf(machine))).rejects.toThrow()
  })

  it('asks nothing without a terminal', async () => {
    const machine = await createMachine()
    const { status, json } = await machine.cli('login', '--registry', 'http://127.0.0.1:9', '--json')
    expect([status, json()]).toMatchObject([2, { error: { code: 'login.no-terminal' } }])
  })

  it('does not silently replace a damaged file', async () => {
    const { url } = await recordingRegistry({ 'GET /v1/whoami': who })
    const machine = await createMachine()
    await mkdir(path.dirname(credentialsOf(machine)), { recursive: true })
    await writeFile(credentialsOf(machine), '{"tokens":')
    const { status, json } = await machine.cli('whoami', '--registry', url, '--json')
    expect([status, json()]).toMatchObject([3, { error: { code: 'credentials.corrupt' } }])
  })
})

describe('logout', () => {
  it('removes the token, and revokes it on request', async () => {
    const { url, asked } = await recordingRegistry({
      'GET /v1/whoami': who,
      'DELETE /v1/tokens/token-1': { changed: true },
    })
    const machine = await loggedIn(url)
    expect((await machine.cli('logout', '--registry', url, '--revoke')).status).toBe(2)
    expect(await machine.cli('logout', '--registry', url, '--revoke', '--yes')).toMatchObject({ status: 0 })
    expect(asked.at(-1)).toMatchObject({ method: 'DELETE', authorization: 'Bearer cliapps_secret' })
    expect(JSON.parse(await readFile(credentialsOf(machine), 'utf8'))).toEqual({ tokens: {} })
    expect((await machine.cli('whoami', '--registry', url)).status).toBe(6)
    expect((await machine.cli('logout', '--registry', url)).stdout).toContain('No token is stored')
  })
})

describe('a token is sent', () => {
  it('to no registry but its own, not even on the same host', async () => {
    const own = await recordingRegistry({ 'GET /v1/whoami': who })
    const other = await recordingRegistry({ 'GET /v1/whoami': who })
    const machine = await loggedIn(own.url)
    for (const registry of [other.url, `${own.url}/tenant`])
      expect((await machine.cli('whoami', '--registry', registry)).status).toBe(6)
    expect(other.asked).toEqual([])
  })

  it('to no redirect', async () => {
    const thief = await recordingRegistry({ 'GET /v1/whoami': who, 'GET /v1/apps/greet/audit?limit=50': who })
    const { url } = await recordingRegistry({
      'GET /v1/whoami': who,
      'GET /v1/apps/greet/audit?limit=50': `${thief.url}/v1/apps/greet/audit?limit=50`,
      'POST /v1/apps/greet/1.0.0/yank': `${thief.url}/v1/apps/greet/1.0.0/yank`,
    })
    const machine = await loggedIn(url)
    expect((await machine.cli('history', 'greet', '--registry', url)).status).toBe(9)
    const yank = ['yank', 'greet@1.0.0', '--reason', 'x', '--yes', '--registry', url]
    expect((await machine.cli(...yank)).status).toBe(9)
    expect(thief.asked).toEqual([])
  })

  it('to no other machine over plain http', async () => {
    const machine = await createMachine({ CLI_APPS_TOKEN: 'cliapps_secret' })
    const { status, json } = await machine.cli('whoami', '--registry', 'http://192.0.2.1/', '--json')
    expect([status, json()]).toMatchObject([6, { error: { code: 'network.plain-http' } }])
  })

  it('to no registry that only the workspace names, if it comes from the environment', async () => {
    const { url, asked } = await recordingRegistry({ 'GET /v1/whoami': who })
    const machine = await createMachine({ CLI_APPS_TOKEN: 'cliapps_secret' })
    await writeFile(path.join(machine.workspace, 'cli-apps.json'), JSON.stringify({ registries: [url] }))
    const { status, json } = await machine.cli('whoami', '--json')
    expect([status, json()]).toMatchObject([6, { error: { code: 'auth.no-token' } }])
    expect(asked).toEqual([])
    expect((await machine.cli('whoami', '--registry', url)).status).toBe(0)
  })
})

describe('changes of a published app', () => {
  it.each([
    [
      ['yank', 'greet@1.0.0', '--reason', 'broken'],
      'POST',
      '/v1/apps/greet/1.0.0/yank',
      { reason: 'broken' },
    ],
    [['unyank', 'greet@1.0.0+1'], 'POST', '/v1/apps/greet/1.0.0%2B1/unyank', null],
    [
      ['deprecate', 'greet@1.0.0', '--message', 'Use 2'],
      'POST',
      '/v1/apps/greet/1.0.0/deprecate',
      { message: 'Use 2' },
    ],
    [['deprecate', 'greet@1.0.0', '--undo'], 'POST', '/v1/apps/greet/1.0.0/deprecate', { message: null }],
    [['owners', 'add', 'greet', '@acme'], 'PUT', '/v1/apps/greet/owners/%40acme', null],
    [['owners', 'remove', 'greet', 'bob'], 'DELETE', '/v1/apps/greet/owners/bob', null],
    [['tag', 'add', 'greet@1.0.0', 'next'], 'PUT', '/v1/apps/greet/tags/next', { version: '1.0.0' }],
    [['tag', 'remove', 'greet', 'next'], 'DELETE', '/v1/apps/greet/tags/next', null],
    [
      ['unpublish', 'greet', '--message', 'gone', '--replacement', 'salute'],
      ...(['POST', '/v1/apps/greet/remove', { message: 'gone', replacement: 'salute' }] as const),
    ],
    [['restore', 'greet'], 'POST', '/v1/apps/greet/restore', null],
    [
      ['publishers', 'add', 'greet', '--github', 'acme/greet', '--audience', 'us'],
      ...(['POST', '/v1/apps/greet/trusted-publishers'] as const),
      {
        issuer: 'https://token.actions.githubusercontent.com',
        audience: 'us',
        subject: 'repo:acme/greet:*',
      },
    ],
    [
      ['publishers', 'add', 'greet', '--gitlab', 'acme/tools/greet', '--audience', 'us'],
      ...(['POST', '/v1/apps/greet/trusted-publishers'] as const),
      { issuer: 'https://gitlab.com', audience: 'us', subject: 'project_path:acme/tools/greet:*' },
    ],
    [
      ['publishers', 'add', 'greet', '--issuer', 'https://ci.test', '--subject', 'job-1', '--audience', 'us'],
      ...(['POST', '/v1/apps/greet/trusted-publishers'] as const),
      { issuer: 'https://ci.test', audience: 'us', subject: 'job-1' },
    ],
    [['publishers', 'remove', 'greet', 'a/b'], 'DELETE', '/v1/apps/greet/trusted-publishers/a%2Fb', null],
  ])('%j ask for consent and send one request', async (words, method, address, body) => {
    const { url, asked } = await recordingRegistry({ [`${method} ${address}`]: { changed: true } })
    const machine = await createMachine({ CLI_APPS_TOKEN: 'cliapps_secret', CLI_APPS_REGISTRY: url })
    expect((await machine.cli(...words)).status).toBe(2)
    expect((await machine.cli(...words, '--dry-run', '--json')).json()).toMatchObject({
      command: expect.stringContaining(words[0] ?? ''),
      changes: [{ effects: [{ effect: 'request', method, url: `${url}${address}` }] }],
    })
    expect(asked).toEqual([])
    expect((await machine.cli(...words, '--yes', '--json')).json()).toMatchObject({
      changed: true,
      registry: url,
    })
    expect(asked).toMatchObject([{ method, url: address, authorization: 'Bearer cliapps_secret' }])
    expect(asked[0]?.body === '' ? null : JSON.parse(asked[0]?.body ?? '')).toEqual(body)
  })

  it.each([
    [['yank', 'greet', '--reason', 'x']],
    [['yank', 'greet@^1', '--reason', 'x']],
    [['yank', 'greet@1.0.0']],
    [['deprecate', 'greet@1.0.0']],
    [['deprecate', 'greet@1.0.0', '--undo', '--message', 'x']],
    [['owners', 'add', 'greet']],
    [['owners', 'list', 'greet', 'ann']],
    [['history', 'greet', '--limit', 'all']],
    [['tag', 'add', 'greet', 'next']],
    [['tag', 'list', 'greet', 'next']],
    [['unpublish', 'greet']],
    [['restore', 'greet', 'salute']],
    [['publishers', 'add', 'greet']],
    [['publishers', 'add', 'greet', '--github', 'acme']],
    [['publishers', 'add', 'greet', '--github', 'acme/*']],
    [['publishers', 'add', 'greet', '--github', 'acme/greet', '--gitlab', 'acme/greet']],
    [['publishers', 'add', 'greet', '--issuer', 'https://ci.test']],
    [['publishers', 'add', 'greet', '--issuer', 'ftp://ci.test', '--subject', 'x']],
    [['publishers', 'remove', 'greet']],
  ])('%j is a usage error', async (words) => {
    const machine = await createMachine({ CLI_APPS_TOKEN: 'x', CLI_APPS_REGISTRY: 'http://127.0.0.1:9' })
    const { status, json } = await machine.cli(...words, '--json')
    expect([status, json()]).toMatchObject([2, { error: { code: expect.stringMatching(/^cli\./) } }])
  })

  it('need a word at a terminal: the Enter key alone sends nothing', async () => {
    const { url, asked } = await recordingRegistry({ 'POST /v1/apps/greet/restore': { changed: true } })
    const machine = await createMachine({ CLI_APPS_TOKEN: 'cliapps_secret', CLI_APPS_REGISTRY: url })
    const hasty = inTerminal(machine, 'restore', 'greet')
    await hasty.shows('[y/N]')
    hasty.type('\r')
    expect((await hasty.ended).status).toBe(130)
    expect(asked).toEqual([])
    const sure = inTerminal(machine, 'restore', 'greet')
    await sure.shows('[y/N]')
    sure.type('y\r')
    expect((await sure.ended).status).toBe(0)
    expect(asked).toHaveLength(1)
  })

  it('are read page by page', async () => {
    const entry = { at: '2026-01-01T00:00:00Z', actor: 'ann', action: 'version.yank', version: '1.0.0' }
    const item = { ...entry, details: { reason: 'x' }, app: 'greet', token: null }
    const { url } = await recordingRegistry({
      'GET /v1/apps/greet/audit?limit=3': {
        items: [
          { id: 2, ...item },
          { id: 1, ...item },
        ],
        next_cursor: 'a b',
      },
      'GET /v1/apps/greet/audit?limit=1&cursor=a+b': { items: [{ id: 0, ...item }], next_cursor: 'more' },
      'GET /v1/apps/greet/owners': { owners: ['@acme', 'ann'] },
    })
    const machine = await createMachine({ CLI_APPS_TOKEN: 'x', CLI_APPS_REGISTRY: url })
    const history = await machine.cli('history', 'greet', '--limit', '3', '--json')
    expect(history.json<{ items: { id: number }[] }>().items.map(({ id }) => id)).toEqual([2, 1, 0])
    expect((await machine.cli('owners', 'list', 'greet')).stdout).toBe('@acme\nann\n')
  })
})

describe('a manifest with command trees next to it', () => {
  const tree = { name: 'greet', commands: [{ name: 'wave', summary: 'Waves' }] }
  const manifest = exampleManifestJson({ commands: { greet: manifestDigest(tree) } })
  const write = async ({ workspace }: Machine, beside: unknown): Promise<string> => {
    const file = path.join(workspace, 'app.json')
    await writeFile(file, JSON.stringify(manifest))
    await mkdir(path.join(workspace, 'trees/greet'), { recursive: true })
    await writeFile(path.join(workspace, 'trees/greet/greet.json'), JSON.stringify(beside, null, 2))
    return file
  }

  it('is sent with them in one request', async () => {
    const { url, asked } = await recordingRegistry({
      'POST /v1/validate': { valid: true, issues: [], held: [] },
    })
    const machine = await createMachine({ CLI_APPS_REGISTRY: url })
    expect((await machine.cli('validate', await write(machine, tree))).status).toBe(0)
    expect(JSON.parse(asked[0]?.body ?? '')).toEqual({ manifest, commands: { greet: tree } })
  })

  it('is not valid with a different tree, and the correct digest is reported', async () => {
    const machine = await createMachine()
    const file = await write(machine, { name: 'greet' })
    const result = await machine.cli('validate', file)
    expect(result.status).toBe(3)
    expect(result.stdout).toContain(`commands.greet: has the digest ${manifestDigest({ name: 'greet' })}`)
    expect(result.stdout).toContain('[publish.command-trees]')
  })

  it('is not valid without its tree', async () => {
    const machine = await createMachine()
    const file = path.join(machine.workspace, 'app.json')
    await writeFile(file, JSON.stringify(manifest))
    expect((await machine.cli('validate', file)).stdout).toContain('trees/<name>/greet.json')
  })
})

describe('a manifest with lists of Debian packages next to it', () => {
  const closure = exampleClosure()
  const manifest = debianManifestJson([closure])
  const write = async ({ workspace }: Machine, beside: unknown): Promise<string> => {
    const file = path.join(workspace, 'app.json')
    await writeFile(file, JSON.stringify(manifest))
    await mkdir(path.join(workspace, 'closures/greet'), { recursive: true })
    await writeFile(path.join(workspace, 'closures/greet/amd64.json'), JSON.stringify(beside, null, 2))
    return file
  }

  it('is sent with them in one request', async () => {
    const { url, asked } = await recordingRegistry({
      'POST /v1/validate': { valid: true, issues: [], held: [] },
    })
    const machine = await createMachine({ CLI_APPS_REGISTRY: url })
    expect((await machine.cli('validate', await write(machine, closure))).status).toBe(0)
    expect(JSON.parse(asked[0]?.body ?? '')).toEqual({ manifest, closures: { amd64: closure } })
  })

  it('is valid without a registry, and not with a different list', async () => {
    const machine = await createMachine()
    expect((await machine.cli('validate', await write(machine, closure))).status).toBe(0)
    const other = exampleClosure({ snapshot: '20260101T000000Z' })
    const result = await machine.cli('validate', await write(machine, other))
    expect(result.status).toBe(3)
    expect(result.stdout).toContain(`closures.amd64: has the digest ${manifestDigest(other)}`)
    expect(result.stdout).toContain('[publish.debian-closures]')
  })
})

describe('validate', () => {
  const write = async (machine: Machine, manifest: unknown): Promise<string> => {
    const file = path.join(machine.workspace, 'app.json')
    await writeFile(file, JSON.stringify(manifest))
    return file
  }

  it('checks locally if no server is configured, and reports what it could not check', async () => {
    const machine = await createMachine()
    const file = await write(
      machine,
      exampleManifestJson({ entry_point: 'bash', homepage: 'https://10.0.0.1/' }),
    )
    const result = await machine.cli('validate', file, '--json')
    expect(result.status).toBe(3)
    expect(result.json()).toMatchObject({
      valid: false,
      registry: null,
      issues: [{ rule: 'publish.general-program' }, { rule: 'publish.private-url', path: 'homepage' }],
      unjudged: ['publish.name-taken', 'publish.similar-name'],
    })
    const text = (await machine.cli('validate', file)).stdout
    expect(text).toContain('homepage: 10.0.0.1 is not a public address (private).')
    expect(text).toContain('[publish.private-url]')
    expect(text).toContain('Not checked, because no registry was asked: publish.name-taken')
    expect(await machine.cli('validate', await write(machine, exampleManifestJson()))).toMatchObject({
      status: 0,
    })
  })

  it('notes an argument that looks like a placeholder and is none', async () => {
    const machine = await createMachine()
    const recipe = (args: string[]) => ({ id: 'greet', task: 'Greet', call: { args } })
    const noted = async (args: string[], placeholders = {}) => {
      const recipes = [{ ...recipe(args), placeholders }]
      const result = await machine.cli(
        'validate',
        await write(machine, exampleManifestJson({ recipes })),
        '--json',
      )
      expect(result.status).toBe(0)
      return result.json<{ notes: string[] }>().notes
    }
    const file = { file: { type: 'file', example: 'a.txt' } }
    expect(await noted(['{file}', '--out={target}'])).toEqual([
      'The recipe greet passes {file}, --out={target} as written: it declares no such placeholder.',
    ])
    expect(await noted(['{file}'], file)).toEqual([])
    expect(await noted(['{}', '{.a}', '.[] | {name}'])).toEqual([])
  })

  it('converts the early form, says so, and sends recipes', async () => {
    const { url, asked } = await recordingRegistry({
      'POST /v1/validate': { valid: true, issues: [], held: [] },
    })
    const machine = await createMachine({ CLI_APPS_REGISTRY: url })
    const skill = { quickstart: [{ title: 'Greet', args: ['hello', 'Ann'] }] }
    const smoke = [{ args: ['hello', 'Ann'], expect: { exit: 0 } }]
    const file = await write(machine, exampleManifestJson({ skill, smoke }))
    expect(await machine.cli('validate', file)).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('published as "recipes"'),
    })
    const recipe = { id: 'greet', task: 'Greet', call: { args: ['hello', 'Ann'] }, expect: { exit: 0 } }
    const sent = exampleManifestJson({ recipes: [recipe] })
    expect(JSON.parse(asked[0]?.body ?? '')).toEqual(sent)
    const planned = await machine.cli('publish', file, '--dry-run', '--json')
    expect(JSON.stringify(planned.json())).toContain(manifestDigest(sent))
    const current = await machine.cli('validate', await write(machine, sent))
    expect(current.stdout).not.toContain('recipes')
  })

  it('checks on the server, unless told not to', async () => {
    const issues = [
      { path: 'name', message: 'is taken', rule: 'publish.name-taken', hint: 'Choose another.' },
    ]
    const located = issues.map((issue) => ({ ...issue, line: 1, column: 15 }))
    const { url, asked } = await recordingRegistry({ 'POST /v1/validate': { valid: false, issues } })
    const machine = await createMachine({ CLI_APPS_REGISTRY: url })
    const file = await write(machine, exampleManifestJson())
    const { status, json } = await machine.cli('validate', file, '--json')
    expect([status, json()]).toEqual([
      3,
      { valid: false, issues: located, held: [], unjudged: [], notes: [], registry: url },
    ])
    expect(JSON.parse(asked[0]?.body ?? '')).toEqual(exampleManifestJson())
    expect((await machine.cli('validate', file, '--offline')).status).toBe(0)
    expect(asked).toHaveLength(1)
  })
})
