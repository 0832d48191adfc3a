import { type CommandNode, effectOf, listedCommands, CommandNode as Node } from '@cli-apps/core'
import { digestOf } from '@cli-apps/core/node'
import { describe, expect, it } from 'vitest'
import { callEffect, isSuspect, recordEffect } from '../../../packages/core/src/call-effect/call-effect.ts'
import { Effects } from '../../../packages/core/src/manifest/effect/effects.ts'
import { buildManifest } from '../../support/fixture-workspace.ts'

const manifest = buildManifest('git', {
  run: {
    effects: {
      read: ['log', 'remote', 'list'],
      write: ['commit', 'remote add'],
      destructive: ['push', 'remote remove', 'rm', 'stash purge'],
    },
  },
})

const flag = (long: string, short: string[] = []) => ({ long: [long], short })
const valued = (short: string, more = {}) => ({ short: [short], value: { name: 'v', ...more } })

const tree: CommandNode = Node.parse({
  name: 'git',
  options: [
    flag('--bare'),
    valued('-C'),
    valued('-c', { optional: true }),
    valued('-O', { glued: true }),
    { long: ['--git-dir'], value: { name: 'path' } },
    { long: ['--twice'], value: { name: 'x' } },
    { long: ['--twice'] },
  ],
  commands: [
    { name: 'push', aliases: ['publish'] },
    { name: 'log' },
    { name: 'commit', aliases: ['ci'] },
    { name: 'list', aliases: ['ls'] },
    { name: 'delete', aliases: ['rm', 'del'] },
    { name: 'remote', commands: [{ name: 'add' }, { name: 'remove', aliases: ['drop'] }] },
    { name: 'stash', commands: [{ name: 'save' }] },
  ],
})

describe('the effect of a call is that of the command it names', () => {
  it.each([
    ['push', 'destructive'],
    ['log', 'read'],
    ['commit -m x', 'write'],
    ['frobnicate', 'unknown'],
    ['', 'unknown'],
    // The longest listed prefix of a path decides.
    ['remote', 'read'],
    ['remote -v', 'read'],
    ['remote add origin', 'write'],
    ['remote remove origin', 'destructive'],
    // Aliases, whichever name the manifest uses.
    ['publish', 'destructive'],
    ['ci', 'write'],
    ['ls', 'read'],
    ['delete', 'destructive'],
    ['del', 'destructive'],
    ['remote drop origin', 'destructive'],
    // Options before the command.
    ['-C push log', 'read'],
    ['-C x push', 'destructive'],
    ['-Cx push', 'destructive'],
    ['--bare push', 'destructive'],
    ['--bare log', 'read'],
    ['--git-dir=push log', 'read'],
    ['--git-dir push log', 'read'],
    ['-O push', 'destructive'],
    ['-O2 push', 'destructive'],
    // Options that may take a value: a call that is destructive in either reading is destructive.
    ['-c push log', 'destructive'],
    ['-c log push', 'destructive'],
    ['--unknown push log', 'destructive'],
    ['--unknown x push', 'destructive'],
    ['--unknown log push', 'destructive'],
    ['--unknown log commit', 'unknown'],
    ['remote --unknown x remove', 'destructive'],
    ['--a --b --c --d --e --f --g --h --i --j push', 'destructive'],
    // Many programs look for their command after `--` too.
    ['-- push', 'destructive'],
    ['-- -C push', 'unknown'],
    ['-- -C x push', 'destructive'],
    ['remote -- -v remove origin', 'destructive'],
    ['log -- push', 'read'],
    // Arguments after a command are not commands.
    ['log push', 'read'],
    ['log --unknown push', 'read'],
    ['log --a --b --c --d --e --f --g --h --i --j --k --l', 'read'],
    // A command that the tree lacks may exist nevertheless.
    ['stash purge', 'destructive'],
    ['stash other', 'unknown'],
    ['- push', 'unknown'],
    // Many programs accept abbreviated and uppercase names.
    ['pus', 'destructive'],
    ['PUSH', 'destructive'],
    ['pub', 'destructive'],
    ['dele', 'destructive'],
    ['remote rem origin', 'destructive'],
    ['remote Drop origin', 'destructive'],
    ['REMOTE REMOVE origin', 'destructive'],
    ['stash pu', 'destructive'],
    ['lo', 'unknown'],
    ['remote ad', 'unknown'],
    // An exact name wins.
    ['log pus', 'read'],
    ['remote add rem', 'write'],
    // Nothing that a program may treat as a command counts as reading.
    ['-c alias.x=push x', 'unknown'],
    ['KEY=value push', 'unknown'],
    ['@file', 'unknown'],
    ['--twice push log', 'destructive'],
    ['-pC x push', 'destructive'],
    ['--git-d x push', 'destructive'],
    // A long option may take two values, which help rarely shows.
    ['--git-dir log log push', 'destructive'],
    ['--unknown log log push', 'destructive'],
    ['--git-dir x log', 'read'],
    // With configuration on the command line, the effect of the command is unknown.
    ['-c alias.log=push log', 'unknown'],
    ['-calias.log=push log', 'unknown'],
    ['-c core.pager=evil log', 'unknown'],
    ['--config-env=alias.z=X z', 'unknown'],
    ['--exec-path=/tmp/evil log', 'unknown'],
    ['log --upload-pack=evil', 'unknown'],
    ['--rsh=evil log', 'unknown'],
    ['-o ProxyCommand=evil log', 'unknown'],
    ['-oProxyCommand=evil log', 'unknown'],
    ['-c core.pager=evil push', 'destructive'],
    ['log -- --config x', 'read'],
    ['log -o out.txt', 'read'],
  ])('git %s: %s', (line, effect) => {
    expect(
      callEffect(
        manifest,
        tree,
        line.split(' ').filter((word) => word !== ''),
      ),
    ).toBe(effect)
  })

  it.each([
    ['push', 'destructive'],
    ['-C x push', 'destructive'],
    ['--flag push', 'destructive'],
    ['-x log', 'read'],
    ['remote remove x', 'destructive'],
    ['publish', 'unknown'],
  ])('also without a tree: %s is %s', (line, effect) => {
    expect(callEffect(manifest, undefined, line.split(' '))).toBe(effect)
  })

  it('is unknown if the manifest lists no effects', () => {
    expect(callEffect(buildManifest('git'), tree, ['push'])).toBe('unknown')
  })

  it('is decided quickly whatever the arguments', () => {
    const options = Array.from({ length: 999 }, (_, index) => `--x${index}`)
    expect(callEffect(manifest, undefined, [...options, 'push'])).toBe('destructive')
    const mixed = Array.from({ length: 1000 }, (_, index) => (index % 2 === 0 ? '-x' : 'remote'))
    expect(['destructive', 'unknown', 'read']).toContain(callEffect(manifest, undefined, mixed))
    expect(callEffect(manifest, tree, ['constructor', '__proto__'])).toBe('unknown')
  })

  it('with too many readings is destructive if anything in the app is', () => {
    const read = Array.from({ length: 40 }, (_, index) => `a${index} b`)
    const many = buildManifest('many', { run: { effects: { read, destructive: ['zap'] } } })
    const args = Array.from({ length: 1000 }, (_, index) => (index % 2 === 0 ? '-x' : `a${index % 40}`))
    expect(callEffect(many, undefined, args)).toBe('destructive')
  })
})

