import { CommandNode } from '@cli-apps/core'
import { describe, expect, it } from 'vitest'
import { callEffect, isSuspect } from '../../../packages/core/src/call-effect/call-effect.ts'
import { buildManifest } from '../../support/fixture-workspace.ts'

const words = (line: string): string[] => line.split(' ')

describe('a command in other letter case', () => {
  const store = buildManifest('store', {
    run: {
      effects: {
        read: ['get', 'cluster info'],
        write: ['set'],
        destructive: ['getdel', 'getset', 'cluster reset'],
      },
    },
  })
  const tree = CommandNode.parse({
    name: 'store',
    commands: ['get', 'getdel', 'getset', 'set'].map((name) => ({ name })),
  })

  it.each([
    ['GET a', 'read'],
    ['Get a', 'read'],
    ['CLUSTER INFO', 'read'],
    ['CLUSTER RESET', 'destructive'],
    ['GETDEL a', 'destructive'],
    ['SET a 1', 'write'],
    // A beginning may still be any of them.
    ['GE a', 'destructive'],
  ])('%s: %s', (line, effect) => {
    expect(callEffect(store, undefined, words(line))).toBe(effect)
    expect(callEffect(store, tree, words(line))).toBe(effect)
  })

  it('is not meant where one is written just so', () => {
    const both = buildManifest('both', { run: { effects: { read: ['x'], destructive: ['X'] } } })
    expect(callEffect(both, undefined, ['x'])).toBe('read')
    expect(callEffect(both, undefined, ['X'])).toBe('destructive')
  })
})

describe('a command of which several names are listed', () => {
  const tree = CommandNode.parse({
    name: 'tool',
    commands: [
      { name: 'tasks', aliases: ['t'], commands: [{ name: 'ls' }, { name: 'rm' }, { name: 'run' }] },
    ],
  })
  const tool = buildManifest('tool', {
    run: { effects: { read: ['tasks ls'], write: ['t run'], destructive: ['tasks rm'] } },
  })

  it.each([
    ['tasks ls', 'read'],
    ['t ls', 'read'],
    ['tasks run x', 'write'],
    ['t run x', 'write'],
    ['t rm x', 'destructive'],
  ])('%s: %s', (line, effect) => {
    expect(callEffect(tool, tree, words(line))).toBe(effect)
  })
})

describe('a switch that is undone under another name', () => {
  const sync = buildManifest('sync', {
    run: { effects: { destructive: ['*'], read: [{ options: ['-n'] }] } },
  })
  const tree = CommandNode.parse({ name: 'sync', options: [{ short: ['-n'], long: ['--dry-run'] }] })

  it.each([
    ['-n a', 'read'],
    ['-n a --dry-run=false', 'destructive'],
    ['-n a --no-dry-run', 'destructive'],
  ])('%s: %s', (line, effect) => {
    expect(callEffect(sync, tree, words(line))).toBe(effect)
  })
})

it('counts a second value of an option only where it hides a listed command', () => {
  const cloud = buildManifest('cloud', { run: { effects: { destructive: ['*', 'rm'], read: ['ls'] } } })
  const tree = CommandNode.parse({
    name: 'cloud',
    options: [{ long: ['--cwd'], value: { name: 'folder' } }],
    commands: [{ name: 'ls' }, { name: 'rm' }],
  })
  expect(callEffect(cloud, tree, words('--cwd d ls'))).toBe('read')
  expect(callEffect(cloud, tree, words('--cwd d ls rm'))).toBe('destructive')
})

