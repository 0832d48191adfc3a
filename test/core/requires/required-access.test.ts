import { accessItems, parseManifest, readManifest } from '@cli-apps/core'
import { describe, expect, it } from 'vitest'
import { exampleManifest } from '../../support/example-manifest.ts'

const withAccess = (access: unknown) => ({ ...exampleManifest(), requires: { access } })
const file = (path: string, mode = 'read') => ({ files: [{ path, mode, why: 'Needs it' }] })
const socket = (path: string) => ({ sockets: [{ path, why: 'Needs it' }] })
const hosts = (...names: string[]) => ({ network: { hosts: names } })

describe('requires.access', () => {
  it.each([
    ...['.git', '~/.ssh', '~/.gitconfig', '~/.config/git', '/etc/letsencrypt/', '/var/log/letsencrypt'].map(
      (path) => file(path, 'write'),
    ),
    ...['/var/run/postgresql', '/run/docker.sock', '~/.local/share/app/socket'].map(socket),
    ...['none', 'all', 'raw'].map((network) => ({ network })),
    hosts('example.com', '*.example.com', 'example.com:8443', '127.0.0.1:11434', '[::1]:80', 'localhost'),
    { devices: [{ path: '/dev/dri', why: 'Computes' }], nested: true, display: true },
  ])('may ask for %j', (access) => {
    expect(parseManifest(withAccess(access)).requires?.access).toEqual(access)
  })

  it.each(
    [
      ...[
        '/',
        '~',
        '~/',
        '~root/x',
        '~/..',
        '~/../x',
        '/etc',
        '/etc/../root',
        '/etc/./x',
        '/etc//x',
        '//etc/x',
      ],
      ...[
        '/proc/1/mem',
        '/sys/kernel',
        '/dev/kvm',
        '/home/ada/.ssh',
        '/root/.ssh',
        '/Users/ada/x',
        '/var/run',
      ],
      ...[
        '~/.config',
        '~/.local',
        '~/.local/share',
        '~/.config/cli-apps',
        '~/.config/cli-apps/grants',
        '../x',
      ],
      ...[
        '~/.local/share/cli-apps/store',
        '~/Library/Application Support/cli-apps',
        '/usr/local',
        'a/../../b',
      ],
      ...['/etc/x\u0000', '/etc/x\ny', '~/Library'],
    ].map((path) => [path]),
  )('may not ask for the file %j', (path) => {
    expect(() => parseManifest(withAccess(file(path)))).toThrow('manifest')
  })

  it.each([
    ...['.git', '/run', '/var/run', '/run/user', '~', 'postgresql', '/run/x/'].map(socket),
    ...['example.com/', 'Example.com', 'example.com.', '*', '*.com', 'a.*.com', 'http://example.com', ''].map(
      (name) => hosts(name),
    ),
    ...[
      '2130706433',
      '0x7f.1',
      '127.1',
      '[::0001]',
      'bücher.de',
      'a:0',
      'a:99999',
      '*.1.2',
      'a b',
      'a@b',
    ].map((name) => hosts(name)),
    hosts(),
    { network: 'some' },
    ...['/dev', '/etc/x', '/dev/../etc', '/dev/mem', '/dev/shm/x'].map((path) => ({
      devices: [{ path, why: 'x' }],
    })),
    { nested: 'yes' },
    { more: true },
    { files: [...file('~/.ssh').files, ...file('~/.ssh/', 'write').files] },
    file('~/.ssh', 'execute'),
    { files: [{ path: '~/.ssh', mode: 'read' }] },
  ])('may not be %j', (access) => {
    expect(() => parseManifest(withAccess(access))).toThrow('manifest')
  })

  it('ignores unknown keys when read from a registry, and nothing else', () => {
    const access = { ...file('~/.ssh'), network: 'none', later: 1 }
    expect(readManifest(withAccess(access)).requires?.access).toEqual({ ...file('~/.ssh'), network: 'none' })
  })

  it('returns the names that users grant', () => {
    const manifest = parseManifest(
      withAccess({
        files: [
          ...file('.git', 'write').files,
          ...file('.idea').files,
          ...file('/etc/letsencrypt/', 'write').files,
        ],
        ...socket('/run/docker.sock'),
        devices: [{ path: '/dev/kvm', why: 'Runs machines' }],
        network: 'raw',
        nested: true,
        display: false,
      }),
    )
    expect(accessItems(manifest).map(({ name, mode }) => `${mode} ${name}`)).toEqual([
      'write .git',
      'write file:/etc/letsencrypt',
      'write socket:/run/docker.sock',
      'write device:/dev/kvm',
      'write network:raw',
      'write nested',
    ])
    expect(accessItems(parseManifest(withAccess(hosts('example.com'))))).toEqual([])
  })
})
