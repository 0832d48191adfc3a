import { describe, expect, it } from 'vitest'
import { createPackageIndex, parsePackages } from '../../../../scripts/catalog/closures/package-index.ts'
import { resolveClosure, UnresolvableError } from '../../../../scripts/catalog/closures/resolve-closure.ts'

type Fields = Record<string, string>

/** An index of these packages, written as Debian writes one. */
const indexOf = (packages: Record<string, Fields>) =>
  createPackageIndex(
    parsePackages(
      Object.entries(packages)
        .map(([name, { Package = name, ...fields }]) =>
          Object.entries({
            Package,
            Version: '1.0-1',
            Filename: `pool/${name}.deb`,
            Size: '1',
            SHA256: 'x',
            ...fields,
          })
            .map(([key, value]) => `${key}: ${value}`)
            .join('\n'),
        )
        .join('\n\n'),
      'debian',
    ),
  )

const closureOf = (packages: Record<string, Fields>, names = ['app']) =>
  resolveClosure(names, indexOf(packages)).map((one) => one.package)

describe('a closure', () => {
  it('holds what Depends and Pre-Depends need, and nothing that is recommended', () => {
    const packages = {
      app: { Depends: 'one (>= 1.0), two:any', 'Pre-Depends': 'three', Recommends: 'four' },
      one: {},
      two: { Depends: 'app' },
      three: {},
      four: {},
    }
    expect(closureOf(packages)).toEqual(['app', 'one', 'three', 'two'])
  })

  it('takes the first alternative that can be satisfied', () => {
    expect(
      closureOf({ app: { Depends: 'none | old (>= 2) | good | other' }, old: {}, good: {}, other: {} }),
    ).toEqual(['app', 'good'])
  })

  it('takes an alternative that is in it for another reason', () => {
    const packages = {
      app: { Depends: 'first | second, tool' },
      tool: { Depends: 'second' },
      first: {},
      second: {},
    }
    expect(closureOf(packages)).toEqual(['app', 'second', 'tool'])
  })

  it('takes the provider of a virtual package that comes first by priority, then by name', () => {
    const provider = { Provides: 'awk' }
    const packages = {
      app: { Depends: 'awk' },
      gawk: provider,
      mawk: { ...provider, Priority: 'required' },
      bwk: provider,
    }
    expect(closureOf(packages)).toEqual(['app', 'mawk'])
  })

  it('accepts a provider for a version only if it provides that version', () => {
    const packages = {
      app: { Depends: 'api (>= 2)' },
      bare: { Provides: 'api' },
      early: { Provides: 'api (= 1)' },
      right: { Provides: 'api (= 2)' },
    }
    expect(closureOf(packages)).toEqual(['app', 'right'])
  })

  it('passes over an alternative that conflicts with what is in it', () => {
    const packages = {
      app: { Depends: 'base, bad | good' },
      base: {},
      bad: { Conflicts: 'base (<< 2)' },
      good: { Breaks: 'base (<< 1)' },
    }
    expect(closureOf(packages)).toEqual(['app', 'base', 'good'])
  })

  it('leaves out what only maintainer scripts need, unless it is named', () => {
    const packages = { app: { Depends: 'debconf (>= 0.5) | debconf-2.0, lib' }, debconf: {}, lib: {} }
    expect(closureOf(packages)).toEqual(['app', 'lib'])
    expect(closureOf(packages, ['app', 'debconf'])).toEqual(['app', 'debconf', 'lib'])
  })

  it('takes the highest version that the suites have', () => {
    const packages = {
      app: { Depends: 'lib (>= 1.0-1+deb12u1)' },
      lib: {},
      security: { Package: 'lib', Version: '1.0-1+deb12u2' },
      update: { Package: 'lib', Version: '1.0-1+deb12u1' },
    }
    const lib = resolveClosure(['app'], indexOf(packages)).find((one) => one.package === 'lib')
    expect(lib).toMatchObject({ version: '1.0-1+deb12u2', path: 'debian/pool/security.deb' })
  })

  it.each([
    ['a package that is nowhere', { app: { Depends: 'none' } }, 'app needs none, which'],
    ['a version that is nowhere', { app: { Depends: 'lib (>= 2)' }, lib: {} }, 'app needs lib (>= 2), which'],
    [
      'two packages that conflict',
      { app: { Depends: 'one, two' }, one: {}, two: { Conflicts: 'one' } },
      'two conflicts with one',
    ],
  ])('is refused for %s', (_, packages, message) => {
    expect(() => closureOf(packages as Record<string, Fields>)).toThrow(UnresolvableError)
    expect(() => closureOf(packages as Record<string, Fields>)).toThrow(message)
  })
})
