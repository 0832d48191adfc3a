import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runRegistryCli } from '../../services/registry/src/cli.ts'

async function run(...args: string[]) {
  const out: string[] = []
  const error: string[] = []
  const status = await runRegistryCli(args, {
    environment: { XDG_DATA_HOME: '/nonexistent', HOME: '/nonexistent' },
    out: (text) => out.push(text),
    error: (text) => error.push(text),
  })
  return { status, out: out.join('\n'), error: error.join('\n') }
}

test('version and help are available without a command, and help for each command', async () => {
  expect(await run('--version')).toMatchObject({ status: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+$/) })
  expect(JSON.parse((await run('--version', '--json')).out)).toHaveProperty('version')
  const { out } = await run('--help')
  const commands = [...out.matchAll(/^ {2}([a-z][a-z -]*?) {2,}/gm)].map(([, command = '']) => command)
  expect(commands).toEqual(expect.arrayContaining(['serve', 'token revoke', 'org add-member', 'approve']))
  for (const command of commands) {
    const help = await run(...command.split(' '), '--help')
    expect(help.out).toContain(`Usage: cli-apps-registry ${command}`)
    expect(help.out.split('\n').filter((line) => line.length > 120)).toEqual([])
  }
})

test('an incomplete command lists those that begin with it, under the same headings', async () => {
  const { status, out } = await run('keys', '--help')
  expect(status).toBe(0)
  expect(out).toContain('Sign:\n  keys generate')
  expect(out).not.toContain('token create')
})

test('descriptions of flags are aligned in one column', async () => {
  const { out } = await run('serve', '--help')
  const columns = [...out.matchAll(/^ {2}(.{4}--\S+(?: [A-Z]+)? +)\S/gm)].map(
    ([, before = '']) => before.length,
  )
  expect(columns.length).toBeGreaterThan(10)
  expect(new Set(columns)).toHaveLength(1)
})

test.each([
  [[], 'Missing command'],
  [['srve'], 'Did you mean "cli-apps-registry serve"?'],
  [['constructor'], 'Unknown command: "constructor"'],
  [['token'], 'Missing subcommand: token <create|list|revoke>'],
  [['token', 'creat'], 'Did you mean "cli-apps-registry token create"?'],
  [['serve', '--prot', '1'], '--prot'],
  [['serve', '--port', '65536'], 'port'],
  [['serve', 'now'], 'now'],
  [['serve', '--public-url', 'ftp://x'], 'public-url'],
  [['import', 'cli-anything'], 'SOURCE'],
  [['import', 'cli-anything', 'a.json', 'b.json'], 'SOURCE'],
  [['import', 'cli-anything', 'a.json', '--pin', 'https://x.example/r.git=main'], 'pin'],
  [['token', 'create'], 'user'],
  [['token', 'create', '--user', 'Ann Lee', '--scope', 'admin'], 'user'],
  [['token', 'create', '--user', 'ann', '--scope', 'publish:'], 'publish:'],
  [['token', 'create', '--user', 'ann', '--scope', 'publish:*-*'], 'publish:*-*'],
  [['token', 'revoke'], 'ID'],
  [['user', 'disable', 'ann', 'bob'], 'USER'],
  [['org', 'add-member', 'acme', 'Ann Lee'], 'user'],
  [['org', 'add-prefix', 'acme', 'acme-'], 'prefix'],
  [['approve', 'Not a name'], 'app'],
  [['trust', 'add', '--app', 'jq', '--user', 'ann'], 'issuer'],
  [['token', 'create', '--user', 'ann', '--scope', 'admin', '--expires', '0'], 'expires'],
])('%j is a usage error that names the mistake', async (args, word) => {
  const { status, out, error } = await run(...args)
  expect({ status, out }).toEqual({ status: 2, out: '' })
  expect(error).toContain(word)
  const json = await run(...args, '--json')
  expect(JSON.parse(json.out)).toEqual({
    error: expect.objectContaining({ code: expect.stringMatching(/^(cli|config|token)\./) }),
  })
  expect(json.error).toBe('')
})

test('a command that makes a new database says so, on stderr, and the next does not', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'cli-apps-new-database-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const create = (user: string) => run('user', 'create', user, '--data', folder)
  const first = await create('ann')
  expect(first).toMatchObject({ status: 0, out: 'The user ann is created.' })
  expect(first.error).toContain(`This makes a new database in ${folder}.`)
  expect(await create('bob')).toMatchObject({ status: 0, error: '' })
})