describe('the effect of a call of an app whose command tree is lost', () => {
  const commands = digestOf('the tree')

  it.each([
    ['publish', 'destructive'],
    ['log', 'read'],
    ['commit', 'write'],
  ])('of %s is %s', (line, effect) => {
    expect(recordEffect({ manifest, commands }, undefined, [line])).toBe(effect)
  })

  it('is unknown if nothing in the app is destructive, or it never had a tree', () => {
    const harmless = buildManifest('git', { run: { effects: { read: ['log'] } } })
    expect(recordEffect({ manifest: harmless, commands }, undefined, ['x'])).toBe('unknown')
    expect(recordEffect({ manifest }, undefined, ['publish'])).toBe('unknown')
    expect(recordEffect({ manifest, commands }, tree, ['x'])).toBe('unknown')
  })
})

describe('the effect of a call of an app without a command tree', () => {
  it.each([
    ['log', 'read'],
    // Only one reading names a command that the manifest lists.
    ['--json log', 'read'],
    ['--project p.json commit', 'write'],
    ['-C x --json log', 'read'],
    // Both do.
    ['--unknown log commit', 'unknown'],
    ['--unknown log push', 'destructive'],
    ['--json frobnicate', 'unknown'],
    ['-c alias.x=push log', 'unknown'],
  ])('git %s: %s', (line, effect) => {
    expect(callEffect(manifest, undefined, line.split(' '))).toBe(effect)
  })
})

describe('options that decide the effect', () => {
  const byOption = buildManifest('git', {
    run: {
      effects: {
        read: ['log', { command: 'remote', options: ['-v'] }],
        // The older form, with an option after the command.
        write: ['branch', 'checkout', 'config --list', 'fetch', 'restore'],
        destructive: [
          { command: 'branch', options: ['-D', '--delete'] },
          { command: 'checkout', options: ['--', '--force'] },
          { command: 'fetch', operands: ['+*', 'A*/*b'] },
          { command: 'restore', operands: ['<path>'] },
          'tag -d',
          'push',
        ],
      },
    },
  })
  const options = [
    { short: ['-m'], value: { name: 'text' } },
    { short: ['-f'] },
    { long: ['--dry'] },
    { short: ['-noD'] },
  ]
  const optionTree = Node.parse({
    name: 'git',
    commands: ['branch', 'checkout', 'tag', 'remote', 'log', 'fetch', 'restore'].map((name) => ({
      name,
      options,
    })),
  })

  it.each([
    ['branch', 'write'],
    ['branch new', 'write'],
    ['branch -D old', 'destructive'],
    ['branch old -D', 'destructive'],
    ['branch -fD old', 'destructive'],
    ['branch -mD', 'write'],
    // A name of its own, and no cluster.
    ['branch -noD old', 'write'],
    ['branch -xoD old', 'destructive'],
    ['branch --delete old', 'destructive'],
    ['branch --delete=old', 'destructive'],
    ['branch --del old', 'destructive'],
    ['branch --d', 'destructive'],
    ['branch --dry', 'write'],
    ['branch -m"fix D"', 'write'],
    ['fetch origin +main', 'destructive'],
    ['fetch origin +', 'destructive'],
    ['fetch -- +main', 'destructive'],
    ['fetch -m +main', 'write'],
    ['fetch origin a+b', 'write'],
    ['fetch a/../B', 'destructive'],
    ['fetch a/../b/', 'write'],
    ['fetch there', 'write'],
    ['restore there', 'destructive'],
    ['restore other', 'write'],
    ['restore sub/', 'destructive'],
    ['restore -m there', 'write'],
    ['branch -- -D', 'write'],
    ['-C x branch -D old', 'destructive'],
    ['checkout main', 'write'],
    ['checkout -- file', 'destructive'],
    ['checkout --force main', 'destructive'],
    ['tag -d v1', 'destructive'],
    ['tag v1', 'unknown'],
    ['remote -v', 'read'],
    ['remote', 'unknown'],
    ['log -D', 'read'],
  ])('git %s: %s', (line, effect) => {
    expect(callEffect(byOption, optionTree, line.split(' '), { isThere: (name) => name === 'there' })).toBe(
      effect,
    )
  })
})

