import { describe, expect, it } from 'vitest'
import { managerEnvironment } from '../../../services/installer/src/steps/manager-environment.ts'

const environment = {
  PATH: '/usr/bin',
  HOME: '/home/ann',
  npm_config_registry: 'https://npm.test/',
  'npm_config_//npm.test/:_authToken': 'npm-token',
  npm_config_ignore_scripts: 'false',
  npm_config_prefix: '/elsewhere',
  PIP_INDEX_URL: 'https://pypi.test/simple',
  PIP_TARGET: '/elsewhere',
  PIP_REQUIREMENT: '/evil.txt',
  CARGO_REGISTRIES_MINE_TOKEN: 'cargo-token',
  CARGO_TARGET_DIR: '/elsewhere',
  GOPROXY: 'https://go.test',
  GOFLAGS: '-modfile=/evil',
  HTTPS_PROXY: 'http://ann:secret@proxy.test:3128',
  AWS_SECRET_ACCESS_KEY: 'aws',
}
const python = ['PYTHONDONTWRITEBYTECODE', 'PYTHONUNBUFFERED', 'PYTHONUTF8']
const own = ['NO_COLOR', 'TERM', 'PAGER', ...python, 'PATH', 'HOME']
const seen = (manager: Parameters<typeof managerEnvironment>[1]): string[] =>
  Object.keys(managerEnvironment(environment, manager)).filter((name) => !own.includes(name))

describe('managerEnvironment', () => {
  it('passes the proxies to a system manager, and no settings of other managers', () => {
    expect(seen('apt')).toEqual(['HTTPS_PROXY'])
  })

  it('passes no token and no proxy with a password to third-party code', () => {
    expect(seen(undefined)).toEqual([])
  })
})
