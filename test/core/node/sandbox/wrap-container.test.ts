import {
  type ContainerSandbox,
  containerEnvironment,
  type SandboxPolicy,
  wrapCommand,
} from '@cli-apps/core/node'
import { describe, expect, it } from 'vitest'

const sandbox: ContainerSandbox = {
  kind: 'container',
  program: '/usr/bin/engine',
  image: 'image:1',
  user: '1000:100',
  keepsUser: false,
  environment: { HOME: '/home/u', PATH: '/usr/bin', LANG: 'C', DOCKER_HOST: 'unix:///run/d.sock' },
  noLimits: null,
}
const policy: SandboxPolicy = { cwd: '/w', readable: [], writable: ['/w'], scratch: [], network: 'none' }

const wrap = (
  change: Partial<SandboxPolicy> = {},
  options: Parameters<typeof wrapCommand>[3] = {},
  engine: Partial<ContainerSandbox> = {},
): readonly string[] =>
  wrapCommand(['/store/app', '--x'], { ...policy, ...change }, { ...sandbox, ...engine }, options)

const valuesOf = (words: readonly string[], option: string): string[] =>
  words.flatMap((word, index) => (words[index - 1] === option ? [word] : []))

describe('wrapCommand with a container engine', () => {
  it('gives the program nothing but the image, its user and what the policy lists', () => {
    expect(wrap()).toEqual([
      ...[
        '/usr/bin/engine',
        'run',
        '--rm',
        '--interactive',
        '--init',
        '--pull',
        'never',
        '--log-driver',
        'none',
        '--read-only',
      ],
      ...['--cap-drop', 'ALL', '--security-opt', 'no-new-privileges', '--security-opt', 'label=disable'],
      ...['--user', '1000:100', '--network', 'none'],
      ...['--tmpfs', '/tmp:rw,exec,nosuid,nodev,mode=1777,size=536870912'],
      ...['--mount', 'type=bind,source=/w,target=/w'],
      ...['--workdir', '/w', '--entrypoint', '/store/app', 'image:1', '--x'],
    ])
  })

  it('passes standard input on to the program, and gives it no terminal', () => {
    const words = wrap()
    const ofEngine = words.slice(0, words.indexOf('image:1'))
    expect(ofEngine).toContain('--interactive')
    expect(ofEngine).not.toContain('--tty')
  })

  it('passes the words of the command as they are, after the image', () => {
    const words = ['/x/a b', '--privileged', '-v', '/:/', '--', '$(id)', '']
    const wrapped = wrapCommand(words, policy, sandbox)
    expect(wrapped.slice(wrapped.indexOf('--entrypoint'))).toEqual([
      '--entrypoint',
      '/x/a b',
      'image:1',
      ...words.slice(1),
    ])
  })

  it('has the network of the engine only when the policy says so', () => {
    expect(wrap({ network: 'host' })).not.toContain('--network')
  })

  it('limits memory without swap, processes and processor time', () => {
    const words = wrap({}, { limits: { memoryBytes: 2 ** 26, processes: 20, cpuPercent: 150 } })
    expect(words.join(' ')).toContain('--memory 67108864 --memory-swap 67108864 --pids-limit 20 --cpus 1.5')
    expect(wrap({}, { limits: null })).not.toContain('--memory')
  })

  it('names the container, and keeps the number of the user where it has to', () => {
    expect(valuesOf(wrap({}, { name: 'n' }), '--name')).toEqual(['n'])
    expect(valuesOf(wrap({}, {}, { keepsUser: true }), '--userns')).toEqual(['keep-id'])
  })

  it.each([
    ['/a,readonly=false', '"source=/a,readonly=false","target=/a,readonly=false"'],
    ['/a:/b:rw', 'source=/a:/b:rw,target=/a:/b:rw'],
    ['/a"b', '"source=/a""b","target=/a""b"'],
    ['/工作 a=b', 'source=/工作 a=b,target=/工作 a=b'],
  ])('takes %j as one path', (folder, fields) => {
    expect(valuesOf(wrap({ readable: [folder] }), '--mount')).toContain(`type=bind,${fields},readonly`)
  })

  it.each(['/a\nb', '/a\0b', '/a\r', '/a\x7f'])('refuses %j', (folder) => {
    expect(() => wrap({ readable: [folder] })).toThrowError(
      expect.objectContaining({ code: 'sandbox.bad-path' }),
    )
  })

  it('puts inner folders over outer ones, hides what is to be empty, and shows what a link leads to', () => {
    const mounts = valuesOf(
      wrap({
        readable: ['/w/.cli-apps', '/store/python-3.12'],
        scratch: ['/home/u', '/tmp'],
        links: [
          { at: '/store/python', to: 'python-3.12' },
          { at: '/w/link', to: '/w/.cli-apps' },
          { at: '/bin', to: 'usr/bin' },
        ],
      }),
      '--mount',
    )
    expect(mounts.sort()).toEqual([
      'type=bind,source=/store/python-3.12,target=/store/python,readonly',
      'type=bind,source=/store/python-3.12,target=/store/python-3.12,readonly',
      'type=bind,source=/w,target=/w',
      'type=bind,source=/w/.cli-apps,target=/w/.cli-apps,readonly',
      'type=tmpfs,target=/home/u,tmpfs-size=536870912,tmpfs-mode=1777',
    ])
  })

  it('names variables, and holds values of folders alone', () => {
    const words = wrap({}, { environment: { HOME: '/data', TOKEN: 'geheim' } })
    expect(valuesOf(words, '--env')).toEqual(['HOME=/data', 'TOKEN'])
    expect(words.join(' ')).not.toContain('geheim')
  })
})

describe('the environment of the engine', () => {
  it('has the values for the app, and of folders its own', () => {
    const environment = {
      HOME: '/data',
      TMPDIR: '/tmp',
      XDG_CONFIG_HOME: '/data/.config',
      LANG: 'C',
      TOKEN: 'a\nb',
    }
    expect(containerEnvironment(environment, sandbox)).toEqual({ ...sandbox.environment, TOKEN: 'a\nb' })
  })

  it.each([
    ['DOCKER_HOST', 'tcp://other'],
    ['DOCKER_CONFIG', '/w'],
    ['CONTAINERS_CONF', '/w/conf'],
    ['CONTAINER_HOST', 'ssh://other'],
    ['XDG_RUNTIME_DIR', '/w'],
    ['LD_PRELOAD', '/w/x.so'],
    ['GODEBUG', 'x'],
    ['LANG', 'other'],
    ['TOKEN*', 'x'],
  ])('refuses %s, which the engine obeys', (name, value) => {
    expect(() => containerEnvironment({ [name]: value }, sandbox)).toThrowError(
      expect.objectContaining({ code: 'sandbox.engine-variable' }),
    )
  })
})
