import { Lockfile, WorkspaceFile } from '@cli-apps/core'
import { describe, expect, it } from 'vitest'
import { conflictSides, joinLockfiles } from '../../../services/installer/src/lock/join-lockfiles.ts'

const app = (version: string, platforms: Record<string, unknown> = {}, digest = version) => ({
  version,
  digest: `sha256:${digest.replace(/\D/g, '').padStart(64, '0')}`,
  registry: 'https://registry.example',
  platforms,
})
const install = { method: 'npm', program_version: null, artifacts: [] }
const lockfile = (apps: Record<string, unknown>): Lockfile => Lockfile.parse({ lockfile: 1, apps })
const join = (ours: Record<string, unknown>, theirs: Record<string, unknown>, declared = {}) =>
  joinLockfiles(lockfile(ours), lockfile(theirs), WorkspaceFile.parse({ apps: declared })).apps as Record<
    string,
    { version: string; platforms: object }
  >

describe('two sides of a lockfile', () => {
  it('keep the apps of both, and the platforms of apps that both have', () => {
    const joined = join(
      { bat: app('1.0.0'), jq: app('1.8.2', { 'linux-x64': install }) },
      { fd: app('2.0.0'), jq: app('1.8.2', { 'darwin-arm64': install }) },
    )
    expect(Object.keys(joined).sort()).toEqual(['bat', 'fd', 'jq'])
    expect(Object.keys(joined.jq?.platforms ?? {}).sort()).toEqual(['darwin-arm64', 'linux-x64'])
  })

  it.each([
    ['1.8.2', '1.9.0', '^1.8.0', '1.9.0'],
    ['1.9.0', '1.8.2', undefined, '1.9.0'],
    ['1.8.2', '2.0.0', '^1.8.0', '1.8.2'],
    ['1.8.2', '2.0.0', '^2.0.0', '2.0.0'],
    ['1.8.2', '1.8.2+1', '^1.8.0', '1.8.2+1'],
  ])('of %s and %s, where %s is declared, keep %s', (ours, theirs, range, kept) => {
    const joined = join({ jq: app(ours) }, { jq: app(theirs) }, range === undefined ? {} : { jq: range })
    expect(joined.jq?.version).toBe(kept)
  })

  it('are read from conflict markers, without the merge base', () => {
    const text = 'a\n<<<<<<< HEAD\nours\n||||||| base\nold\n=======\ntheirs\n>>>>>>> branch\nz\n'
    expect(conflictSides(text)).toEqual({ ours: 'a\nours\nz\n', theirs: 'a\ntheirs\nz\n' })
  })
})
