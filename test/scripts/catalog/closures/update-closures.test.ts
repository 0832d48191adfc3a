import type { DebianClosure } from '@cli-apps/core'
import { expect, it } from 'vitest'
import { createPackageIndex, parsePackages } from '../../../../scripts/catalog/closures/package-index.ts'
import { updateClosures } from '../../../../scripts/catalog/closures/update-closures.ts'
import { entryWith } from '../entries.ts'

const digest = (digit: string): string => digit.repeat(64)
const stanza = (name: string, version: string, depends = ''): string =>
  `Package: ${name}\nVersion: ${version}\nFilename: pool/${name}_${version}.deb\nSize: 2000\nInstalled-Size: 3\nSHA256: ${digest('b')}\n${depends}`
const listed = (name: string): DebianClosure['packages'][number] => ({
  package: name,
  version: '1.0-1',
  path: `debian/pool/${name}_1.0-1.deb`,
  size: 1000,
  sha256: digest('a'),
})
const closure: DebianClosure = {
  closure: 1,
  suite: 'bookworm',
  architecture: 'amd64',
  snapshot: '20260711T082116Z',
  packages: [listed('greet'), listed('greet-tools'), listed('libgreet1')],
  links: [{ at: '/usr/bin/greet', to: '/usr/bin/greet-tool' }],
}
const { manifest } = entryWith({ install: [{ method: 'apt', package: 'greet' }] })
const updateWith = (...stanzas: string[]) => {
  const index = createPackageIndex(parsePackages(stanzas.join('\n'), 'debian-security'))
  const indexes = { amd64: index, arm64: index }
  return updateClosures({ manifest, closures: { amd64: closure } }, { snapshot: '20261128T025300Z', indexes })
}

it('takes the newest version of every package, and keeps the links', () => {
  const updated = updateWith(
    stanza('greet', '1.0-1+deb12u1', 'Depends: libgreet1\n'),
    // It stands in for the package of the entry, which stays in the closure.
    stanza('greet-tools', '1.0-1+deb12u1', 'Provides: greet\n'),
    stanza('libgreet1', '1.0-1'),
  )
  expect(updated).toMatchObject({
    closures: {
      amd64: {
        root: { version: '1.0-1+deb12u1' },
        installedSize: 9216,
        closure: {
          snapshot: '20261128T025300Z',
          packages: [
            {
              package: 'greet',
              version: '1.0-1+deb12u1',
              path: 'debian-security/pool/greet_1.0-1+deb12u1.deb',
              size: 2000,
              sha256: digest('b'),
            },
            { package: 'greet-tools', version: '1.0-1+deb12u1' },
            { package: 'libgreet1', version: '1.0-1' },
          ],
          links: closure.links,
        },
      },
    },
  })
})

it.each([
  [
    'it needs libnew2 too',
    [
      stanza('greet', '2.0-1', 'Depends: libnew2\n'),
      stanza('libgreet1', '1.0-1'),
      stanza('libnew2', '2.0-1'),
    ],
  ],
  ['Debian no longer has libgreet1', [stanza('greet', '2.0-1')]],
])('leaves a closure unchanged when %s', (hindrance, stanzas) => {
  expect(updateWith(...stanzas, stanza('greet-tools', '1.0-1'))).toEqual({ hindrance })
})
