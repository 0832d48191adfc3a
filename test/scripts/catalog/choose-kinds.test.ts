import { describe, expect, it } from 'vitest'
import { chooseKinds } from '../../../scripts/catalog/smoke/choose-kinds.ts'
import { entryWith } from './entries.ts'

const npm = { method: 'npm', package: 'greet', version: '1.2.3' }
const git = {
  method: 'pip',
  git: 'https://example.com/greet.git',
  commit: '0123456789012345678901234567890123456789',
}
const kindsOf = (install: object[], hindrances = {}) =>
  chooseKinds(entryWith({ install, recipes: undefined }).manifest, hindrances)

describe('the methods of a verification run', () => {
  it('are those that this machine can carry out', async () => {
    expect(await kindsOf([{ method: 'brew', formula: 'greet' }, npm])).toEqual({
      kinds: ['npm'],
      reason: null,
    })
  })

  it('are none without a reason for each', async () => {
    const install = [npm, { method: 'brew', formula: 'greet' }, { method: 'winget', id: 'A.Greet' }]
    expect(await kindsOf(install, { npm: 'the npm registry cannot be reached from here' })).toEqual({
      kinds: [],
      reason:
        'npm: the npm registry cannot be reached from here; brew: not on this host; winget: not on this host',
    })
  })

  it('tell a git source from an index', async () => {
    expect(
      (await kindsOf([git], { git: 'its git repository cannot be reached from here' })).reason,
    ).toContain('pip: its git repository cannot be reached')
  })

  it('leave out an npm package that runs on another Node', async () => {
    const { manifest } = entryWith({ install: [{ ...npm, node: '>=22.12' }], recipes: undefined })
    expect((await chooseKinds(manifest, {}, '20.19.0')).reason).toBe(
      'npm: needs Node >=22.12, and this is Node 20.19.0',
    )
    expect((await chooseKinds(manifest, {}, '22.12.0')).kinds).toEqual(['npm'])
  })

  it('leave out what is for another platform', async () => {
    const install = [{ ...npm, platforms: [process.platform === 'darwin' ? 'windows' : 'darwin'] }]
    expect((await kindsOf(install)).reason).toMatch(/^npm: only for/)
  })
})
