import {
  compareProgramVersions,
  differingVersion,
  findPackageVersion,
  findPrintedVersion,
  installedVersion,
  isSameVersion,
  majorWarning,
  packagedVersion,
  type VersionFacts,
  versionChangeText,
  versionText,
} from '@cli-apps/core'
import { describe, expect, it } from 'vitest'

const facts = (rest: Partial<VersionFacts> = {}): VersionFacts => ({
  version: '1.8.2',
  method: 'debian',
  program_version: null,
  ...rest,
})
const jq = facts({ program_version: '1.6', package_version: '1.6-2.1+deb12u2' })

describe('the version of an installed program', () => {
  it.each<[string, Partial<VersionFacts>, string]>([
    ['the program', { program_version: '1.6' }, '1.6 (Debian; entry 1.8.2)'],
    ['its package', { package_version: '1:1.6-2.1+deb12u2' }, '1.6 (Debian; entry 1.8.2)'],
    ['apt', { method: 'apt', package_version: '1.6-2.1' }, '1.6 (apt; entry 1.8.2)'],
    ['Homebrew', { method: 'brew', package_version: '1.7.1' }, '1.7.1 (Homebrew; entry 1.8.2)'],
    [
      'the entry, where the package is of it',
      { program_version: '3.2.06', package_version: '1.8.2-4+b1' },
      '1.8.2',
    ],
    ['the entry, whatever way it is written in', { version: '26.2.0', program_version: '26.02' }, '26.2.0'],
    ['the entry, which has three numbers only', { version: '3.7.0', package_version: '3.7.0.10-2' }, '3.7.0'],
    [
      'its package, where the program prints something else',
      { program_version: '03.845940', package_version: '2.5.0+dfsg-4' },
      '2.5.0 (Debian; entry 1.8.2)',
    ],
    [
      'the program, where its package only starts alike',
      { program_version: '15.20', package_version: '15+248+deb12u2' },
      '15.20 (Debian; entry 1.8.2)',
    ],
    ['the entry of a download', { method: 'binary' }, '1.8.2'],
    ['a correction of the entry', { method: 'npm', version: '5.8.0+1', package_version: '5.8.0' }, '5.8.0+1'],
    ['nothing', { method: 'bundled' }, 'version unknown (PATH; entry 1.8.2)'],
  ])('is told by %s', (_, known, text) => {
    expect(versionText(facts(known))).toBe(text)
  })

  it('is null where nothing tells it, and never the one of an entry that decides nothing', () => {
    expect(installedVersion(facts({ method: 'apt' }))).toMatchObject({ version: null, isOfEntry: false })
  })

  it('is told to a model only where it is another than the entry says', () => {
    expect(differingVersion(jq)).toBe('1.6 (Debian; entry 1.8.2)')
    expect(differingVersion(facts({ program_version: '1.8.2' }))).toBeUndefined()
    expect(differingVersion(facts({ method: 'bundled' }))).toBeUndefined()
  })
})

describe('a change of version', () => {
  it.each<[string, VersionFacts, VersionFacts, string]>([
    [
      'versions of the entry',
      facts({ program_version: '1.8.2' }),
      facts({ version: '1.9.0', program_version: '1.9.0' }),
      '1.8.2 -> 1.9.0',
    ],
    [
      'only the entry, where the same package comes again',
      facts({ ...jq, version: '1.7.1' }),
      jq,
      '1.6 (Debian; entry 1.7.1 -> 1.8.2)',
    ],
    [
      'the package, where only its revision is another',
      jq,
      facts({ package_version: '1.6-2.1+deb12u3' }),
      '1.6-2.1+deb12u2 -> 1.6-2.1+deb12u3 (Debian; entry 1.8.2)',
    ],
    ['the program', jq, facts({ package_version: '1.7-1' }), '1.6 -> 1.7 (Debian; entry 1.8.2)'],
    [
      'both, where another method brings it',
      jq,
      facts({ method: 'npm', program_version: '1.8.2' }),
      '1.6 (Debian; entry 1.8.2) -> 1.8.2',
    ],
  ])('names %s', (_, before, after, text) => {
    expect(versionChangeText(before, after)).toBe(text)
  })
})

