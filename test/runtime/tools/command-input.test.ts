import { rm } from 'node:fs/promises'
import { commandsFile, writeFileAtomic } from '@cli-apps/core/node'
import { beforeAll, describe, expect, it } from 'vitest'
import { installEcho } from '../../support/echo-app.ts'
import { treeText, writeSignedRecord } from '../../support/fixture-workspace.ts'
import { useRunHarness } from '../run-harness.ts'

const harness = useRunHarness()
beforeAll(() => installEcho(harness.workspace, 'mail'))

describe('a command with an input', () => {
  it.each(['message search', 'message.search', 'msg search', ' message  search '])(
    'is found as %j and called by arguments',
    async (command) => {
      const input = { words: ['a b'], label: ['work', '-x'], color: 'auto', account: 'home', threads: false }
      expect(await harness.run({ name: 'mail', command, input })).toMatchObject({
        ok: true,
        stdout: `${JSON.stringify([
          '--account',
          'home',
          'message',
          'search',
          '--label',
          'work',
          '--label=-x',
          '--color=auto',
          '--no-threads',
          'a b',
        ])}\n`,
      })
    },
  )

  it('is the program itself without words, and needs no input', async () => {
    expect(await harness.run({ name: 'mail', input: { account: 'x' } })).toMatchObject({
      stdout: '["--account","x"]\n',
    })
    expect(await harness.run({ name: 'mail', command: 'message search' })).toMatchObject({
      stdout: '["message","search"]\n',
    })
  })
})

describe('is an error value, and nothing is run:', () => {
  it.each([
    ['arguments beside a command', { args: [], command: 'message' }, 'run.args-and-command'],
    ['arguments beside an input', { args: ['x'], input: {} }, 'run.args-and-command'],
    ['an unknown command', { command: 'message serch' }, 'tool.unknown-command'],
    ['an input that does not fit', { command: 'message search', input: { limit: 'many' } }, 'tool.bad-input'],
    [
      'a key that objects have',
      { command: 'message search', input: JSON.parse('{"__proto__": 1}') },
      'tool.bad-input',
    ],
    ['an input that is no object', { command: 'message search', input: [] }, 'tool.bad-arguments'],
    [
      'a word too long',
      { command: 'message search', input: { words: ['x'.repeat(200_000)] } },
      'tool.bad-arguments',
    ],
    ['NUL', { command: 'message search', input: { words: ['a\0b'] } }, 'tool.bad-input'],
  ])('%s', async (_what, call, code) => {
    expect(await harness.run({ name: 'mail', ...call })).toMatchObject({ ok: false, error: { code } })
  })

  it('an app whose commands are not known, with what to do', async () => {
    await installEcho(harness.workspace, 'silent', { tree: null })
    expect(await harness.run({ name: 'silent', command: 'x' })).toMatchObject({
      ok: false,
      error: { code: 'tool.no-commands', hint: expect.stringMatching(/"args".*install silent/) },
    })
  })

  it('an app whose help is still being read: the user need not install it again', async () => {
    const record = await installEcho(harness.workspace, 'early', { tree: null })
    await writeSignedRecord(harness.workspace, { ...record, unread: true })
    expect(await harness.run({ name: 'early', command: 'x' })).toMatchObject({
      error: { code: 'tool.no-commands', hint: expect.stringMatching(/still being read.*"args"/) },
    })
  })

  it('names the nearest command', async () => {
    expect(await harness.run({ name: 'mail', command: 'message serch' })).toMatchObject({
      error: { hint: 'Did you mean "message search"?' },
    })
  })
})

describe('standard input of a program that opens a session', () => {
  it('is asked about, also where options write, but not with a command that reads data', async () => {
    const effects = { read: ['get'], write: [{ options: ['--fast'] }], destructive: ['flush'] }
    const tree = {
      name: 'store',
      options: [{ long: ['--fast'] }],
      commands: [{ name: 'get' }, { name: 'flush' }],
    }
    const manifest = { run: { bare: 'session' as const, effects } }
    const { name } = await installEcho(harness.workspace, 'store', { tree, manifest })
    const waits = { ok: false, error: { code: 'confirm.needed' } }
    expect(await harness.run({ name, args: [], stdin: 'flush' })).toMatchObject(waits)
    expect(await harness.run({ name, args: ['--fast'], stdin: 'flush' })).toMatchObject(waits)
    expect(await harness.run({ name, args: ['--fast'] })).toMatchObject({ ok: true })
    expect(await harness.run({ name, args: ['get'], stdin: 'key' })).toMatchObject({ ok: true })
    const pipe = [{ name, args: [] }]
    expect(await harness.run({ name, args: ['get'], pipe })).toMatchObject(waits)
  })
})

describe('a command tree of another hand', () => {
  it('makes no call look harmless, and calls no command', async () => {
    const { workspace } = harness
    const tree = { name: 'keep', commands: [{ name: 'drop', aliases: ['remove'] }] }
    const manifest = { run: { effects: { read: ['show'], destructive: ['drop'] } } }
    const { name } = await installEcho(workspace, 'keep', { tree, manifest })
    const forged = { name: 'keep', options: [{ long: ['--now'], value: { name: 'X' } }] }
    const waits = { ok: false, error: { code: 'confirm.needed' } }
    expect(await harness.run({ name, args: ['remove', 'x'] })).toMatchObject(waits)
    await writeFileAtomic(commandsFile(workspace, name), treeText(forged))
    expect(await harness.run({ name, args: ['--now', 'drop', 'show'] })).toMatchObject(waits)
    expect(await harness.run({ name, args: ['remove', 'x'] })).toMatchObject(waits)
    expect(await harness.run({ name, args: ['show'] })).toMatchObject({ ok: true })
    expect(await harness.run({ name, command: 'show' })).toMatchObject({
      error: { code: 'commands.changed' },
    })
    await rm(commandsFile(workspace, name))
    expect(await harness.run({ name, args: ['remove', 'x'] })).toMatchObject(waits)
  })
})
