import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Lockfile, lockfileText } from '@cli-apps/core'
import { cleanEnvironment, joinOutput, runProcess } from '@cli-apps/core/node'
import { describe, expect, it } from 'vitest'
import { conflictLines } from '../../packages/core/src/node/workspace/merge-conflict.ts'
import { conflictSides } from '../../services/installer/src/lock/join-lockfiles.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const digest = `sha256:${'0'.repeat(64)}`
const artifacts = [
  { name: 'b', version: '2.0.0', integrity: 'sha512-b' },
  { name: 'a', version: '1.0.0', integrity: null, needs: ['b'] },
]
const app = (version: string) => ({
  version,
  digest,
  registry: 'https://registry.example',
  platforms: {
    'linux-x64': { method: 'npm', program_version: '1.0', artifacts },
    'darwin-arm64': { method: 'npm', program_version: null, artifacts: [] },
  },
})
const lockfile = (apps: Record<string, unknown>): Lockfile => Lockfile.parse({ lockfile: 1, apps })

describe('the text of a lockfile', () => {
  it('parses to its source', () => {
    const whole = lockfile({ jq: app('1.8.2'), bat: app('0.25.0') })
    const install = { method: 'npm', program_version: '1.0', artifacts: [artifacts[1], artifacts[0]] }
    expect(JSON.parse(lockfileText(whole)).apps.jq.platforms['linux-x64']).toEqual(install)
    expect(lockfileText(Lockfile.parse(JSON.parse(lockfileText(whole))))).toBe(lockfileText(whole))
  })

  it('does not depend on the order of additions', () => {
    const one = lockfile({ jq: app('1.8.2'), bat: app('0.25.0') })
    const other = lockfile({ bat: app('0.25.0'), jq: app('1.8.2') })
    expect(lockfileText(one)).toBe(lockfileText(other))
  })

  it('has one line per artifact', () => {
    expect(lockfileText(lockfile({ jq: app('1.8.2') })).split('\n')).toContain(
      '            {"name":"a","version":"1.0.0","integrity":null,"needs":["b"]},',
    )
  })

  it('is complete JSON without apps', () => {
    expect(JSON.parse(lockfileText(lockfile({})))).toEqual({ lockfile: 1, apps: {} })
  })
})

describe('branches that change a lockfile', () => {
  const merge = async (
    ours: string,
    base: string,
    theirs: string,
  ): Promise<{ status: number | null; text: string }> => {
    const folder = await temporaryFolder()
    const files = await Promise.all(
      [ours, base, theirs].map(async (text, index) => {
        const file = path.join(folder, String(index))
        await writeFile(file, text)
        return file
      }),
    )
    const { exitCode, stdout } = await runProcess(['git', 'merge-file', '-p', ...files], {
      cwd: folder,
      env: cleanEnvironment(process.env),
    })
    return { status: exitCode, text: joinOutput(stdout) }
  }
  const base = { fd: app('1.0.0'), jq: app('1.8.2') }

  it.each([
    ['apps that have another between them', { bat: app('0.25.0') }, { rg: app('14.0.0') }],
    ['a new app and a new version of another', { bat: app('0.25.0') }, { jq: app('1.8.3') }],
    ['versions of different apps', { fd: app('1.0.1') }, { jq: app('1.8.3') }],
  ])('merge without a conflict: %s', async (_what, ours, theirs) => {
    const text = (apps: Record<string, unknown>): string => lockfileText(lockfile({ ...base, ...apps }))
    const merged = await merge(text(ours), text({}), text(theirs))
    expect(merged).toEqual({ status: 0, text: text({ ...ours, ...theirs }) })
  })

  it('conflict if both add an app at the same place, and the markers are detected', async () => {
    const text = (apps: Record<string, unknown>): string => lockfileText(lockfile({ ...base, ...apps }))
    const merged = await merge(text({ rg: app('14.0.0') }), text({}), text({ sd: app('1.0.0') }))
    expect(merged.status).toBeGreaterThan(0)
    expect(conflictLines(merged.text).length).toBeGreaterThan(0)
    const { ours, theirs } = conflictSides(merged.text)
    const sides = [ours, theirs].map((side) => Lockfile.parse(JSON.parse(side)))
    expect(sides.map(({ apps }) => Object.keys(apps))).toEqual([
      ['fd', 'jq', 'rg'],
      ['fd', 'jq', 'sd'],
    ])
  })
})

it('keeps unknown keys after the known ones', () => {
  const parsed = Lockfile.parse({ later: 1, lockfile: 1, apps: { jq: { signed: true, ...app('1.8.2') } } })
  const text = lockfileText(parsed)
  expect(Object.keys(JSON.parse(text))).toEqual(['lockfile', 'apps', 'later'])
  expect(JSON.parse(text).apps.jq.signed).toBe(true)
})
