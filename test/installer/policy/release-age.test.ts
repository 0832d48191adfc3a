import type { InstallPolicy } from '@cli-apps/core'
import { describe, expect, it } from 'vitest'
import {
  judgeReleaseAge,
  newestAllowed,
  releaseAgePolicy,
} from '../../../services/installer/src/policy/release-age.ts'

const now = new Date('2026-03-10T12:34:56Z')
const usual = releaseAgePolicy(undefined, undefined)
const release = (published: string | undefined): Parameters<typeof judgeReleaseAge>[0] => ({
  name: 'greet',
  version: '1.2.3',
  published: published === undefined ? undefined : new Date(published),
})

describe('releaseAgePolicy', () => {
  it('is one day by default', () => {
    expect(usual).toEqual({ minimumAge: 24, exceptions: [], isStrict: false })
  })

  it('lets a workspace require more than the user, but never less', () => {
    const of = (user: number, workspace: number): number =>
      releaseAgePolicy({ minimum_release_age: user }, { minimum_release_age: workspace }).minimumAge
    expect([of(48, 72), of(48, 0), of(0, 24)]).toEqual([72, 48, 24])
    expect(releaseAgePolicy(undefined, { minimum_release_age: 0 }).minimumAge).toBe(0)
    expect(releaseAgePolicy({ strict: true }, { strict: false }).isStrict).toBe(true)
  })

  it('applies the exemptions of a workspace only if the user set no age', () => {
    const workspace = { release_age_exceptions: ['lib'] }
    const exceptions = (user: InstallPolicy): readonly string[] =>
      releaseAgePolicy(user, workspace).exceptions
    expect(exceptions({ release_age_exceptions: ['greet'] })).toEqual(['greet', 'lib'])
    expect(exceptions({ minimum_release_age: 24 })).toEqual([])
  })
})

describe('judgeReleaseAge', () => {
  it('accepts a release of that age', () => {
    expect(judgeReleaseAge(release('2026-03-09T12:00:00Z'), usual, now)).toEqual([])
  })

  it('refuses a newer one, and reports when it is allowed', () => {
    expect(() => judgeReleaseAge(release('2026-03-09T12:00:01Z'), usual, now)).toThrow(
      expect.objectContaining({
        code: 'policy.release-too-new',
        hint: expect.stringContaining('from 2026-03-10T13:00:00.000Z on'),
      }),
    )
    const allowed = new Date('2026-03-10T13:00:00Z')
    expect(judgeReleaseAge(release('2026-03-09T12:00:01Z'), usual, allowed)).toEqual([])
  })

  it('remarks on an unknown age, and refuses it if the policy is strict', () => {
    expect(judgeReleaseAge(release(undefined), usual, now)).toEqual([
      'release age unknown: no source reports when greet 1.2.3 was published',
    ])
    expect(() => judgeReleaseAge(release(undefined), { ...usual, isStrict: true }, now)).toThrow(
      expect.objectContaining({ code: 'policy.release-age-unknown' }),
    )
  })

  it('accepts anything that is exempt, or if no age is required', () => {
    const fresh = release('2026-03-10T12:34:00Z')
    expect(judgeReleaseAge(fresh, { ...usual, exceptions: ['greet'] }, now)).toEqual([])
    expect(judgeReleaseAge(fresh, { ...usual, minimumAge: 0 }, now)).toEqual([])
    expect(newestAllowed('greet', { ...usual, minimumAge: 0 }, now)).toBeUndefined()
    expect(newestAllowed('greet', usual, now)).toEqual(new Date('2026-03-09T12:00:00Z'))
  })
})
