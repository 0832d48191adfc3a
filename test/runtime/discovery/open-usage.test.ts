import { appendFile, mkdir, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { auditFile } from '../../../packages/runtime/src/audit/open-audit-log.ts'
import { openUsage, usageIn, useWeight } from '../../../packages/runtime/src/discovery/open-usage.ts'
import { createFixtureWorkspace } from '../../support/fixture-workspace.ts'

const line = (entry: Record<string, unknown>): string =>
  `${JSON.stringify({ at: '2026-03-01T00:00:00Z', tool: 'run_cli_app', ok: true, duration_ms: 1, ...entry })}\n`

describe('usageIn', () => {
  it('counts executed runs by app', () => {
    const text = [
      line({ app: 'ffmpeg' }),
      line({ app: 'ffmpeg', at: '2026-03-02T00:00:00Z', exit_code: 1 }),
      line({ app: 'gimp', ok: false, error: 'confirm.denied' }),
      line({ app: 'jq', tool: 'install_cli_app' }),
      'not json\n',
      '{"tool":"run_cli_app","app":"sox","ok":true}\n',
      line({ app: 'bat', at: 'yesterday' }),
    ].join('')
    expect([...usageIn(text)]).toEqual([['ffmpeg', { runs: 2, lastAt: Date.UTC(2026, 2, 2) }]])
  })
})

describe('openUsage', () => {
  it('reads the end of a long log, and again when it has grown', async () => {
    await using workspace = await createFixtureWorkspace()
    const usage = openUsage(workspace)
    expect([...(await usage())]).toEqual([])
    await mkdir(workspace.logs, { recursive: true })
    const file = auditFile(workspace)
    await appendFile(file, line({ app: 'old' }) + line({ app: 'ffmpeg' }).repeat(4000))
    const known = await usage()
    expect([...known.keys()]).toEqual(['ffmpeg'])
    expect(known.get('ffmpeg')?.runs).toBeLessThan(4000)
    expect(await usage()).toBe(known)
    await appendFile(file, line({ app: 'sox' }))
    expect((await usage()).get('sox')?.runs).toBe(1)
  })
})

describe('a link in place of the log', () => {
  it('is not followed', async () => {
    await using workspace = await createFixtureWorkspace()
    await mkdir(workspace.logs, { recursive: true })
    const elsewhere = path.join(workspace.root, 'elsewhere.jsonl')
    await writeFile(elsewhere, line({ app: 'ffmpeg' }))
    await symlink(elsewhere, auditFile(workspace))
    expect([...(await openUsage(workspace)())]).toEqual([])
  })
})

describe('useWeight', () => {
  const now = Date.UTC(2026, 2, 2)
  it('increases with runs, decreases with time and stays between 0 and 1', () => {
    const weight = (runs: number, days: number): number =>
      useWeight({ runs, lastAt: now - days * 86_400_000 }, now)
    expect(weight(10, 0)).toBeGreaterThan(weight(1, 0))
    expect(weight(10, 0)).toBeGreaterThan(weight(10, 30))
    expect(weight(1_000_000, -5)).toBe(1)
    expect(weight(1, 10_000)).toBeGreaterThan(0)
  })
})