describe('an option that makes its command do less', () => {
  const manifest = buildManifest('tool', {
    run: {
      effects: {
        read: [
          { command: 'prune', options: ['-n', '--dry-run'] },
          { command: 'remove', options: ['--dry-run'] },
          { options: ['--quiet'] },
        ],
        write: [{ command: 'remove', options: ['--keep'] }],
        destructive: ['prune', 'remove', { command: 'prune', options: ['--force'] }],
      },
    },
  })
  const switches = [{ long: ['--dry-run'], short: ['-n'] }, { long: ['--keep'] }, { long: ['--quiet'] }]
  const values = [
    { short: ['-m'], value: { name: 'text' } },
    { short: ['-o'], value: { name: 'x', optional: true } },
  ]
  const tree = Node.parse({
    name: 'tool',
    commands: [
      { name: 'prune', options: [...switches, ...values], commands: [{ name: 'all', options: switches }] },
      { name: 'remove', options: [...switches, ...values] },
    ],
  })

  it.each([
    ['prune --dry-run', 'read'],
    ['prune old -n', 'read'],
    ['prune -m text -n', 'read'],
    ['remove --keep x', 'write'],
    ['remove --dry-run x', 'read'],
    ['prune', 'destructive'],
    // Another option takes it as its value, or may.
    ['prune -m --dry-run', 'destructive'],
    ['prune -o --dry-run', 'destructive'],
    ['prune --other --dry-run', 'destructive'],
    ['prune -- --dry-run', 'destructive'],
    ['--dry-run prune', 'destructive'],
    ['prune --dry-run=false', 'destructive'],
    ['prune --dry-run --dry-run=false', 'destructive'],
    ['prune --dry-run --no-dry-run', 'destructive'],
    // What is stronger still counts.
    ['prune --dry-run --force', 'destructive'],
    ['remove --keep --dry-run x', 'write'],
    // Not of this very command.
    ['prune all --dry-run', 'destructive'],
    ['prune --quiet', 'destructive'],
    ['remove -n', 'destructive'],
  ])('tool %s: %s', (line, effect) => {
    expect(callEffect(manifest, tree, line.split(' '))).toBe(effect)
  })

  it('is none where the help says that it takes a value', () => {
    const options = [{ long: ['--dry-run'], value: { name: 'mode' } }]
    const valued = Node.parse({ name: 'tool', commands: [{ name: 'prune', options }] })
    expect(callEffect(manifest, valued, ['prune', '--dry-run'])).toBe('destructive')
  })

  it('counts without a help where no option before it can take it', () => {
    for (const bare of [undefined, Node.parse({ name: 'tool', commands: [{ name: 'prune' }] })]) {
      expect(callEffect(manifest, bare, ['prune', '--dry-run', 'old'])).toBe('read')
      expect(callEffect(manifest, bare, ['prune', 'old', '--dry-run'])).toBe('read')
      expect(callEffect(manifest, bare, ['prune', '--age=old', '--dry-run'])).toBe('read')
      expect(callEffect(manifest, bare, ['prune', 'old', '--', '--dry-run'])).toBe('destructive')
      expect(callEffect(manifest, bare, ['prune', '-m', '--dry-run'])).toBe('destructive')
      expect(callEffect(manifest, bare, ['prune', '--dry-run', '--dry-run=false'])).toBe('destructive')
    }
    const drop = buildManifest('tool', {
      run: { effects: { destructive: ['drop'], write: [{ command: 'drop', options: ['--to=*'] }] } },
    })
    for (const line of ['drop --to x', 'drop --to=x y', 'drop y --to x'])
      expect([line, callEffect(drop, undefined, line.split(' '))]).toEqual([line, 'write'])
    for (const line of ['drop -y --to x', 'drop --to', 'drop --too x'])
      expect([line, callEffect(drop, undefined, line.split(' '))]).toEqual([line, 'destructive'])
  })

  it('may be written with true or false, or in a cluster of switches', () => {
    const dry = { name: 'x', type: 'boolean', optional: true }
    const options = [{ long: ['--dry-run'], short: ['-n'], value: dry }, { short: ['-v'] }, { short: ['-q'] }]
    const quiet = buildManifest('tool', {
      run: { effects: { read: [{ options: ['--dry-run', '-q'] }], destructive: ['*'] } },
    })
    const root = Node.parse({ name: 'tool', options })
    for (const line of ['--dry-run', '--dry-run=true', '--dry-run x', '-vq', 'x -qv', '-q'])
      expect([line, callEffect(quiet, root, line.split(' '))]).toEqual([line, 'read'])
    for (const line of ['--dry-run=false', '--dry-run false', '--dry-run --dry-run=0', '-vqx', '-n', 'x'])
      expect([line, callEffect(quiet, root, line.split(' '))]).toEqual([line, 'destructive'])
  })
})

