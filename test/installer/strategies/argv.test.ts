import { describe, expect, it } from 'vitest'
import { apt } from '../../../services/installer/src/strategies/apt.ts'
import { binary } from '../../../services/installer/src/strategies/binary.ts'
import { npm } from '../../../services/installer/src/strategies/npm.ts'
import { pip } from '../../../services/installer/src/strategies/pip.ts'
import type { Step } from '../../../services/installer/src/strategies/step.ts'
import { exampleHost } from '../../support/strategy-host.ts'

const prefix = '/store/greet/1.2.3/key/prefix'
const argvs = (steps: readonly Step[]): (readonly string[])[] =>
  steps.flatMap((step) => (step.step === 'run' ? [step.argv] : []))
const mirrored = (from: string, to: string) =>
  exampleHost({ mirror: (url) => (url.startsWith(from) ? to + url.slice(from.length) : url) })

describe('npm', () => {
  const method = { method: 'npm', package: '@scope/greet', version: '1.2.3' } as const
  const plan = (host = exampleHost()) =>
    npm.plan(method, { host, bin: 'greet', prefix, facts: { npmCli: '/usr/lib/npm-cli.js' } })

  it('installs one exact version into the prefix, without install scripts', () => {
    const [argv] = argvs(plan().steps)
    expect(argv?.slice(0, 6)).toEqual([
      '/usr/bin/node',
      '/usr/lib/npm-cli.js',
      'install',
      '--prefix',
      prefix,
      '--ignore-scripts',
    ])
    expect(argv?.slice(-2)).toEqual(['--', '@scope/greet@1.2.3'])
  })

  it('asks the mirror of the npm registry', () => {
    const [argv] = argvs(plan(mirrored('https://registry.npmjs.org/', 'http://127.0.0.1:1/')).steps)
    expect(argv).toContain('--registry')
    expect(argv).toContain('http://127.0.0.1:1/')
  })
})

describe('pip', () => {
  const method = { method: 'pip', package: 'greet', version: '1.2.3' } as const

  it('makes a virtual environment and installs wheels only', () => {
    const { steps } = pip.plan(method, {
      host: exampleHost(),
      bin: 'greet',
      prefix,
      facts: { tool: 'python', python: '3.11.2 /usr/bin/python3' },
    })
    const [venv, install] = argvs(steps)
    expect(venv).toEqual(['/usr/bin/python3', '-m', 'venv', `${prefix}/venv`])
    expect(install?.slice(0, 4)).toEqual([`${prefix}/venv/bin/python`, '-m', 'pip', 'install'])
    expect(install?.join(' ')).toContain('--only-binary :all:')
    expect(install?.slice(-2)).toEqual(['--', 'greet==1.2.3'])
  })

  it('uses uv where it is there, and the mirror of PyPI', () => {
    const host = {
      ...mirrored('https://pypi.org/simple', 'http://127.0.0.1:1/simple'),
      paths: { uv: '/usr/bin/uv' },
    }
    const [, install] = argvs(
      pip.plan(method, { host, bin: 'greet', prefix, facts: { tool: 'uv', python: 'chosen by uv' } }).steps,
    )
    expect(install?.slice(0, 3)).toEqual(['/usr/bin/uv', 'pip', 'install'])
    expect(install).toContain('http://127.0.0.1:1/simple')
  })

  it('refuses a git source, whose build code it would run', () => {
    expect(
      pip.refuse?.({ method: 'pip', git: 'https://x.test/y', commit: '0'.repeat(40) }, exampleHost()),
    ).toMatch(/build code/)
    expect(pip.refuse?.(method, exampleHost())).toBeUndefined()
  })
})

describe('apt', () => {
  const method = { method: 'apt', package: 'greet' } as const
  const plan = (facts: { installed: string | null; candidate: string | null }, host = exampleHost()) =>
    apt.plan(method, { host, bin: 'greet', prefix: '', facts })

  it('adopts what is installed and runs nothing', () => {
    expect(plan({ installed: '1.0-1', candidate: '1.0-1' })).toEqual({ steps: [], undo: [], adopted: true })
  })

  it('installs without recommended packages, and can take it back', () => {
    const { steps, undo, adopted } = plan({ installed: null, candidate: '1.0-1' })
    expect(argvs(steps)).toEqual([
      [
        '/usr/bin/apt-get',
        '-o',
        'DPkg::Lock::Timeout=300',
        'install',
        '--yes',
        '--no-install-recommends',
        '--',
        'greet',
      ],
    ])
    expect(argvs(undo)).toEqual([
      ['/usr/bin/apt-get', '-o', 'DPkg::Lock::Timeout=300', 'remove', '--yes', '--', 'greet'],
    ])
    expect(adopted).toBe(false)
  })

  it('reads the package lists first where they do not know the package', () => {
    expect(argvs(plan({ installed: null, candidate: null }).steps)[0]).toEqual([
      '/usr/bin/apt-get',
      '-o',
      'DPkg::Lock::Timeout=300',
      'update',
    ])
  })

  it('is refused without root and sudo', () => {
    expect(apt.refuse?.(method, exampleHost({ isRoot: false }))).toBe('apt needs root or sudo')
    const paths = { 'apt-get': '/usr/bin/apt-get', sudo: '/usr/bin/sudo' }
    expect(apt.refuse?.(method, exampleHost({ isRoot: false, paths }))).toBeUndefined()
    expect(apt.refuse?.(method, exampleHost())).toBeUndefined()
  })

  it('goes through sudo without a password where it is not root', () => {
    const host = exampleHost({
      isRoot: false,
      paths: { 'apt-get': '/usr/bin/apt-get', sudo: '/usr/bin/sudo' },
    })
    expect(argvs(plan({ installed: null, candidate: '1' }, host).steps)[0]?.slice(0, 3)).toEqual([
      '/usr/bin/sudo',
      '-n',
      '/usr/bin/apt-get',
    ])
  })
})

describe('binary', () => {
  const download = {
    url: 'https://github.com/x/greet.tar.gz',
    sha256: '0'.repeat(64),
    size: 3,
    archive: 'tar.gz',
    path: 'bin/greet',
  } as const
  const method = { method: 'binary', platforms: { 'linux-x64': download } } as const

  it('downloads from the mirror, still by the digest of the manifest', () => {
    const host = mirrored('https://github.com/', 'http://127.0.0.1:1/github/')
    const { steps } = binary.plan(method, { host, bin: 'greet', prefix, facts: undefined })
    expect(steps[0]).toMatchObject({
      step: 'download',
      url: 'http://127.0.0.1:1/github/x/greet.tar.gz',
      sha256: download.sha256,
    })
  })
})
