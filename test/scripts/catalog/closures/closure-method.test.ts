import type { DebianClosure } from '@cli-apps/core'
import { manifestDigest } from '@cli-apps/core/node'
import { describe, expect, it } from 'vitest'
import { closures } from '../../../../scripts/catalog/check/closures.ts'
import { publishable } from '../../../../scripts/catalog/check/publishable.ts'
import { outdatedClosures } from '../../../../scripts/catalog/closures/check-closures.ts'
import {
  withClosures,
  withKnownTime,
  withTried,
} from '../../../../scripts/catalog/closures/closure-method.ts'
import { createPackageIndex, parsePackages } from '../../../../scripts/catalog/closures/package-index.ts'
import { printClosure } from '../../../../scripts/catalog/closures/print-closure.ts'
import { entryWith } from '../entries.ts'

const closureWith = (changes: Partial<DebianClosure> = {}): DebianClosure => ({
  closure: 1,
  suite: 'bookworm',
  architecture: 'amd64',
  snapshot: '20260711T082116Z',
  packages: [
    {
      package: 'greet',
      version: '1.0-1',
      path: 'debian/pool/main/g/greet/greet_1.0-1_amd64.deb',
      size: 1000,
      sha256: 'a'.repeat(64),
    },
  ],
  ...changes,
})

const [root] = parsePackages('Package: greet\nVersion: 1.0-1\nFilename: x\nSize: 1000\nSHA256: x', 'debian')
const builtOf = (closure: DebianClosure) => ({
  closure,
  root: root as NonNullable<typeof root>,
  installedSize: 5000,
  unproven: [],
})
const install = [
  { method: 'brew', formula: 'greet' },
  { method: 'apt', package: 'greet', bin: 'greet-cli' },
]
const manifest = entryWith({ install }).manifest
const built = withClosures(manifest, { amd64: builtOf(closureWith()) })

describe('the debian method of an entry', () => {
  it('stands before apt, and describes the closure that it names', () => {
    expect(built.install.map(({ method }) => method)).toEqual(['brew', 'debian', 'apt'])
    expect(built.install[1]).toEqual({
      method: 'debian',
      package: 'greet',
      version: '1.0-1',
      suite: 'bookworm',
      architectures: {
        amd64: {
          closure: manifestDigest(closureWith()),
          packages: 1,
          size: 1000,
          installed_size: 5000,
          tried: false,
        },
      },
      bin: 'greet-cli',
    })
  })

  it('stays the same when it is written again, with what was tried', () => {
    const tried = withTried(built, 'amd64', true)
    expect(withClosures(tried, { amd64: builtOf(closureWith()) })).toEqual(tried)
  })

  it('is not tried any more once the packages change', () => {
    const changed = withClosures(withTried(built, 'amd64', true), {
      amd64: builtOf(closureWith({ setup: ['ldconfig'] })),
    })
    expect(changed.install[1]).toMatchObject({ architectures: { amd64: { tried: false } } })
  })

  it('is removed without closures', () => {
    expect(withClosures(built, {}).install).toEqual(manifest.install)
  })

  it('does not count in the digest of a verification run', () => {
    expect(entryWith({ install: built.install }).digest).toBe(entryWith({ install }).digest)
  })
})

describe('a closure', () => {
  it('keeps the time of an earlier one that lists the same', () => {
    const later = closureWith({ snapshot: '20261122T020905Z' })
    expect(withKnownTime(later, closureWith())).toEqual(closureWith())
    expect(withKnownTime({ ...later, setup: ['dot'] }, closureWith()).snapshot).toBe(later.snapshot)
  })

  it('is printed with a package per line, and reads back the same', () => {
    const closure = closureWith({ links: [{ at: '/usr/bin/a', to: '/etc/alternatives/a' }], setup: ['dot'] })
    expect(JSON.parse(printClosure(closure))).toEqual(closure)
    expect(
      printClosure(closure)
        .split('\n')
        .filter((line) => line.includes('"package"')),
    ).toHaveLength(1)
  })

  it('is reported once the security suite has a newer version of a package', () => {
    const indexWith = (version: string) => {
      const index = createPackageIndex(
        parsePackages(
          `Package: greet\nVersion: ${version}\nFilename: x\nSize: 1\nSHA256: x`,
          'debian-security',
        ),
      )
      return { amd64: index, arm64: createPackageIndex([]) }
    }
    const entry = { name: 'greet', closures: { amd64: closureWith() } }
    expect(outdatedClosures([entry], indexWith('1.0-1'))).toEqual([])
    expect(outdatedClosures([entry], indexWith('1.0-1+deb12u1'))).toEqual([
      {
        path: 'greet.json closure amd64',
        message: 'has greet 1.0-1, but the security suite has 1.0-1+deb12u1',
      },
    ])
  })
})

describe('the rules about closures', () => {
  const log = { run: null, verifications: [] }

  it('accept an entry with the closure that its method describes', () => {
    const entry = { ...entryWith({ install: built.install }), closures: { amd64: closureWith() } }
    expect([...closures.check([entry], log), ...publishable.check([entry], log)]).toEqual([])
  })

  it('refuse an entry of apt without a closure', () => {
    expect(closures.check([entryWith({ install })], log).map(({ message }) => message)).toEqual([
      'has no Debian closure; run npm run catalog:closures',
    ])
  })

  it('refuse a closure that its method describes otherwise', () => {
    const [one] = closureWith().packages
    const larger = closureWith({ packages: one === undefined ? [] : [{ ...one, size: 1001 }] })
    const entry = { ...entryWith({ install: built.install }), closures: { amd64: larger } }
    expect(publishable.check([entry], log).map(({ message }) => message)).toContain(
      'is 1000, and must be 1001',
    )
  })
})
