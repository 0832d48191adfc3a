import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { osvAffects as affects } from '../../../services/installer/src/audit/osv-affects.ts'
import type { OsvQuestion } from '../../../services/installer/src/audit/osv-question.ts'
import type { OsvEvent, OsvRecord } from '../../../services/installer/src/audit/osv-record.ts'
import { exampleHost } from '../../support/strategy-host.ts'

const host = exampleHost({ environment: { PATH: process.env.PATH } })
const osvAffects = (one: OsvRecord, asked: OsvQuestion): Promise<boolean> => affects(one, asked, host)

const question = (version: string, ecosystem = 'npm', name = 'greet'): OsvQuestion => ({
  locked: { ecosystem: 'npm', name, version, apps: ['greet'] },
  ecosystem,
  name,
  version,
})

const record = (
  events: OsvEvent[],
  {
    ecosystem = 'npm',
    type = 'SEMVER',
    versions,
  }: { ecosystem?: string; type?: string; versions?: string[] } = {},
): OsvRecord => ({
  id: 'TEST-1',
  affected: [
    { package: { ecosystem, name: 'greet' }, ranges: [{ type, events }], ...(versions && { versions }) },
  ],
})

describe('osvAffects', () => {
  it('affects versions from the start of a range up to the fix', async () => {
    const one = record([{ introduced: '1.2.0' }, { fixed: '1.4.1' }])
    for (const [version, expected] of [
      ['1.1.9', false],
      ['1.2.0', true],
      ['1.4.0', true],
      ['1.4.1-rc.1', true],
      ['1.4.1', false],
      ['2.0.0', false],
    ] as const)
      expect([version, await osvAffects(one, question(version))]).toEqual([version, expected])
  })

  it('reads several ranges from one list of events, in any order', async () => {
    const one = record([{ fixed: '2.0.3' }, { introduced: '0' }, { introduced: '2.0.0' }, { fixed: '1.5.0' }])
    for (const [version, expected] of [
      ['0.1.0', true],
      ['1.5.0', false],
      ['1.9.0', false],
      ['2.0.2', true],
      ['2.0.3', false],
    ] as const)
      expect([version, await osvAffects(one, question(version))]).toEqual([version, expected])
  })

  it('includes the last affected version, and ends at a limit', async () => {
    const last = record([{ introduced: '0' }, { last_affected: '3.0.0' }])
    expect(await osvAffects(last, question('3.0.0'))).toBe(true)
    expect(await osvAffects(last, question('3.0.1'))).toBe(false)
    const limited = record([{ introduced: '1.0.0' }, { limit: '2.0.0' }])
    expect(await osvAffects(limited, question('1.9.9'))).toBe(true)
    expect(await osvAffects(limited, question('2.0.0'))).toBe(false)
  })

  it('includes listed versions, and ranges without an end', async () => {
    expect(
      await osvAffects(record([{ introduced: '9.0.0' }], { versions: ['1.0.0'] }), question('1.0.0')),
    ).toBe(true)
    expect(await osvAffects(record([{ introduced: '0' }]), question('99.0.0'))).toBe(true)
  })

  it('compares versions of Python packages as Python does', async () => {
    const one = record([{ introduced: '0' }, { fixed: '1.0' }], { ecosystem: 'PyPI', type: 'ECOSYSTEM' })
    for (const [version, expected] of [
      ['1.0rc1', true],
      ['1.0.0', false],
      ['1.0.post1', false],
    ] as const)
      expect([version, await osvAffects(one, question(version, 'PyPI'))]).toEqual([version, expected])
  })

  it('counts a version that cannot be compared as affected', async () => {
    expect(
      await osvAffects(record([{ introduced: '1.0.0' }, { fixed: '2.0.0' }]), question('not a version')),
    ).toBe(true)
  })

  it('omits withdrawn records, other packages, other ecosystems and ranges of commits', async () => {
    const one = record([{ introduced: '0' }])
    expect(await osvAffects({ ...one, withdrawn: '2026-01-01T00:00:00Z' }, question('1.0.0'))).toBe(false)
    expect(await osvAffects(one, question('1.0.0', 'npm', 'great'))).toBe(false)
    expect(await osvAffects(one, question('1.0.0', 'PyPI'))).toBe(false)
    expect(await osvAffects(record([{ introduced: '0' }], { type: 'GIT' }), question('1.0.0'))).toBe(false)
  })

  it.skipIf(spawnSync('dpkg', ['--version']).status !== 0)(
    'compares versions of Debian packages as dpkg does, within their release',
    async () => {
      const options = { ecosystem: 'Debian:12', type: 'ECOSYSTEM' }
      const one = record([{ introduced: '0' }, { fixed: '1:1.6-2.1+deb12u1' }], options)
      expect(await osvAffects(one, question('1:1.6-2.1', 'Debian:12'))).toBe(true)
      expect(await osvAffects(one, question('1:1.6-2.1+deb12u1~rc1', 'Debian:12'))).toBe(true)
      expect(await osvAffects(one, question('1:1.6-2.1+deb12u1', 'Debian:12'))).toBe(false)
      expect(await osvAffects(one, question('1:1.6-2.1', 'Debian:11'))).toBe(false)
    },
  )
})
