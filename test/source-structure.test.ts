import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { findCircles, findSharedNames, findUnusedTypes, readSources } from './support/source-files.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const packages = ['packages/help/src', 'packages/core/src', 'packages/runtime/src'].flatMap((folder) =>
  readSources(folder),
)
const registry = readSources('services/registry/src')
const installer = readSources('services/installer/src')
const sources = [...packages, ...registry, ...installer]

/** Which folders of core may import which; `.` holds the files beside them, without the entry point. */
const arrowsOfCore: Record<string, string> = {
  messages: '',
  errors: 'messages',
  '.': 'errors messages',
  manifest: '. errors messages',
  playbook: '. manifest messages',
  documents: '. errors manifest playbook messages',
  workspace: '. documents errors manifest messages',
  'call-effect': 'manifest workspace',
  search: 'documents manifest playbook . messages',
  'command-line': 'errors messages search',
  injection: '. messages',
  skill: '. call-effect documents errors injection manifest playbook messages',
  'publish-rules': '. call-effect errors injection manifest search skill messages',
  'command-tools': '. documents errors manifest search skill messages',
  results: 'manifest',
  node: '. documents errors manifest playbook search skill workspace messages',
}

it('no file of the repository is larger than 1 MB, as a package downloaded by accident would be', () => {
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0')
  const sizes = files.map(
    (file) => [file, statSync(path.join(root, file), { throwIfNoEntry: false })?.size ?? 0] as const,
  )
  expect(sizes.length).toBeGreaterThan(1000)
  expect(sizes.filter(([, size]) => size > 1_000_000)).toEqual([])
})

describe('imports go in one direction', () => {
  it('between files: none imports itself by way of others, types included', () => {
    const circles = findCircles(sources).map((files) => files.join(' '))
    expect(circles).toEqual([])
  })

  it('between the folders of core', () => {
    const top = 'packages/core/src'
    const folderOf = (file: string): string =>
      path.posix.relative(top, file).split('/').slice(0, -1)[0] ?? '.'
    const isAllowed = (from: string, to: string): boolean =>
      from === to || (arrowsOfCore[from] ?? '').split(' ').includes(to)
    const imports = packages
      .filter(({ file }) => file.startsWith(top) && file !== `${top}/index.ts`)
      .flatMap(({ file, imports }) =>
        imports
          .filter((imported) => imported.startsWith(top) && !isAllowed(folderOf(file), folderOf(imported)))
          .map((imported) => `${file} -> ${imported}`),
      )
    expect(imports).toEqual([])
  })

  it('in the table of core: a folder is allowed only those above it', () => {
    const order = Object.keys(arrowsOfCore)
    for (const [at, folder] of order.entries())
      expect(order.slice(0, at)).toEqual(
        expect.arrayContaining((arrowsOfCore[folder] ?? '').split(' ').filter(Boolean)),
      )
  })
})

it('a folder has at most 25 files', () => {
  const counts = countBy(sources.map(({ file }) => path.posix.dirname(file)))
  const full = [...counts].filter(([, count]) => count > 25)
  expect(full).toEqual([])
})

it('a function has at most 60 lines', () => {
  const long = sources.flatMap(({ file, functions }) =>
    functions.filter(({ lines }) => lines > 60).map(({ line }) => `${file}:${line}`),
  )
  expect(long).toEqual([])
})

it('an exported name has one home', () => {
  expect(findSharedNames(sources)).toEqual([])
})

it('an exported type is imported somewhere', () => {
  expect(findUnusedTypes(sources, [...sources, ...readSources('test', 'scripts')])).toEqual([])
})

function countBy(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}