describe('an option that overrides others', () => {
  const manifest = buildManifest('tool', {
    run: {
      effects: {
        read: [
          { command: 'mirror', options: ['--dry-run'], overrides: ['--remove', '--age=*', '<path>'] },
          { options: ['-n'], overrides: ['clean'] },
        ],
        write: ['mirror'],
        destructive: [
          { command: 'mirror', options: ['--remove', '--age=*', '--exec'], operands: ['<path>'] },
          { options: ['--eval'], operands: ['clean'] },
        ],
      },
    },
  })
  const options = [
    { long: ['--dry-run'] },
    { long: ['--remove'] },
    { long: ['--age', '--exec'], value: { name: 'x' } },
  ]
  const tree = Node.parse({
    name: 'tool',
    options: [{ short: ['-n'] }, { long: ['--dry-run'] }, { long: ['--eval'], value: { name: 'code' } }],
    commands: [{ name: 'mirror', options }],
  })

  it.each([
    ['mirror a b', 'write'],
    ['mirror --remove a b', 'destructive'],
    ['mirror --remove --dry-run a b', 'read'],
    ['mirror --dry-run --age=3 ./a b', 'read'],
    ['--dry-run mirror --remove a b', 'read'],
    // What is not overridden still counts, and an option that may be the value of another, or is undone, overrides nothing.
    ['mirror --dry-run --exec rm a b', 'destructive'],
    ['mirror --remove --age --dry-run a', 'destructive'],
    ['mirror --remove --dry-run=false a b', 'destructive'],
    ['--dry-run mirror --remove --no-dry-run a b', 'destructive'],
    ['--eval --dry-run mirror --remove a', 'destructive'],
    ['mirror --remove -- --dry-run', 'destructive'],
    // Also for a program without commands.
    ['clean', 'destructive'],
    ['-n clean', 'read'],
    ['-n clean --eval x', 'destructive'],
  ])('tool %s: %s', (line, effect) => {
    expect(callEffect(manifest, tree, line.split(' '))).toBe(effect)
  })

  it('counts behind an option that it overrides, if the help lacks that one or tells no more than a sign', () => {
    const lists = [undefined, [], [{ long: ['--remove'], value: { name: 'false', glued: true } }]]
    for (const more of lists) {
      const mirror = { name: 'mirror', options: [...(more ?? []), { long: ['--dry-run'] }] }
      const bare = more && Node.parse({ name: 'tool', commands: [mirror] })
      expect(callEffect(manifest, bare, ['mirror', '--remove', '--dry-run', 'a'])).toBe('read')
      expect(callEffect(manifest, bare, ['mirror', '--age', '--dry-run', 'a'])).toBe('destructive')
    }
    const taking = [{ long: ['--remove'], value: { name: 'what' } }, { long: ['--dry-run'] }]
    const valued = Node.parse({ name: 'tool', commands: [{ name: 'mirror', options: taking }] })
    expect(callEffect(manifest, valued, ['mirror', '--remove', '--dry-run', 'a'])).toBe('destructive')
  })

  it('overrides an option by its name, which then takes a value', () => {
    const read = [{ command: 'api', options: ['--method=GET'], overrides: ['--field=*'] }]
    const effects = Effects.parse({
      read,
      destructive: [{ command: 'api', options: ['--field'] }],
      write: ['api'],
    })
    const effectOf = (line: string) => callEffect({ run: { effects } }, undefined, line.split(' '))
    expect(effectOf('api x --field a=1')).toBe('destructive')
    expect(effectOf('api x --field a=1 --method GET')).toBe('read')
    expect(effectOf('api --field --method=GET x')).toBe('destructive')
  })

  it('counts before its command without a help if it is listed for the program too, as the first word', () => {
    const down = { command: 'down', options: ['--dry-run'] }
    const effectOf = (read: object[], line: string) =>
      callEffect(
        { run: { effects: Effects.parse({ read, destructive: ['down'] }) } },
        undefined,
        line.split(' '),
      )
    const both = [down, { options: ['--dry-run'] }]
    expect(effectOf(both, '--dry-run down')).toBe('read')
    expect(effectOf(both, '--dry-run down --dry-run=false')).toBe('destructive')
    expect(effectOf(both, '--dry-run=false down')).toBe('destructive')
    expect(effectOf(both, '--file --dry-run down')).toBe('destructive')
    expect(effectOf([down], '--dry-run down')).toBe('destructive')
  })

  it('overrides every command where the program has it for all', () => {
    const read = [{ options: ['--dry-run', '-n'], overrides: ['*'] }]
    const destructive = ['mail send', 'drop', { options: ['--force'], operands: ['all'] }]
    const effects = Effects.parse({ read, destructive })
    const effectOf = (line: string, help?: CommandNode) =>
      callEffect({ run: { effects } }, help, line.split(' '))
    const root = {
      name: 'tool',
      options: [
        { long: ['--dry-run'], short: ['-n'] },
        { long: ['--to'], value: { name: 'x' } },
      ],
      commands: [{ name: 'drop' }, { name: 'mail', commands: [{ name: 'send' }] }],
    }
    for (const help of [undefined, Node.parse(root)]) {
      for (const line of ['--dry-run mail send', 'mail send -n', 'drop --dry-run --force all'])
        expect([line, effectOf(line, help)]).toEqual([line, 'read'])
      // What follows an operand may be for a program that the command starts: `exec web rm --dry-run`.
      for (const line of [
        'drop',
        'drop all --dry-run',
        'drop --to --dry-run',
        'drop --dry-run=false',
        'mail send -- --dry-run',
      ])
        expect([line, effectOf(line, help)]).toEqual([line, 'destructive'])
    }
  })

  it('has options of its own', () => {
    const read = [{ operands: ['x'], overrides: ['--force'] }]
    const { error } = Effects.safeParse({ read })
    expect(error?.issues[0]?.message).toBe('must have options where it has overrides')
  })
})