describe('takes_value', () => {
  const effects = {
    read: ['s3 ls', 'tasks'],
    destructive: ['s3 rm', { operands: ['release*'] }],
    takes_value: ['--region', '--configuration'],
  }
  const cloud = buildManifest('cloud', { run: { effects } })
  const tree = CommandNode.parse({
    name: 'cloud',
    commands: [{ name: 's3', commands: [{ name: 'ls' }, { name: 'rm' }] }, { name: 'tasks' }],
  })

  it('tells which option before a command takes a word', () => {
    for (const known of [tree, undefined]) {
      expect(callEffect(cloud, known, words('--region eu s3 ls'))).toBe('read')
      expect(callEffect(cloud, known, words('--region=eu s3 ls'))).toBe('read')
      expect(callEffect(cloud, known, words('--region eu s3 rm x'))).toBe('destructive')
    }
    // It takes one word, so that this is the command s3 and not s3 rm.
    expect(callEffect(cloud, undefined, words('--region eu s3 ls rm'))).toBe('read')
    expect(isSuspect({ manifest: cloud }, tree, words('--region eu s3 cp'))).toBe(true)
    expect(isSuspect({ manifest: cloud }, tree, words('--region eu tasks'))).toBe(false)
    expect(isSuspect({ manifest: cloud }, tree, words('--other eu tasks'))).toBe(true)
  })

  it('tells that a word after an option is no operand', () => {
    expect(callEffect(cloud, undefined, words('tasks --configuration releaseClasspath'))).toBe('read')
    expect(callEffect(cloud, undefined, words('tasks --other releaseClasspath'))).toBe('destructive')
    expect(callEffect(cloud, undefined, words('tasks --configuration a releaseAll'))).toBe('destructive')
  })

  it('tells that a value behind a sign may be the next word', () => {
    const glued = { name: 'name', glued: true }
    const node = CommandNode.parse({ ...tree, options: [{ long: ['--region'], value: glued }] })
    expect(callEffect(cloud, node, words('--region s s3 ls'))).toBe('read')
  })

  it('does not count against the help', () => {
    const node = CommandNode.parse({ ...tree, options: [{ long: ['--region'] }] })
    expect(callEffect(cloud, node, words('--region s3 rm'))).toBe('destructive')
  })

  it('does not hide a preview that is its value', () => {
    const copy = buildManifest('copy', {
      run: {
        effects: {
          read: [{ command: 'copy', options: ['--dry-run'] }],
          destructive: ['copy'],
          takes_value: ['--message'],
        },
      },
    })
    const known = CommandNode.parse({
      name: 'copy',
      commands: [{ name: 'copy', options: [{ long: ['--dry-run'] }] }],
    })
    expect(callEffect(copy, known, words('copy --message --dry-run'))).toBe('destructive')
    expect(callEffect(copy, known, words('copy --message x --dry-run'))).toBe('read')
  })
})

describe('a query that only reads', () => {
  const shell = buildManifest('shell', {
    run: {
      effects: {
        read: [{ options: ['-c=select*', '--command=select*'], overrides: ['-c=*', '--command=*'] }],
        destructive: [{ options: ['-c', '--command', '-c=*;*', '--command=*;*'] }],
      },
    },
  })
  // `-c, --command=COMMAND`: the sign belongs to the long name.
  const command = { short: ['-c'], long: ['--command'], value: { name: 'COMMAND', glued: true } }
  const tree = CommandNode.parse({
    name: 'shell',
    options: [command, { short: ['-h'], value: { name: 'HOST' } }, { short: ['-q'] }, { short: ['-A'] }],
  })

  it.each([
    [['-c', 'SELECT 1'], 'read'],
    [['-h', 'db', '-c', 'select 1'], 'read'],
    [['-h', 'db', '-qA', '-c', 'select 1'], 'read'],
    [['-qx', '-c', 'select 1'], 'destructive'],
    [['--command=select 1'], 'read'],
    [['-cselect 1'], 'destructive'],
    [['--command', 'select 1'], 'destructive'],
    [['-c', 'select 1; drop table x'], 'destructive'],
    [['-c', 'drop table x'], 'destructive'],
    [['-c', 'select 1', '-c', 'drop table x'], 'destructive'],
    [['-c', 'select 1', '-cdrop table x'], 'destructive'],
    [['-c', 'select 1', '-qcdrop table x'], 'destructive'],
    [['-c', 'select 1', '--command=drop table x'], 'destructive'],
    [['-c', 'select 1', '--comm=drop table x'], 'destructive'],
    [['-c', 'select 1', '--comm', 'drop table x'], 'destructive'],
    [['-h', '-c', 'select 1'], 'destructive'],
  ])('%j: %s', (args, effect) => {
    expect(callEffect(shell, tree, args)).toBe(effect)
  })
})

describe('an option that overrides its other values', () => {
  const remote = buildManifest('remote', {
    run: {
      effects: {
        read: [{ options: ['-m=ping'], overrides: ['-m=*'] }],
        destructive: ['*', { options: ['-m'] }],
      },
    },
  })
  const tree = CommandNode.parse({
    name: 'remote',
    options: [{ short: ['-m'], value: { name: 'module' } }, { short: ['-b'] }],
  })

  it.each([
    ['-m ping', 'read'],
    ['all -m ping', 'read'],
    ['all -m ping -mreboot', 'destructive'],
    ['all -bmreboot -m ping', 'destructive'],
    ['-m ping -m reboot', 'destructive'],
  ])('%s: %s', (line, effect) => {
    expect(callEffect(remote, tree, words(line))).toBe(effect)
  })
})

it('asks a program for its help or version with one dash too', () => {
  const any = buildManifest('any', { run: { effects: { destructive: ['*'] } } })
  for (const line of ['-help', '-version', '--help', '--version'])
    expect(callEffect(any, undefined, [line])).toBe('read')
  for (const line of ['-h', 'x -version', '-version x'])
    expect(callEffect(any, undefined, words(line))).toBe('destructive')
})
