import { readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseAppName } from '@cli-apps/core'
import { commandsFile, workspaceAt } from '@cli-apps/core/node'
import { beforeEach, describe, expect, it } from 'vitest'
import { createMachine, type Machine } from '../../support/cli.ts'
import { installEcho } from '../../support/echo-app.ts'
import { runWithInput } from '../../support/run-with-input.ts'

let machine: Machine
const homeOf = ({ environment }: Machine): string => environment.CLI_APPS_HOME ?? ''
const search = 'mail.message.search'

beforeEach(async () => {
  machine = await createMachine()
  const workspace = workspaceAt(machine.workspace)
  await writeFile(workspace.file, '{"apps": {}}')
  const manifest = {
    summary: 'Reads and writes e-mail',
    tags: ['邮件'],
    i18n: { zh: { summary: '读写邮件' } },
    run: { effects: { destructive: ['message v1.2 odd'] } },
  }
  await installEcho(workspace, 'mail', { manifest, home: homeOf(machine) })
  const tree = {
    name: 'paint',
    commands: [{ name: 'draw', summary: 'Draw a picture', arguments: [{ name: 'file', required: true }] }],
  }
  await installEcho(workspace, 'paint', { tree, home: homeOf(machine) })
  await installEcho(workspace, 'silent', { tree: null, home: homeOf(machine) })
})

const run = (...args: string[]) => machine.cli('tools', 'run', ...args)

describe('tools list', () => {
  it("shows what an app does in the reader's language, and in English for programs", async () => {
    const { stdout } = await machine.cli('tools', 'list', '--lang', 'zh')
    expect(stdout).toMatch(/^mail +读写邮件$/m)
    expect(stdout).toMatch(/^mail\.message\.v1\S+ +具有破坏性。/m)
    expect((await machine.cli('tools', 'list', '--lang', 'zh', '--json')).json()).toMatchObject({
      mail: { description: 'Reads and writes e-mail' },
    })
  })

  it('lists every command of installed apps by key, hidden ones and completion last', async () => {
    const result = await machine.cli('tools', 'list', '--json')
    expect(Object.keys(result.json())).toEqual([
      'mail',
      'mail.message',
      search,
      'mail.message.v1%2E2%20odd',
      'paint',
      'paint.draw',
      'mail.completion',
      'mail.purge',
    ])
    expect(result.json()[search]).toEqual({
      description: 'Search mail by words',
      input: {
        type: 'object',
        properties: {
          words: { type: 'array', items: { type: 'string' } },
          label: { type: 'array', items: { type: 'string' }, minItems: 1, description: 'With this label' },
          limit: {
            type: ['number', 'string'],
            pattern: expect.any(String),
            description: 'At most so many',
            default: 10,
          },
          color: { anyOf: [{ enum: ['auto', 'never'] }, { const: true }] },
          threads: { type: 'boolean', description: 'Whole conversations' },
          fail: { type: 'boolean', description: 'Fail' },
          account: { type: 'string', description: 'Account to use' },
        },
        additionalProperties: false,
      },
    })
    expect(result.stderr).toMatch(/commands of silent are not known.*\n.*install silent/)
  })

  it('ranks the matches of a query, in either language', async () => {
    for (const query of ['search mail', '搜索邮件']) {
      const found = Object.keys((await machine.cli('tools', 'list', '--query', query, '--json')).json())
      expect(found[0], query).toBe(search)
      expect(found, query).not.toContain('paint.draw')
    }
  })

  it('is limited by --limit and reports how many are left out', async () => {
    const result = await machine.cli('tools', 'list', '--app', 'mail', '--limit', '2')
    expect(result.stdout.trim().split('\n')).toHaveLength(2)
    expect(result.stderr).toContain('2 of 6 commands are shown')
    expect(await machine.cli('tools', 'list', '--limit', 'x')).toMatchObject({ status: 2 })
  })

  it('follows changes of a tree, whatever happened to its cache', async () => {
    const workspace = workspaceAt(machine.workspace)
    const found = async () =>
      Object.keys((await machine.cli('tools', 'list', '--query', 'juggle picture', '--json')).json())
    expect(await found()).toEqual(['paint.draw'])
    const folder = path.join(machine.home, 'cli-apps/cache/tool-indexes')
    const files = await readdir(folder)
    expect(files).toHaveLength(2)
    for (const file of files) await writeFile(path.join(folder, file), '{"index": []}')
    expect(await found()).toEqual(['paint.draw'])
    const tree = { name: 'paint', commands: [{ name: 'new' }, { name: 'juggle', summary: 'Juggle' }] }
    await installEcho(workspace, 'paint', { tree, home: homeOf(machine) })
    expect(await found()).toEqual(['paint.juggle'])
  })

  it('names apps with damaged files, and lists the others', async () => {
    await writeFile(commandsFile(workspaceAt(machine.workspace), parseAppName('paint')), '{')
    const result = await machine.cli('tools', 'list', '--json')
    expect(Object.keys(result.json())).toContain(search)
    expect(result.stderr).toContain('damaged files: paint.')
    expect(result.stderr).not.toContain('commands of paint')
  })

  it('lists a hundred commands by default, and reports how many there are', async () => {
    const commands = Array.from({ length: 150 }, (_, index) => ({ name: `c${index}` }))
    await installEcho(workspaceAt(machine.workspace), 'paint', {
      tree: { name: 'paint', commands },
      home: homeOf(machine),
    })
    const result = await machine.cli('tools', 'list', '--app', 'paint', '--json')
    expect(Object.keys(result.json())).toHaveLength(100)
    expect(result.stderr).toContain('100 of 151 commands')
  })

  it('suggests what to do for an app without commands, and for one that is not installed', async () => {
    const silent = await machine.cli('tools', 'list', '--app', 'silent')
    expect([silent.status, silent.stderr]).toEqual([4, expect.stringContaining('cli-apps install silent')])
    const typo = await machine.cli('tools', 'list', '--app', 'mali')
    expect([typo.status, typo.stderr]).toEqual([4, expect.stringContaining('"mail"')])
  })
})