describe('an option that makes an aliased command, or a command with operands, do less', () => {
  const manifest = buildManifest('kube', {
    run: {
      effects: {
        read: [
          { command: 'create', options: ['--dry-run=client'] },
          { command: 'update', options: ['--pretend'] },
          { options: ['-i'] },
        ],
        destructive: ['create', 'create job', 'update', 'up', '*'],
      },
    },
  })
  const pretend = { long: ['--pretend'] }
  const dry = { long: ['--dry-run'], value: { name: 'how', type: 'string' } }
  const tree = Node.parse({
    name: 'kube',
    options: [
      { short: ['-i'], value: { name: 'flags', optional: true, glued: true } },
      { short: ['-O'], value: { name: 'level', glued: true } },
      { long: ['--from'], value: { name: 'address', glued: true } },
    ],
    commands: [
      { name: 'create', options: [dry], commands: [{ name: 'job', options: [dry] }] },
      { name: 'update', aliases: ['up'], options: [pretend] },
    ],
  })

  it.each([
    ['create --dry-run=client x', 'read'],
    ['create x --dry-run=client', 'read'],
    ['create job x --dry-run=client', 'destructive'],
    ['update --pretend', 'read'],
    ['up --pretend', 'read'],
    ['up', 'destructive'],
    // A value that must touch the letter takes no other word; one after the sign of a long name may be the next word.
    ['-i file', 'read'],
    ['-O -i', 'read'],
    ['--from -i', 'destructive'],
    ['--from=-i', 'destructive'],
    ['file', 'destructive'],
  ])('kube %s: %s', (line, effect) => {
    expect(callEffect(manifest, tree, line.split(' '))).toBe(effect)
  })
})

describe('a question about the program', () => {
  const manifest = buildManifest('tool', {
    run: { effects: { destructive: ['publish', '*'], read: ['list'] } },
  })
  const tree = Node.parse({
    name: 'tool',
    options: [{ short: ['-h'], long: ['--help'] }, { short: ['-V'] }],
    commands: [{ name: 'publish', aliases: ['pub'], commands: [{ name: 'help' }] }, { name: 'list' }],
  })

  it.each([
    ['--help', 'read', 'read'],
    ['--version', 'read', 'read'],
    ['-h', 'read', 'destructive'],
    ['-V', 'destructive', 'destructive'],
    ['publish --help', 'read', 'read'],
    ['pub --help', 'read', 'destructive'],
    ['publish help', 'read', 'destructive'],
    ['publish x --help', 'destructive', 'destructive'],
    ['publish --help x', 'destructive', 'destructive'],
    ['publish -- --help', 'destructive', 'destructive'],
  ])('tool %s: %s, without a command tree %s', (line, effect, without) => {
    const args = line.split(' ')
    expect([callEffect(manifest, tree, args), callEffect(manifest, undefined, args)]).toEqual([
      effect,
      without,
    ])
  })
})

describe('configuration on the command line', () => {
  const manifest = buildManifest('tool', {
    run: {
      effects: {
        read: ['scan'],
        write: ['build', { command: 'build', options: ['--config', '-o'] }],
        destructive: [{ command: 'build', options: ['--config=*.js'] }, 'drop'],
      },
    },
  })

  it.each([
    ['scan --config x.yml', 'unknown'],
    ['build --config x.yml', 'write'],
    ['build --config=x.js', 'destructive'],
    ['build -o ProxyCommand=x', 'write'],
    // Before the command, it is another option.
    ['--config x.yml build', 'unknown'],
  ])('tool %s: %s', (line, effect) => {
    expect(callEffect(manifest, undefined, line.split(' '))).toBe(effect)
  })

  it('makes calls suspect also where only options destroy', () => {
    const copy = buildManifest('copy', { run: { effects: { destructive: [{ options: ['--purge'] }] } } })
    expect(isSuspect({ manifest: copy }, undefined, ['-o', 'ProxyCommand=x', 'a', 'b'])).toBe(true)
    expect(isSuspect({ manifest: copy }, undefined, ['a', 'b'])).toBe(false)
  })
})

describe('the address of all interfaces', () => {
  const server = buildManifest('tool', { run: { effects: { write: ['serve', 'list'], read: ['ask'] } } })
  const own = buildManifest('tool', {
    run: { effects: { write: ['serve', { command: 'serve', options: ['--host'] }] } },
  })

  it.each([
    'serve --host 0.0.0.0',
    'serve --host=0.0.0.0',
    'serve --listen 0.0.0.0:8080',
    'serve --host ::',
    'serve -p 0.0.0.0:80:80',
    'ask --bind=[::]:80',
  ])('makes a call suspect: tool %s', (line) => {
    const args = line.split(' ')
    expect(callEffect(server, undefined, args)).toBe('unknown')
    expect(isSuspect({ manifest: server }, undefined, args)).toBe(true)
  })

  it.each([
    ['serve --host 127.0.0.1', 'write'],
    ['serve --host localhost', 'write'],
    ['ask 0.0.0.0', 'read'],
    ['ask --about a::b', 'read'],
  ])('is no other: tool %s', (line, effect) => {
    expect(callEffect(server, undefined, line.split(' '))).toBe(effect)
  })

  it('is judged by an entry that lists the option', () => {
    expect(callEffect(own, undefined, ['serve', '--host', '0.0.0.0'])).toBe('write')
  })
})

describe('a letter beside a long name that takes its value after a sign', () => {
  const manifest = buildManifest('kube', { run: { effects: { read: ['get'], destructive: ['delete'] } } })
  const tree = Node.parse({
    name: 'kube',
    options: [
      { short: ['-n'], long: ['--namespace'], value: { name: 'value', glued: true } },
      { short: ['-O'], value: { name: 'level', glued: true } },
    ],
    commands: [{ name: 'get' }, { name: 'delete' }],
  })

  it.each([
    ['-n x get pods', 'read'],
    ['--namespace x get pods', 'read'],
    ['--namespace=x get pods', 'read'],
    ['--namespace x delete pods', 'destructive'],
    // Either may be the command.
    ['--namespace get delete', 'destructive'],
    ['-O delete', 'destructive'],
    ['-n delete get', 'read'],
  ])('kube %s: %s', (line, effect) => {
    expect(callEffect(manifest, tree, line.split(' '))).toBe(effect)
  })
})

