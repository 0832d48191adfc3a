import type { InstallMethod } from '@cli-apps/core'
import { describe, expect, it } from 'vitest'
import { methodOrigin } from '../../../services/installer/src/install/fallback/method-origin.ts'
import type { Step } from '../../../services/installer/src/strategies/step.ts'

const run = (hostname: string): Step => ({
  step: 'run',
  title: 'install',
  argv: ['pip', 'install'],
  cwd: '/',
  confinement: {
    writable: [],
    readable: [],
    hosts: [{ hostname, port: 443, mayBePrivate: false }],
    files: {},
    proxies: {},
  },
})

describe('where a plan takes the program from', () => {
  it('is the index of a package', () => {
    const method: InstallMethod = { method: 'pip', package: 'greet', version: '1.2.3' }
    expect(methodOrigin(method, [run('pypi.org')])).toBe('pypi.org')
    expect(methodOrigin(method, [])).toBeUndefined()
  })

  it('is the repository of a program from git, whose dependencies alone are from the index', () => {
    const method: InstallMethod = {
      method: 'pip',
      git: 'https://git.test/greet.git',
      commit: 'a'.repeat(40),
    }
    expect(methodOrigin(method, [run('pypi.org')])).toBe('git.test')
    expect(methodOrigin(method, [])).toBeUndefined()
  })
})
