import { type BubblewrapSandbox, type SandboxPolicy, wrapCommand } from '@cli-apps/core/node'
import { describe, expect, it } from 'vitest'

const sandbox: BubblewrapSandbox = {
  kind: 'bubblewrap',
  program: '/usr/bin/bwrap',
  folders: ['/usr', '/usr/bin', '/etc'],
  links: [{ at: '/bin', to: 'usr/bin' }],
  resolver: '/run/resolve/resolv.conf',
  isRoot: false,
  boundsMemory: true,
  bindsDescriptors: true,
  needsUserNamespace: false,
  hasCapabilities: false,
  forbidsNamespaces: false,
}
const policy: SandboxPolicy = { cwd: '/', readable: [], writable: [], scratch: [], network: 'none' }

const wrap = (
  change: Partial<SandboxPolicy> = {},
  host: Partial<BubblewrapSandbox> = {},
): readonly string[] =>
  wrapCommand(['/usr/bin/true', '--x'], { ...policy, ...change }, { ...sandbox, ...host })

/** Operations with their operands, as `--bind a a`. */
function operations(argv: readonly string[]): string[] {
  const words = argv.slice(1, argv.indexOf('--'))
  const starts = words.flatMap((word, index) => (word.startsWith('--') ? [index] : []))
  return starts.map((start, nth) => words.slice(start, starts[nth + 1]).join(' '))
}
const binds = (argv: readonly string[]): string[] =>
  operations(argv).filter((operation) => /^--(ro-)?bind |^--tmpfs /.test(operation))

describe('wrapCommand with bubblewrap', () => {
  it('shows the system read-only, with devices, processes and memory of its own', () => {
    expect(wrap()).toEqual([
      '/usr/bin/bwrap',
      ...['--unshare-pid', '--die-with-parent', '--unshare-ipc', '--unshare-net', '--cap-drop', 'ALL'],
      ...['--ro-bind', '/usr', '/usr', '--ro-bind', '/etc', '/etc', '--dev', '/dev', '--proc', '/proc'],
      ...['--size', '536870912', '--tmpfs', '/tmp', '--size', '536870912', '--tmpfs', '/dev/shm'],
      ...['--symlink', 'usr/bin', '/bin', '--remount-ro', '/', '--chdir', '/', '--'],
      ...['/usr/bin/true', '--x'],
    ])
  })

  it('passes the words of the command as they are, whatever they look like', () => {
    const words = ['/x/a b', '--bind', '/', '/', '--', '$(id)', '']
    expect(wrapCommand(words, policy, sandbox).slice(-words.length - 1)).toEqual(['--', ...words])
  })

  it('keeps the network only when the policy says so, with the names it is asked by', () => {
    expect(wrap()).toContain('--unshare-net')
    expect(wrap({ network: 'host' })).not.toContain('--unshare-net')
    expect(binds(wrap())).not.toContain('--ro-bind /run/resolve/resolv.conf /run/resolve/resolv.conf')
    expect(binds(wrap({ network: 'host' }))).toContain(
      '--ro-bind /run/resolve/resolv.conf /run/resolve/resolv.conf',
    )
  })

  it.each<[string, Partial<SandboxPolicy>, string[]]>([
    ['a program in /tmp', { readable: ['/tmp/x'] }, ['--tmpfs /tmp', '--ro-bind /tmp/x /tmp/x']],
    [
      'a store in a home that is the workspace',
      { writable: ['/home/u'], readable: ['/home/u/.store/app'] },
      ['--bind /home/u /home/u', '--ro-bind /home/u/.store/app /home/u/.store/app'],
    ],
    [
      'a folder to write to in one to read',
      { writable: ['/srv/a/out'], readable: ['/srv/a'] },
      ['--ro-bind /srv/a /srv/a', '--bind /srv/a/out /srv/a/out'],
    ],
    ['one folder as both', { writable: ['/srv/a'], readable: ['/srv/a'] }, ['--bind /srv/a /srv/a']],
    [
      'a workspace above the home that is hidden',
      { writable: ['/home/u/w'], scratch: ['/home/u'] },
      ['--tmpfs /home/u', '--bind /home/u/w /home/u/w'],
    ],
    ['the whole machine', { writable: ['/'] }, ['--bind / /', '--ro-bind /usr /usr']],
    ['spaces and other scripts', { writable: ['/srv/a 测'] }, ['--bind /srv/a 测 /srv/a 测']],
  ])('puts the inner folder over the outer: %s', (_, change, inOrder) => {
    const all = binds(wrap(change))
    expect(all.filter((operation) => inOrder.includes(operation))).toEqual(inOrder)
  })

  it('mounts nothing twice: what the system or another folder shows already', () => {
    const plain = binds(wrap()).length
    expect(binds(wrap({ readable: ['/usr/lib/x', '/usr'] }))).toHaveLength(plain)
    expect(binds(wrap({ writable: ['/srv', '/srv/a'], readable: ['/opt/x', '/opt/x/y'] }))).toHaveLength(
      plain + 2,
    )
  })

  it('makes the links to folders, unless the folder they are in comes with them', () => {
    const links = [
      { at: '/home/u/link', to: '/srv/a' },
      { at: '/srv/a/inner', to: 'other' },
      { at: '/bin', to: 'usr/bin' },
    ]
    const made = operations(wrap({ readable: ['/srv/a'], links })).filter((one) =>
      one.startsWith('--symlink'),
    )
    expect(made).toEqual(['--symlink usr/bin /bin', '--symlink /srv/a /home/u/link'])
  })

  it('takes every privilege from root, and the settings of the kernel', () => {
    expect(operations(wrap())).toContain('--cap-drop ALL')
    expect(operations(wrap())).not.toContain('--remount-ro /proc')
    expect(operations(wrap({}, { isRoot: true }))).toEqual(
      expect.arrayContaining(['--cap-drop ALL', '--remount-ro /proc']),
    )
  })

  it('asks for what this bubblewrap can and needs', () => {
    expect(wrap({}, { boundsMemory: false })).not.toContain('--size')
    expect(wrap({}, { needsUserNamespace: true })).toContain('--unshare-user')
    expect(wrap({}, { needsUserNamespace: true })).not.toContain('--disable-userns')
    expect(wrap({}, { needsUserNamespace: true, forbidsNamespaces: true })).toContain('--disable-userns')
  })

  it('gives raw packets outside of a user namespace, where they reach the network of the machine', () => {
    const strict = { needsUserNamespace: true, forbidsNamespaces: true }
    const words = wrap({ network: 'host', hasRawNetwork: true }, strict)
    expect(words).not.toContain('--unshare-user')
    expect(words).not.toContain('--disable-userns')
    const added = words.filter((_, index) => words[index - 1] === '--cap-add')
    expect(added).toEqual(['CAP_NET_RAW', 'CAP_SETUID', 'CAP_SETGID'])
    expect(wrap({ network: 'host' }, strict)).not.toContain('--cap-add')
  })
})