describe('options of a program without commands', () => {
  const sync = buildManifest('sync', {
    run: {
      effects: {
        read: [{ options: ['--dry-run', '--list'] }],
        destructive: [{ options: ['--delete', '-x'], operands: ['nuke:*'] }],
      },
    },
  })
  const syncTree = Node.parse({
    name: 'sync',
    options: [
      { short: ['-a'] },
      { short: ['-e'], value: { name: 'shell' } },
      { long: ['--delete-log'] },
      { long: ['-delete'] },
    ],
  })

  it.each([
    ['-a from to', 'unknown'],
    ['--delete from to', 'destructive'],
    // Known as it is written, and so something else.
    ['-delete from to', 'unknown'],
    ['from to --delete', 'destructive'],
    ['--del from to', 'destructive'],
    ['--delete-log from to', 'unknown'],
    ['-ax from to', 'destructive'],
    ['-exa from to', 'unknown'],
    ['from nuke:to', 'destructive'],
    ['-- --delete', 'unknown'],
    ['--list from', 'read'],
    ['--list --delete', 'destructive'],
  ])('sync %s: %s', (line, effect) => {
    expect(callEffect(sync, syncTree, line.split(' '))).toBe(effect)
  })

  const print = buildManifest('print', {
    run: {
      effects: {
        write: [{ options: ['--test', '-oFile'] }, { command: 'show', options: ['--tes'] }],
        destructive: [{ options: ['--test-reporter', '-c', '-dUNSAFE', '-rm', '-chdir=/*', '--wipe'] }],
      },
    },
  })

  // Without a tree, the lists alone tell which options there are.
  it.each([
    ['--test', 'write'],
    ['--test=a', 'write'],
    ['--test-rep', 'destructive'],
    // Listed for another command only.
    ['--tes', 'destructive'],
    ['-ac', 'destructive'],
    ['-dUNSAFE', 'destructive'],
    // Programs in Go take one dash or two.
    ['--dUNSAFE', 'destructive'],
    ['--chdir=/tmp', 'destructive'],
    ['--chdir=tmp', 'unknown'],
    ['-wipe', 'destructive'],
    ['--c', 'unknown'],
    ['-dProcessColors', 'unknown'],
    ['-dac', 'destructive'],
    ['-ProcessColors', 'destructive'],
    ['-oFile -dProcessColors -c', 'destructive'],
    // A short name of two letters may be a cluster.
    ['-rxc', 'destructive'],
    ['-rxcvf', 'destructive'],
  ])('print %s: %s', (line, effect) => {
    expect(callEffect(print, undefined, line.split(' '))).toBe(effect)
  })
})

describe('operands of several words', () => {
  const shell = buildManifest('shell', {
    run: { effects: { destructive: [{ operands: ['.sh *', 'delete*from*'] }], read: ['*'] } },
  })

  it.each([
    ['.sh rm x', 'destructive'],
    ['DELETE from t', 'destructive'],
    ['.show', 'read'],
    ['select deleted from t', 'read'],
  ])('shell "%s": %s', (operand, effect) => {
    expect(callEffect(shell, undefined, [operand])).toBe(effect)
  })
})

describe('the last operand', () => {
  const manifest = buildManifest('ship', {
    run: {
      effects: {
        write: ['copy'],
        destructive: [{ command: 'copy', operands: ['docker://*'], position: 'last' }],
      },
    },
  })
  const tree = Node.parse({
    name: 'ship',
    commands: [
      {
        name: 'copy',
        options: [
          { long: ['--all'] },
          { long: ['--format'], value: { name: 'kind' } },
          { long: ['--sign'], value: { name: 'key', optional: true } },
        ],
      },
    ],
  })

  it.each([
    ['copy dir:x docker://b', 'destructive'],
    ['copy docker://a docker://b', 'destructive'],
    ['copy docker://a dir:x', 'write'],
    ['copy dir:x docker://b --all', 'destructive'],
    ['copy dir:x docker://b --format oci', 'destructive'],
    ['copy docker://a dir:x --format docker://', 'write'],
    // The last word may be the value of the option before it.
    ['copy dir:x docker://b --sign key', 'destructive'],
    ['copy dir:x docker://b --unknown key', 'destructive'],
    ['copy docker://a -- dir:x', 'write'],
  ])('ship %s: %s', (line, effect) => {
    expect(callEffect(manifest, tree, line.split(' '))).toBe(effect)
  })

  it('is not told from a value without a command tree, and needs a pattern', () => {
    expect(callEffect(manifest, undefined, ['copy', 'docker://a', '--all', 'dir:x'])).toBe('destructive')
    expect(callEffect(manifest, undefined, ['copy', 'docker://a', 'dir:x'])).toBe('write')
    const without = { destructive: [{ command: 'copy', options: ['-f'], position: 'last' as const }] }
    expect(() => buildManifest('ship', { run: { effects: without } })).toThrow()
  })
})

