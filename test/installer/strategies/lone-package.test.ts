import { describe, expect, it } from 'vitest'
import { lonePackage } from '../../../services/installer/src/strategies/npm/lone-package.ts'
import { npmRegistry } from '../../support/npm-registry.ts'
import { exampleDetection, exampleHost } from '../../support/strategy-host.ts'

const method = { method: 'npm', package: '@mine/greet', version: '1.2.3' } as const

async function found(json: Readonly<Record<string, unknown>>, changes = {}) {
  const npm = await npmRegistry([{ name: method.package, version: '1.2.3', json }])
  // A scope's name is one part of a URL.
  const mirror = (one: string): string =>
    one.startsWith('https://registry.npmjs.org/') ? `${npm.url}/` : one
  const tree = await lonePackage(method, exampleHost({ mirror, environment: {} }), exampleDetection(changes))
  return { tree, asked: npm.asked }
}

describe('lonePackage', () => {
  it.each([
    ['names nothing', {}],
    ['names nothing in every way', { dependencies: {}, optionalDependencies: {}, bundleDependencies: false }],
    [
      'has peers that are optional, and dependencies for its own development',
      {
        peerDependencies: { react: '*' },
        peerDependenciesMeta: { react: { optional: true } },
        devDependencies: { vitest: '4' },
      },
    ],
  ])('is the tree of a package that %s', async (_what, json) => {
    expect((await found(json)).tree).toEqual([
      { name: '@mine/greet', version: '1.2.3', integrity: expect.stringMatching(/^sha512-/) },
    ])
  })

  it.each([
    ['one script', './bin/cli.js', { greet: 'bin/cli.js' }],
    ['a map', { 'b/../two': 'b.js', one: '/a.js' }, { one: 'a.js', two: 'b.js' }],
  ])('has the executables of %s as a lock states them', async (_what, bin, names) => {
    expect((await found({ bin })).tree).toMatchObject([{ bin: names }])
  })

  it.each([
    ['dependencies', { dependencies: { lib: '1' } }],
    ['optional ones', { optionalDependencies: { lib: '1' } }],
    ['bundled ones', { bundleDependencies: ['lib'] }],
    ['all its dependencies bundled', { bundleDependencies: true }],
    ['a peer that npm adds', { peerDependencies: { react: '*' } }],
    ['a system that it is for', { os: ['linux'] }],
    ['a processor that it is for', { cpu: ['x64'] }],
    ['a list of its own', { _hasShrinkwrap: true }],
  ])('leaves a package with %s to npm', async (_what, json) => {
    expect((await found(json)).tree).toBeUndefined()
  })

  it('asks nobody offline', async () => {
    expect(await found({}, { isOffline: true })).toEqual({ tree: undefined, asked: [] })
  })
})