describe('tools show', () => {
  it('shows one command, also by an alias', async () => {
    const shown = (await machine.cli('tools', 'show', 'mail.msg.search', '--json')).json()
    expect(Object.keys(shown)).toEqual([search])
  })

  it('warns of destructive commands', async () => {
    const shown = await machine.cli('tools', 'show', 'mail.message.v1%2E2%20odd')
    expect(shown.stdout).toContain('Destructive. An odd name')
  })
})

describe('tools run', () => {
  it('refuses with --dry-run what it would refuse to run', async () => {
    const refused = await run(search, '--input', '{"limit": "many"}', '--dry-run', '--json')
    expect([refused.status, refused.json()]).toEqual([
      125,
      { ok: false, error: expect.objectContaining({ code: 'tool.bad-input' }) },
    ])
  })

  const input = JSON.stringify({ words: ['-rf', 'a'], label: ['work'] })
  const args = '["message","search","--label","work","--","-rf","a"]\n'

  it('runs the program with the arguments that it makes from the input', async () => {
    expect(await run(search, '--input', input)).toMatchObject({ status: 0, stdout: args, stderr: '' })
    expect((await run(search, '--input', input, '--json')).json()).toMatchObject({ ok: true, stdout: args })
  })

  it('reads the input from standard input or a file', async () => {
    const piped = await runWithInput(machine, input, 'tools', 'run', search, '--input', '-')
    expect(piped).toMatchObject({ status: 0, stdout: args })
    await writeFile(path.join(machine.workspace, 'input.json'), input)
    expect(await run(search, '--input', '@input.json')).toMatchObject({ status: 0, stdout: args })
  })

  it("exits with the app's status", async () => {
    expect(await run(search, '--input', '{"fail": true}')).toMatchObject({ status: 7 })
  })

  it('only prints the arguments with --dry-run', async () => {
    const result = await run(search, '--input', '{"fail": true}', '--dry-run', '--json')
    expect(result.status).toBe(0)
    expect(result.json<{ argv: string[] }>().argv.slice(-3)).toEqual(['message', 'search', '--fail'])
  })

  it.each([
    [search, '{"label": "work"}', /label must be a list of at least one, each a text/],
    [search, '{"limit": "many"}', /limit must be a number/],
    [search, '{"color": "blue"}', /color must be one of "auto", "never" or true/],
    [search, '{"lable": ["x"]}', /lable is not a property of this command[\s\S]*"label"/],
    [search, '{"__proto__": 1}', /__proto__ is not a property of this command/],
    ['paint.draw', '{}', /file is required: a text/],
    [search, 'work', /is not valid JSON/],
    [search, '[]', /is not a JSON object/],
    [search, '', /is empty/],
    [search, '@nowhere.json', /File not found/],
    [search, '@/dev/zero', /has more than 1000000 bytes/],
    [search, '@.', /is a folder/],
    ['mail.message.serch', '{}', /"message search"/],
    ['mali', '{}', /not installed/],
    ['silent', '{}', /commands of silent are not known/],
    ['%2E/x', '{}', /is not the name of an app/],
  ])('%s with %s is refused with status 125', async (key, given, message) => {
    const result = await run(key, '--input', given)
    expect(result).toMatchObject({ status: 125, stdout: '' })
    expect(result.stderr).toMatch(message)
  })
})
