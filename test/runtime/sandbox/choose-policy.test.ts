import { workspaceAt } from '@cli-apps/core/node'
import { describe, expect, it } from 'vitest'
import {
  choosePolicy,
  placesInside,
  type RunFacts,
} from '../../../packages/runtime/src/sandbox/choose-policy.ts'
import { planSandbox } from '../../../packages/runtime/src/sandbox/sandbox-setting.ts'

const facts: RunFacts = {
  record: { method: 'npm', store: '/home/ann/.local/share/cli-apps/store/x/1.0.0/k' },
  workspace: workspaceAt('/home/ann/work'),
  cwd: '/home/ann/work/sub',
  dataFolder: '/home/ann/.local/share/cli-apps/data/x@1',
  appsHome: '/home/ann/.local/share/cli-apps',
  program: ['/usr/bin'],
  named: ['/home/ann/ca.pem'],
  homes: ['/home/ann'],
}
const choose = (setting: unknown, change: Partial<RunFacts> = {}) =>
  choosePolicy({ ...facts, ...change }, planSandbox(setting))

describe('the policy of a run', () => {
  it('lets it change the workspace and its own data, and nothing else', () => {
    const { writable, scratch, cwd, network } = choose(undefined)
    expect(writable).toEqual(['/home/ann/work', '/home/ann/.local/share/cli-apps/data/x@1'])
    expect({ scratch, cwd, network }).toEqual({
      scratch: ['/home/ann'],
      cwd: '/home/ann/work/sub',
      network: 'host',
    })
  })

  it('lets it read its program, its store entry and the certificates, but no other store entry', () => {
    const { readable } = choose(undefined)
    expect(readable).toEqual(expect.arrayContaining(['/usr/bin', facts.record.store, '/home/ann/ca.pem']))
    expect(readable).not.toContain(`${facts.appsHome}/store`)
  })

  it('hides the home of all apps if that is in the workspace', () => {
    const appsHome = '/home/ann/work/.home'
    const store = `${appsHome}/store/x/1.0.0/k`
    const { readable, scratch } = choose(undefined, { appsHome, record: { method: 'npm', store } })
    expect(readable).toContain(store)
    expect(scratch).toContain(appsHome)
  })

  it('includes paths of the setting, and resolves those in the workspace only when the run begins', () => {
    const setting = { policy: 'workspace', readable: ['.vscode', '/srv/models'], network: 'none' }
    const { readable, network } = choose(setting)
    expect(readable).toContain('/srv/models')
    expect(readable.filter((file) => file.startsWith('/home/ann/work/'))).toEqual([])
    expect(placesInside(facts.workspace, ['.vscode', '/srv/models', '.', '..'])).toEqual(['.vscode'])
    expect(network).toBe('none')
  })
})
