import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'

const root = path.resolve(import.meta.dirname, '..')
const run = promisify(execFile)

/** Published packages by folder, with the most bytes that their archives may have. */
const packages = {
  'packages/help': 150_000,
  'packages/core': 900_000,
  'packages/runtime': 500_000,
  'services/registry': 13_000_000,
  // Most of it is the catalog, whose recipes and command trees grow.
  'services/installer': 7_000_000,
}

/** Code has types; only data is exported without. */
const Export = z.union([z.string().endsWith('.json'), z.object({ types: z.string(), default: z.string() })])
const Package = z.object({
  name: z.string(),
  version: z.string(),
  description: z.string().min(20),
  keywords: z.array(z.string()).min(3),
  license: z.literal('Apache-2.0'),
  type: z.literal('module'),
  engines: z.object({ node: z.literal('>=20.19') }),
  publishConfig: z.object({ access: z.literal('public'), provenance: z.literal(true) }),
  exports: z.record(z.string(), Export).optional(),
  bin: z.record(z.string(), z.string()).optional(),
  dependencies: z.record(z.string(), z.string()).optional(),
})
const Packed = z.tuple([z.object({ size: z.int(), files: z.array(z.object({ path: z.string() })) })])

const readPackage = async (folder: string) =>
  Package.parse(JSON.parse(await readFile(path.join(root, folder, 'package.json'), 'utf8')))

describe.each(Object.entries(packages))('the package in %s', (folder, most) => {
  it('says what it is, and is published for everybody with its provenance', async () => {
    const { name } = await readPackage(folder)
    const readme = await readFile(path.join(root, folder, 'README.md'), 'utf8')
    expect(readme.split('\n')[0]).toBe(`# ${name}`)
  })

  it('is of the version of all others, and depends on these only', async () => {
    const all = await Promise.all(Object.keys(packages).map(readPackage))
    const { version, dependencies = {} } = await readPackage(folder)
    for (const other of all) {
      expect(other.version).toBe(version)
      expect(dependencies[other.name] ?? version).toBe(version)
    }
  })

  it('has every file that it exports, within its size', { timeout: 120_000 }, async () => {
    const { exports = {}, bin = {} } = await readPackage(folder)
    const named = [
      ...Object.values(bin),
      ...Object.values(exports).flatMap((one) =>
        typeof one === 'string' ? [one] : [one.types, one.default],
      ),
    ]
    const { stdout } = await run('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
      cwd: path.join(root, folder),
      maxBuffer: 20_000_000,
    })
    const [{ size, files }] = Packed.parse(JSON.parse(stdout))
    const paths = new Set(files.map((file) => file.path))
    for (const file of named) expect(paths).toContain(path.posix.normalize(file))
    for (const file of ['LICENSE', 'README.md']) expect(paths).toContain(file)
    expect(size).toBeLessThan(most)
  })
})

it('every package of the workspace that is not private is listed here', async () => {
  const { workspaces } = z
    .object({ workspaces: z.array(z.string()) })
    .parse(JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')))
  expect(workspaces.toSorted()).toEqual(Object.keys(packages).toSorted())
  const { fixed } = z
    .object({ fixed: z.tuple([z.array(z.string())]) })
    .parse(JSON.parse(await readFile(path.join(root, '.changeset/config.json'), 'utf8')))
  const names = await Promise.all(workspaces.map(async (folder) => (await readPackage(folder)).name))
  expect(fixed[0].toSorted()).toEqual(names.toSorted())
})
