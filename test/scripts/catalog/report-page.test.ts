import { describe, expect, it } from 'vitest'
import { countCatalog, usesApp } from '../../../scripts/catalog/count-catalog.ts'
import { reportPage } from '../../../scripts/catalog/report-page.ts'
import { entryWith, verificationOf } from './entries.ts'

const proven = entryWith()
const changed = entryWith({ name: 'hail' })
const failed = entryWith({ name: 'salute' })
const impossible = entryWith({ name: 'wave', install: [{ method: 'brew', formula: 'wave' }] })
const bundled = entryWith({
  name: 'nod',
  install: [{ method: 'bundled', detect: 'nod', instructions: 'Comes with the head.' }],
})
const asked = entryWith({ name: 'ask', recipes: [{ id: 'v', call: { args: ['--version'] }, expect: {} }] })
const entries = [proven, changed, failed, impossible, bundled, asked]
const log = {
  run: { date: '2026-01-02', host: 'Debian 12', jobs: 2, runs: 3, seconds: 610 },
  verifications: [
    verificationOf(proven),
    verificationOf(changed, { digest: 'sha256:of-an-earlier-text' }),
    verificationOf(failed, { outcome: 'failed', reason: 'install: a | b <x>' }),
    verificationOf(impossible, {
      outcome: 'impossible',
      method: null,
      reason: 'brew: not on this host',
      seconds: null,
    }),
    verificationOf(bundled, {
      outcome: 'impossible',
      method: null,
      reason: 'bundled: comes with another program',
      seconds: null,
    }),
    verificationOf(asked),
  ],
}

describe('the catalog report', () => {
  it('counts only verification runs of entries in their current form', () => {
    expect(countCatalog(entries, log)).toEqual({
      entries: 6,
      bundled: 1,
      proven: 2,
      working: 1,
      failed: 1,
      impossible: 2,
      unverified: 1,
    })
  })

  it('lists for every entry that it is proven, or why not', () => {
    const page = reportPage(entries, log)
    expect(page).toContain('| greet | 1.2.3 | npm, Node 20.19.0 | 1.2.3 | 1 | 2 | 100 | 2.5 |')
    expect(page).toContain('| hail | not verified in its current form |')
    expect(page).toContain('| salute | failed with npm: install: a \\| b &lt;x> |')
    expect(page).toContain('| wave | brew: not on this host |')
    expect(page).toContain('| nod | only bundled: tells people how to get the program |')
    expect(page).toContain('- 6 entries; 5 of them can be installed somewhere, 1 only tell people')
    expect(page).toContain('verified 4 entries on Debian 12, 2 at a time, in 10 min and 3 runs (2026-01-02)')
    expect(page).toContain(
      '- 11 recipes: 0 were executed on the very program and did what they say, in 0 entries',
    )
    expect(page).toContain('| npm | 4 | 2 |')
    expect(page).toContain('| text | 6 | 2 |')
  })

  it.each([
    [{ call: { args: ['--version'] }, expect: { stdout_contains: '1' } }, false],
    [{ call: { args: ['build', '--help'] }, expect: { stdout_contains: 'Usage' } }, false],
    [{ call: { args: ['list'] }, expect: { exit: 0 } }, false],
    [{ call: { args: ['1 inch', 'cm'] }, expect: { stdout_contains: '2.54' } }, true],
    [{ call: { args: ['-'], stdin: 'x' }, expect: {} }, true],
    [{ call: { args: ['a.txt'] }, files: { 'a.txt': 'x' }, expect: {} }, true],
    [{ call: { args: ['-o', 'x.png'] }, expect: { file: 'x.png' } }, true],
  ])('of the recipe %j it says %s', (recipe, uses) => {
    expect(usesApp(recipe)).toBe(uses)
  })
})