describe('values of an option that decide the effect', () => {
  const agent = buildManifest('agent', {
    run: {
      effects: {
        read: [{ command: 'apply', options: ['--dry-run=client'] }],
        write: ['apply', { options: ['--mode=plan'] }, { command: 'keep', options: ['-o=*', '--out=*'] }],
        destructive: [
          { options: ['--mode=yolo', '-t=clean*', '-sOut=|*'] },
          { command: 'drop', options: ['-n'] },
          'keep',
        ],
      },
    },
  })
  const agentTree = Node.parse({
    name: 'agent',
    options: [{ long: ['--mode'], value: { name: 'mode' } }, { short: ['-v'] }],
    commands: [
      {
        name: 'apply',
        options: [
          { long: ['--dry-run'], value: { name: 'mode', optional: true } },
          { short: ['-k'], value: { name: 'folder' } },
        ],
      },
      {
        name: 'keep',
        options: [
          { long: ['--out'], short: ['-o'], value: { name: 'file' } },
          { short: ['-k'], value: { name: 'folder' } },
        ],
      },
    ],
  })

  it.each([
    ['--mode yolo', 'destructive'],
    ['--mode=yolo', 'destructive'],
    ['--mode=YOLO x', 'destructive'],
    ['--mo yolo', 'destructive'],
    ['--mode=plan', 'write'],
    ['--mode ask yolo', 'unknown'],
    ['--mode', 'unknown'],
    ['--other=yolo', 'unknown'],
    ['-t clean', 'destructive'],
    ['-tcleanall', 'destructive'],
    ['-t=clean', 'destructive'],
    ['-vt clean', 'destructive'],
    ['-vtclean', 'destructive'],
    ['-t build', 'unknown'],
    ['-tbuild clean', 'unknown'],
    ['-sOut=|rm', 'destructive'],
    ['-sOut=file', 'unknown'],
    ['-- --mode=yolo', 'unknown'],
    ['apply', 'write'],
    ['apply --dry-run=client x', 'read'],
    // Other values, and what is not certain, leave the command what it is.
    ['apply --dry-run client x', 'write'],
    ['apply --dry-run=none', 'write'],
    ['apply --dry-run', 'write'],
    ['apply --dry-run=client --dry-run=none', 'write'],
    ['apply --dry-run=client --dry-run', 'write'],
    ['apply -k --dry-run=client', 'write'],
    ['apply --dry-run=client --mode yolo', 'destructive'],
    ['keep', 'destructive'],
    ['keep -o x', 'write'],
    ['keep --out=x -k y', 'write'],
    ['keep -o x -o y', 'write'],
    ['keep -o', 'destructive'],
    ['keep -k -o', 'destructive'],
    ['keep -k y', 'destructive'],
  ])('agent %s: %s', (line, effect) => {
    expect(callEffect(agent, agentTree, line.split(' '))).toBe(effect)
  })

  it('counts for its own command also where the help lacks it, and for others only right after them', () => {
    const other = Node.parse({ name: 'agent', commands: [{ name: 'apply', options: [{ short: ['-x'] }] }] })
    expect(callEffect(agent, other, ['apply', '--dry-run=client'])).toBe('read')
    expect(callEffect(agent, other, ['apply', 'x', '--dry-run=client'])).toBe('read')
    expect(callEffect(agent, other, ['apply', '--file', '--dry-run=client'])).toBe('write')
    const any = buildManifest('tool', {
      run: { effects: { destructive: ['drop'], read: [{ command: 'drop', options: ['--dry-run=*'] }] } },
    })
    expect(callEffect(any, undefined, ['drop', 'x', '--dry-run=client'])).toBe('read')
    for (const none of ['none', 'false'])
      expect(callEffect(any, undefined, ['drop', 'x', `--dry-run=${none}`])).toBe('destructive')
    const starter = buildManifest('tool', {
      run: { effects: { read: [{ options: ['--dry-run'] }], destructive: ['exec'] } },
    })
    expect(callEffect(starter, undefined, ['exec', 'rm', '--dry-run'])).toBe('destructive')
  })

  it('counts as the next word where the option certainly takes it', () => {
    const lists = buildManifest('tool', {
      run: { effects: { read: [{ options: ['-t=list'] }], write: ['*'] } },
    })
    const withValue = (value: object) => Node.parse({ name: 'tool', options: [{ short: ['-t'], value }] })
    const [must, may] = [withValue({ name: 'x' }), withValue({ name: 'x', optional: true })]
    expect(callEffect(lists, must, ['-t', 'list'])).toBe('read')
    expect(callEffect(lists, must, ['-t', 'clean'])).toBe('write')
    expect(callEffect(lists, must, ['-t', 'list', '-t', 'clean'])).toBe('write')
    expect(callEffect(lists, may, ['-t', 'list'])).toBe('write')
  })
})

describe('an effect of every call', () => {
  const empty = buildManifest('empty', {
    run: { effects: { read: ['list', { options: ['--dry-run'] }], destructive: ['*'] } },
  })
  const emptyTree = Node.parse({
    name: 'empty',
    options: [{ long: ['--dry-run'] }],
    commands: [{ name: 'list' }],
  })

  it.each([
    ['', 'destructive'],
    ['30', 'destructive'],
    ['-f', 'destructive'],
    ['--dry-run', 'read'],
    ['list', 'read'],
    ['list --all', 'read'],
    // No command of the tree, and so an operand.
    ['more --dry-run', 'read'],
    ['--help', 'read'],
    ['--version', 'read'],
    ['x --help', 'destructive'],
  ])('empty %s: %s', (line, effect) => {
    const words = line.split(' ').filter((word) => word !== '')
    expect(callEffect(empty, emptyTree, words)).toBe(effect)
  })

  it('needs no command tree', () => {
    expect(callEffect(empty, undefined, [])).toBe('destructive')
    expect(callEffect(empty, undefined, ['--dry-run'])).toBe('read')
    expect(effectOf(empty, ['anything'])).toBe('destructive')
    expect(listedCommands(empty)).toEqual(['list'])
  })
})