describe('a warning of another major version', () => {
  it('says what decides the version', () => {
    expect(majorWarning('z3', facts({ version: '5.1.0', package_version: '4.8.12-3.1' }))).toBe(
      'z3: Debian has 4.8.12, and the entry describes 5.1.0, another major version: commands and options may differ',
    )
  })

  it.each([facts(), jq, facts({ method: 'bundled', program_version: 'r12' })])(
    'is not given for %j',
    (known) => {
      expect(
        majorWarning('jq', { ...known, version: known.program_version === 'r12' ? '12.0.0' : '1.8.2' }),
      ).toBe(undefined)
    },
  )
})

describe('two versions', () => {
  it.each([
    ['1.6', '1.8.2', 'older'],
    ['26.02', '26.2.0', 'same'],
    ['v1.2.3', '1.2.3', 'same'],
    ['1.10', '1.9', 'newer'],
    ['3.7.0.10', '3.7.0', 'newer'],
    ['1.0.0-rc.1', '1.0.0', 'older'],
    ['1.0.0', '1.0.0-beta', 'newer'],
    ['1.0.0-rc.2', '1.0.0-rc.10', 'older'],
    ['1.37.0-1', '1.37.0', 'same'],
    ['0.5.3-git20230121', '0.5.3+git20230121', 'same'],
    ['unstable', '1.0', 'unknown'],
    ['HEAD', 'HEAD', 'same'],
  ] as const)('%s and %s compare as %s', (a, b, order) => {
    expect(compareProgramVersions(a, b)).toBe(order)
    expect(isSameVersion(a, b)).toBe(order === 'same')
  })
})

describe('the version in the answer of a program', () => {
  it.each([
    ['jq-1.6', ['1.6', '1.8.2'], '1.6'],
    ['International Ispell Version 3.1.20 (but really Aspell 0.60.8)', ['0.60.8'], '0.60.8'],
    ['Android Debug Bridge version 1.0.41\nVersion 29.0.6-debian', ['29.0.6'], '29.0.6-debian'],
    ['mysql  Ver 15.1 Distrib 10.11.19-MariaDB', ['10.11.19'], '10.11.19-MariaDB'],
    ['GNU parallel 20221122', ['20221122'], '20221122'],
    ['listening on port 3000', ['3000.1'], null],
    ['tool 2.0 with lib 7.1', ['9.9'], '2.0'],
    ['tool 2.0.', [], '2.0'],
    ['dev', ['1.0'], null],
  ])('of %j, where %j is expected, is %j', (answer, expected, version) => {
    expect(findPrintedVersion(answer, expected)).toBe(version)
  })
})

describe('the version in an endless answer', () => {
  it.each([
    ['digits', '1'.repeat(1_000_000)],
    ['numbers', '1.'.repeat(500_000)],
    ['letters after a version', `1.2${'x'.repeat(1_000_000)}`],
  ])('of %s is found within a second, and short', (_, answer) => {
    const start = performance.now()
    expect((findPrintedVersion(answer, ['1.0']) ?? '').length).toBeLessThan(300)
    expect(performance.now() - start).toBeLessThan(1000)
  })
})

describe('the version of a package', () => {
  it('is without what Debian adds to it', () => {
    expect(packagedVersion('1:1.6-2.1+deb12u2', 'debian')).toBe('1.6')
    expect(packagedVersion('5.2.5~ds0-1+b1', 'apt')).toBe('5.2.5')
    expect(packagedVersion('1.20.5+really1.20.2-1.1', 'apt')).toBe('1.20.2')
    expect(packagedVersion('0.80.really.0.7.6-1', 'apt')).toBe('0.7.6')
    expect(packagedVersion('2025.08-1', 'brew')).toBe('2025.08-1')
  })

  it('is the one that is pinned, or what its manager installed', () => {
    const apt = { method: 'apt', package: 'jq' } as const
    expect(findPackageVersion(apt, [{ name: 'jq', version: '1.6-2.1' }])).toBe('1.6-2.1')
    expect(findPackageVersion(apt, [])).toBeNull()
    expect(findPackageVersion({ method: 'npm', package: 'jq', version: '1.0.0' }, [])).toBe('1.0.0')
    expect(findPackageVersion({ method: 'bundled', detect: 'jq', instructions: 'x' }, [])).toBeNull()
  })
})
