import type { LockedArtifact } from '@cli-apps/core'
import { describe, expect, it } from 'vitest'
import {
  parseRequirements,
  requireLockedProject,
  requirementsText,
} from '../../../services/installer/src/strategies/python/pip-requirements.ts'

const digest = `sha256:${'a'.repeat(64)}`
const greet = { name: 'greet', version: '1.2.3', integrity: digest }

describe('requirementsText', () => {
  it.each([
    ['a second line', { name: 'greet\n--index-url https://evil.test' }],
    ['an option', { name: '--editable' }],
    ['a line break in its version', { version: '1.2.3\n-e .' }],
    ['no digest', { integrity: null }],
    ['a weak digest', { integrity: 'md5:0123' }],
    ['an option after its digest', { integrity: `${digest} --no-deps` }],
  ])('refuses a lock with %s', (_what, change) => {
    expect(() => requirementsText([{ ...greet, ...change }])).toThrow(
      expect.objectContaining({ code: 'lockfile.bad-artifact' }),
    )
  })
})

describe('parseRequirements', () => {
  it('parses what it wrote, and what uv compiles', () => {
    expect(parseRequirements(requirementsText([greet]))).toEqual([greet])
    const text = `# by uv\nLib.x[extra]==2.0 ; python_version > "3" \\\n    --hash=${digest}\ngreet @ git+https://x.test/y@0123\n`
    expect(parseRequirements(text)).toEqual([
      { name: 'greet', version: '', integrity: null, url: 'git+https://x.test/y@0123' },
      { name: 'lib-x', version: '2.0', integrity: digest },
    ])
  })
})

describe('requireLockedProject', () => {
  const wants = (version: string, tree: readonly LockedArtifact[]) => () =>
    requireLockedProject({ name: 'Greet', version }, tree)

  it.each([
    ['lacks the project', []],
    ['holds another release of it', [{ ...greet, version: '1.2.2' }]],
    ['takes it from a repository', [{ ...greet, url: 'git+https://evil.test/x@0' }]],
  ])('refuses a lock that %s', (_what, tree) => {
    expect(wants('1.2.3', [...tree, { ...greet, name: 'evil' }])).toThrow(
      expect.objectContaining({ code: 'lockfile.bad-artifact' }),
    )
  })

  it.each([
    ['1.2.3', '1.2.3'],
    ['2024.01.05', '2024.1.5'],
    ['1.0', '1.0.0'],
    ['1.0.0-rc.1', '1.0.0rc1'],
    ['1.0-alpha2', '1.0a2'],
    ['1.0.post1', '1.0.post1'],
  ])('treats %s and %s as the same release', (requested, version) => {
    expect(wants(requested, [{ ...greet, version }])).not.toThrow()
  })
})