describe('a call of unknown effect is suspect', () => {
  it.each([
    // A word that no command has, such as an alias of the user.
    ['z', true],
    ['stash other', true],
    ['--nonsense list', true],
    ['-c alias.z=push z', true],
    ['--exec-path=/tmp/evil log', true],
    ['stash', false],
    ['stash save', false],
    ['--bare stash save x y', false],
    ['-C dir stash', false],
    ['stash -- what', false],
    ['', false],
  ])('git %s: %s', (line, suspect) => {
    expect(
      isSuspect(
        { manifest },
        tree,
        line.split(' ').filter((word) => word !== ''),
      ),
    ).toBe(suspect)
  })

  it('not for a command whose name repeats that of its topic', () => {
    const topics = Node.parse({
      name: 'git',
      commands: [{ name: 'env', commands: [{ name: 'env:pull' }] }],
    })
    expect(isSuspect({ manifest }, topics, ['env:pull'])).toBe(false)
    expect(isSuspect({ manifest }, topics, ['env:other'])).toBe(true)
  })

  it('not for an option that the lists name, and for commands that a session gets as input', () => {
    const listed = buildManifest('git', {
      run: { bare: 'session', effects: { read: [{ options: ['--dry'] }], destructive: ['push'] } },
    })
    expect(isSuspect({ manifest: listed }, tree, ['--dry', 'stash'])).toBe(false)
    expect(isSuspect({ manifest: listed }, tree, ['--dray', 'stash'])).toBe(true)
    expect(isSuspect({ manifest: listed }, tree, ['--git-dir', 'z', 'stash'])).toBe(false)
    expect(isSuspect({ manifest: listed }, tree, [], { hasInput: true })).toBe(true)
    const session = buildManifest('sql', {
      run: {
        bare: 'session',
        effects: { read: ['get'], write: [{ options: ['--fast'] }], destructive: ['flush'] },
      },
    })
    const effectsOf = (line: string, hasInput: boolean): string =>
      callEffect(session, undefined, line.split(' '), { hasInput })
    expect([effectsOf('--fast', false), effectsOf('--fast', true)]).toEqual(['write', 'unknown'])
    expect([effectsOf('get x', true), effectsOf('flush', true)]).toEqual(['read', 'destructive'])
    expect(isSuspect({ manifest }, tree, [], { hasInput: true })).toBe(false)
  })

  it('only if its app lists something destructive, and without a tree unless it asks for help', () => {
    const harmless = buildManifest('git', { run: { effects: { read: ['log'] } } })
    expect(isSuspect({ manifest: harmless }, tree, ['-c', 'alias.z=push', 'z'])).toBe(false)
    expect(isSuspect({ manifest: harmless }, undefined, ['z'])).toBe(false)
    expect(isSuspect({ manifest }, undefined, ['z'])).toBe(true)
    expect(isSuspect({ manifest }, undefined, [])).toBe(false)
    for (const line of ['help', 'help z', 'z --help'])
      expect(isSuspect({ manifest }, undefined, line.split(' '))).toBe(false)
    for (const line of ['z --help x', 'z -- --help'])
      expect(isSuspect({ manifest }, undefined, line.split(' '))).toBe(true)
    expect(isSuspect({ manifest }, undefined, ['-c', 'alias.z=push', 'z'])).toBe(true)
  })
})

it('a value may touch the name of an option of several letters', () => {
  const node = Node.parse({
    name: 'tool',
    options: [{ short: ['-PS'], value: { name: 'ports', optional: true, glued: true, direct: true } }],
    commands: [{ name: 'drop' }],
  })
  const dropping = buildManifest('tool', { run: { effects: { destructive: ['drop'] } } })
  expect(isSuspect({ manifest: dropping }, node, ['-PS22,80'])).toBe(false)
  expect(isSuspect({ manifest: dropping }, node, ['-PX22,80'])).toBe(true)
})

it('no option takes the next word whose value touches it, or that is the opposite of a switch', () => {
  const options = [
    { short: ['-m'], value: { name: 'size', glued: true } },
    { short: ['-q'] },
    { long: ['--ci'] },
    { long: ['--dry-run'] },
  ]
  const node = Node.parse({ name: 'tool', options })
  const previewing = buildManifest('tool', {
    run: { effects: { read: [{ options: ['--dry-run'] }], destructive: ['*'] } },
  })
  const effectOf = (line: string) => callEffect(previewing, node, line.split(' '))
  for (const line of ['-m60 --dry-run x', '--no-ci --dry-run'])
    expect([line, effectOf(line)]).toEqual([line, 'read'])
  for (const line of ['-x60 --dry-run x', '--no-cd --dry-run', '-qz --dry-run'])
    expect([line, effectOf(line)]).toEqual([line, 'destructive'])
})

it('an option counts in other spellings that parsers take, and with its value behind a colon or a hash', () => {
  const running = buildManifest('tool', {
    run: {
      effects: {
        read: ['*'],
        destructive: [{ options: ['--config-file', '--extract-with', '-picoweb', '--listen=*80'] }],
      },
    },
  })
  const tree = Node.parse({ name: 'tool', options: [{ long: ['--extractwith'] }] })
  for (const word of [
    '--configFile=x',
    '--CONFIG_FILE=x',
    '--extract_with=x',
    '-picoweb:80',
    '-picoweb#80',
    '--listen:80',
    '--listen#80',
  ])
    expect([word, callEffect(running, undefined, [word])]).toEqual([word, 'destructive'])
  expect(callEffect(running, tree, ['--extractwith'])).toBe('read')
  expect(callEffect(running, undefined, ['--listen:90'])).toBe('read')
})
