import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { readCargoSettings } from '../../../services/installer/src/managers/cargo-settings.ts'
import { readGoSettings } from '../../../services/installer/src/managers/go-settings.ts'
import { npmRegistryOf, readNpmSettings } from '../../../services/installer/src/managers/npm-settings.ts'
import { ownEnvironment } from '../../../services/installer/src/managers/own-environment.ts'
import { readPipSettings } from '../../../services/installer/src/managers/pip-settings.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const mirror = (url: string): string => url

async function homeWith(files: Record<string, string>): Promise<string> {
  const home = await temporaryFolder()
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(home, name)), { recursive: true })
    await writeFile(path.join(home, name), text)
  }
  return home
}

describe('settings of npm', () => {
  it("are the user's package sources and credentials, and no others", async () => {
    const HOME = await homeWith({
      '.npmrc':
        'registry=https://npm.test\n@corp:registry=https://corp.test/\n//corp.test/:_authToken=${TOKEN}\nca[]=one\nca[]=two\ngit=./script\nscript-shell=./script\nnode-options=--require ./x\nignore-scripts=false\nprefix=/elsewhere\nhttps-proxy=http://proxy.test:1\n',
    })
    const environment = { HOME, TOKEN: 'secret', npm_config_fetch_retries: '0', npm_config_git: './script' }
    const { files, sources, proxies, origin } = await readNpmSettings({ environment, mirror })
    expect(files['.npmrc']?.trim().split('\n').sort()).toEqual([
      '//corp.test/:_authToken=secret',
      '@corp:registry=https://corp.test/',
      'ca[]=one',
      'ca[]=two',
      'fetch-retries=0',
      'registry=https://npm.test/',
    ])
    expect(sources).toEqual(['https://npm.test/', 'https://corp.test/'])
    expect(proxies).toEqual({ https_proxy: 'http://proxy.test:1' })
    expect(origin).not.toBe('')
  })

  it('determine the registry of a package: that of its scope, or else the default', async () => {
    const HOME = await homeWith({ '.npmrc': 'registry=https://npm.test\n@corp:registry=https://corp.test\n' })
    const settings = await readNpmSettings({ environment: { HOME }, mirror })
    expect(['greet', '@corp/greet', '@other/greet'].map((name) => npmRegistryOf(name, settings))).toEqual([
      'https://npm.test/',
      'https://corp.test/',
      'https://npm.test/',
    ])
  })

  it('have no origin for the default registry, so that existing store entries stay valid', async () => {
    const HOME = await homeWith({ '.npmrc': '//registry.npmjs.org/:_authToken=x\n' })
    expect((await readNpmSettings({ environment: { HOME }, mirror })).origin).toBe('')
  })

  it('exclude what npx exports, but include uppercase variables of the user', () => {
    const environment = { npm_config_user_agent: 'npm', npm_config_registry: 'a', NPM_CONFIG_REGISTRY: 'b' }
    expect(ownEnvironment(environment, 'linux')).toEqual({ NPM_CONFIG_REGISTRY: 'b' })
    expect(ownEnvironment(environment, 'win32')).toEqual({})
    expect(ownEnvironment({ npm_config_registry: 'a' })).toEqual({ npm_config_registry: 'a' })
  })
})

describe('settings of pip', () => {
  it("are those of the user's file and variables, without what would change the plan", async () => {
    const HOME = await homeWith({
      '.config/pip/pip.conf':
        '[global]\nindex-url = https://ann:secret@pypi.test/simple\nextra-index-url =\n    https://a.test/simple\n    https://b.test/simple\n[install]\ntarget = /elsewhere\nno-binary = :all:\n',
    })
    const environment = { HOME, PIP_TARGET: '/elsewhere', PIP_REQUIREMENT: '/evil', PIP_TIMEOUT: '5' }
    const { variables, sources, origin } = await readPipSettings({ environment, mirror })
    // A machine may have a pip.conf of its own as well.
    expect(variables).toMatchObject({
      PIP_INDEX_URL: 'https://ann:secret@pypi.test/simple',
      PIP_EXTRA_INDEX_URL: 'https://a.test/simple\nhttps://b.test/simple',
      PIP_TIMEOUT: '5',
      UV_DEFAULT_INDEX: 'https://ann:secret@pypi.test/simple',
    })
    for (const name of ['PIP_TARGET', 'PIP_REQUIREMENT', 'PIP_NO_BINARY'])
      expect(variables).not.toHaveProperty(name)
    expect(sources.slice(1, 3)).toEqual(['https://a.test/simple', 'https://b.test/simple'])
    const other = { HOME, PIP_INDEX_URL: 'https://ann:renewed@pypi.test/simple' }
    expect((await readPipSettings({ environment: other, mirror })).origin).toBe(origin)
  })
})

describe('settings of cargo', () => {
  it('contain sources and tokens, and no program to run', async () => {
    const HOME = await homeWith({
      '.cargo/config.toml':
        '[source.crates-io]\nreplace-with = "corp"\n[source.corp]\nregistry = "sparse+https://crates.corp.test/"\n[build]\nrustc-wrapper = "./script"\n[target.x]\nrunner = "./script"\n[registry]\nglobal-credential-providers = ["./script"]\n[alias]\ninstall = "run"\n',
      '.cargo/credentials.toml': '[registries.corp]\ntoken = "secret"\n',
    })
    const environment = { HOME, CARGO_TARGET_DIR: '/elsewhere', RUSTC_WRAPPER: './script' }
    const { config, variables, sources } = await readCargoSettings({ environment })
    expect(config).not.toContain('script')
    expect(config).toContain('sparse+https://crates.corp.test/')
    expect(variables).toEqual({ CARGO_REGISTRIES_CORP_TOKEN: 'secret' })
    expect(sources).toContain('https://crates.corp.test/')
  })
})

describe('settings of go', () => {
  it('contain only module proxies', async () => {
    const HOME = await homeWith({
      '.config/go/env': 'GOPROXY=https://go.test,direct\nGOFLAGS=-toolexec=./x\n',
    })
    const { variables } = await readGoSettings({ environment: { HOME, GOFLAGS: '-toolexec=./x' }, mirror })
    expect(variables).toEqual({ GOPROXY: 'https://go.test' })
    const direct = { HOME, GOPROXY: 'direct' }
    expect((await readGoSettings({ environment: direct, mirror })).variables.GOPROXY).toBe('off')
  })
})
