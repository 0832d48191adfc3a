import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { packagesWithScripts } from '../../../services/installer/src/strategies/npm/npm-scripts.ts'
import {
  aliasedPackages,
  installedList,
  npmTreeFiles,
  readNpmTree,
  readTreeFile,
} from '../../../services/installer/src/strategies/npm/npm-tree.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const method = { method: 'npm', package: 'greet', version: '1.2.3' } as const
const greet = { name: 'greet', version: '1.2.3', integrity: 'sha512-x' }

async function prefixWith(packages: Record<string, unknown>): Promise<string> {
  const prefix = await temporaryFolder()
  await mkdir(path.join(prefix, 'node_modules'))
  await writeFile(path.join(prefix, 'node_modules/.package-lock.json'), JSON.stringify({ packages }))
  return prefix
}

const treeOf = async (prefix: string) => readNpmTree(await readTreeFile(installedList(prefix)))

describe('readNpmTree', () => {
  it('lists what each package actually gets, without bundled and skipped packages', async () => {
    const dependencies = { bundled: '1', near: '1', far: '1', absent: '1' }
    const prefix = await prefixWith({
      'node_modules/greet': { version: '1.2.3', integrity: 'sha512-x', dependencies },
      'node_modules/greet/node_modules/bundled': { version: '1.0.0', inBundle: true },
      'node_modules/bundled': { version: '2.0.0', integrity: 'sha512-b' },
      'node_modules/greet/node_modules/near': { version: '1.0.0', integrity: 'sha512-n' },
      'node_modules/far': { version: '1.0.0', integrity: 'sha512-f', peerDependencies: { greet: '*' } },
    })
    const tree = await treeOf(prefix)
    expect(tree.map(({ name, needs }) => [name, needs])).toEqual([
      ['bundled', undefined],
      ['far', ['greet']],
      ['greet', ['far', 'near']],
      ['greet/node_modules/near', undefined],
    ])
  })

  it('records where a package comes from only if it is not a registry', async () => {
    const url = 'https://example.org/b.tgz'
    const prefix = await prefixWith({
      'node_modules/a': { version: '1.0.0', resolved: 'https://npm.test/a.tgz', dependencies: { b: url } },
      'node_modules/b': { version: '1.0.0', resolved: url, dependencies: { a: '^1.0.0' } },
    })
    expect((await treeOf(prefix)).map((artifact) => artifact.url)).toEqual([undefined, url])
  })

  it("treats what a package's own list fetches from another server as third-party", () => {
    const entry = (resolved: string, more = {}) => ({ version: '1.0.0', resolved, ...more })
    const tree = readNpmTree({
      packages: {
        'node_modules/greet': entry('https://r.test/greet.tgz', { hasShrinkwrap: true }),
        'node_modules/greet/node_modules/a': entry('https://elsewhere.test/a.tgz'),
        'node_modules/greet/node_modules/b': entry('https://r.test/b.tgz'),
        'node_modules/greet/node_modules/c': entry('https://registry.npmjs.org/c.tgz'),
        'node_modules/greeting': entry('https://cdn.test/greeting.tgz'),
      },
    })
    expect(tree.flatMap(({ name, url }) => (url === undefined ? [] : [[name, url]]))).toEqual([
      ['greet/node_modules/a', 'https://elsewhere.test/a.tgz'],
    ])
  })

  it('does not treat a missing list as an empty tree', async () => {
    await expect(treeOf(await temporaryFolder())).rejects.toMatchObject({ code: 'npm.damaged' })
  })
})

describe('npmTreeFiles', () => {
  it.each([
    ['a path', { name: '../../evil' }],
    ['a path below a package', { name: 'greet/node_modules/../../evil' }],
    ['a folder as its source', { url: 'file:../evil' }],
    ['another name that is a path', { package: '../evil' }],
    ['a need that is no name', { needs: ['../evil'] }],
    ['an executable outside of it', { bin: { greet: '../../evil' } }],
    ['an executable with a path for a name', { bin: { '../../evil': 'cli.js' } }],
    ['a hash that is none', { integrity: 'x' }],
    ['a version that is another package', { version: 'npm:evil@1.0.0' }],
    ['a version that is a URL', { version: 'https://evil.test/lib.tgz' }],
    ['the name of one that may run scripts', { name: 'native', package: 'evil' }],
  ])('refuses a lock that gives a package %s', (_what, change) => {
    const lib = { ...greet, name: 'lib', ...change }
    expect(() => npmTreeFiles(method, [greet, lib], ['native'])).toThrow(
      expect.objectContaining({ code: 'lockfile.bad-artifact' }),
    )
  })

  it.each([
    ['is missing', []],
    ['has another version', [{ ...greet, version: '1.2.2' }]],
    ['is another package', [{ ...greet, package: 'evil' }]],
    ['comes from elsewhere', [{ ...greet, url: 'https://evil.test/greet.tgz' }]],
  ])('refuses a lock in which the package of the manifest %s', (_what, tree) => {
    expect(() => npmTreeFiles(method, [...tree, { ...greet, name: 'lib' }], [])).toThrow(
      expect.objectContaining({ code: 'lockfile.bad-artifact' }),
    )
  })

  it('lets npm run only the scripts of the named packages', () => {
    const tree = [greet, { ...greet, name: 'greet/node_modules/lib' }, { ...greet, name: 'other' }]
    const { packages } = JSON.parse(npmTreeFiles(method, tree, ['lib']).packageLock)
    const marked = Object.keys(packages).filter((place) => packages[place].hasInstallScript)
    expect(marked).toEqual(['node_modules/greet/node_modules/lib'])
  })
})

describe('aliasedPackages', () => {
  it('lists the packages of a lock that have other names', () => {
    const tree = [greet, { ...greet, name: 'a', package: 'c' }]
    expect(aliasedPackages(tree)).toEqual([expect.stringContaining('a (c)')])
    expect(aliasedPackages([greet])).toEqual([])
  })
})

describe('packagesWithScripts', () => {
  it('counts a binding.gyp as an install script, as npm does', async () => {
    const prefix = await prefixWith({})
    const folder = path.join(prefix, 'node_modules/@scope/native')
    await mkdir(folder, { recursive: true })
    await writeFile(path.join(folder, 'package.json'), '{"scripts":{"test":"x"}}')
    const tree = [{ name: '@scope/native', version: '1.0.0', integrity: null }]
    expect(await packagesWithScripts(prefix, tree)).toEqual([])
    await writeFile(path.join(folder, 'binding.gyp'), '{}')
    expect(await packagesWithScripts(prefix, tree)).toEqual(['@scope/native'])
  })
})
