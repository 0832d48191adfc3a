import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

interface SourceFile {
  /** From the top of the checkout, with slashes. */
  file: string
  text: string
  /** Packages by name, relative imports as paths from the top. */
  imports: string[]
}

function sourcesBelow(folder: string): SourceFile[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => {
      const file = path.posix.join(folder, name.split(path.sep).join('/'))
      const text = readFileSync(path.join(root, file), 'utf8')
      const specifiers = [...text.matchAll(/(?:\bfrom|\bimport\(?)\s*'([^']+)'/g)].map(
        ([, specifier]) => specifier ?? '',
      )
      return { file, text, imports: specifiers.map((specifier) => resolved(file, specifier)) }
    })
}

const resolved = (file: string, specifier: string): string =>
  specifier.startsWith('.') ? path.posix.join(path.posix.dirname(file), specifier) : specifier

const sources = [
  'packages/core/src',
  'packages/runtime/src',
  'services/registry/src',
  'services/installer/src',
].flatMap(sourcesBelow)
const isIn =
  (...folders: string[]) =>
  ({ file }: SourceFile): boolean =>
    folders.some((folder) => file.startsWith(folder))

/** Imports of these files that are not allowed, as `file -> import`. */
const violations = (
  files: readonly SourceFile[],
  isAllowed: (imported: string, file: string) => boolean,
): string[] =>
  files.flatMap(({ file, imports }) =>
    imports.filter((imported) => !isAllowed(imported, file)).map((imported) => `${file} -> ${imported}`),
  )

const isPackage = (imported: string, ...names: string[]): boolean =>
  names.some((name) => imported === name || imported.startsWith(`${name}/`))
const isBuiltIn = (imported: string): boolean => imported.startsWith('node:')

describe('packages import only', () => {
  it('core: pure packages, and nothing of Node', () => {
    const pure = sources.filter(
      (source) => isIn('packages/core/src/')(source) && !isIn('packages/core/src/node/')(source),
    )
    expect(pure.length).toBeGreaterThan(20)
    const isAllowed = (imported: string): boolean =>
      (imported.startsWith('packages/core/src/') && !imported.startsWith('packages/core/src/node/')) ||
      isPackage(imported, 'zod', 'semver', 'handlebars', 'canonicalize', 'ipaddr.js', 'stemmer')
    expect(violations(pure, isAllowed)).toEqual([])
  })

  it('core/node: core, Node, execa, undici, which and zod', () => {
    const isAllowed = (imported: string): boolean =>
      imported.startsWith('packages/core/src/') ||
      isBuiltIn(imported) ||
      isPackage(imported, 'execa', 'undici', 'which', 'zod')
    expect(violations(sources.filter(isIn('packages/core/src/node/')), isAllowed)).toEqual([])
  })

  it('runtime: the doors of core, Node and zod', () => {
    const isAllowed = (imported: string): boolean =>
      imported.startsWith('packages/runtime/src/') ||
      isBuiltIn(imported) ||
      isPackage(imported, '@cli-apps/core', 'zod')
    expect(violations(sources.filter(isIn('packages/runtime/src/')), isAllowed)).toEqual([])
  })

  it('registry: nothing of runtime and installer', () => {
    const isAllowed = (imported: string): boolean =>
      !/^(packages|services\/installer)\//.test(imported) &&
      !isPackage(imported, '@cli-apps/runtime', 'cli-apps')
    expect(violations(sources.filter(isIn('services/registry/src/')), isAllowed)).toEqual([])
  })

  it('installer: nothing of the registry, and the runtime only in the commands that run apps', () => {
    const isAllowed = (imported: string, file: string): boolean =>
      !/^(packages|services\/registry)\//.test(imported) &&
      (!isPackage(imported, '@cli-apps/runtime') || /\/commands\/(run|tools|mcp)\.ts$/.test(file))
    expect(violations(sources.filter(isIn('services/installer/src/')), isAllowed)).toEqual([])
  })

  it('only core and the installer run processes or ask servers', () => {
    const outside = sources.filter((source) => !isIn('packages/core/src/node/')(source))
    const isAllowed = (imported: string, file: string): boolean =>
      !isPackage(imported, 'execa', 'node:child_process') &&
      (!isPackage(imported, 'undici') || /^services\/registry\/src\/operator\//.test(file))
    expect(violations(outside, isAllowed)).toEqual([])
  })
})

describe('rooms look downwards', () => {
  it.each([
    ['services/registry/src/routes/', /registry\/src\/db\//],
    ['services/registry/src/db/', /registry\/src\/(apps|auth|routes|http|commands|operator)\//],
    ['services/registry/src/apps/', /registry\/src\/(routes|http|commands|operator)\/|^hono/],
    ['services/registry/src/documents/', /registry\/src\/(routes|http|commands|operator|export)\/|^hono/],
    ['services/registry/src/export/', /registry\/src\/(routes|commands|operator)\/|^hono/],
    ['services/registry/src/signing/', /registry\/src\/(apps|routes|http|commands|operator)\/|^hono/],
    ['services/registry/src/auth/', /registry\/src\/(apps|routes|http|commands|operator)\/|^hono/],
    [
      'services/registry/src/compat/',
      /registry\/src\/((routes|commands|operator)\/|db\/(?!database-error))|^drizzle-orm/,
    ],
    ['services/registry/src/backup/', /registry\/src\/(routes|http|commands|operator)\/|^hono/],
    ['services/registry/src/mcp/', /registry\/src\/(db|routes|commands|operator)\//],
    ['services/registry/src/openapi/', /registry\/src\/(db|apps|routes|commands|operator)\//],
    ['services/registry/src/web/', /registry\/src\/(db|apps|routes|http|commands|operator)\//],
    ['services/registry/src/operator/', /registry\/src\/(routes|commands)\//],
    ['services/registry/src/http/', /registry\/src\/(routes|apps|commands|operator)\//],
    [
      'services/registry/src/commands/',
      /registry\/src\/(routes|auth\/tokens|db\/(?!open-database))|^(hono|drizzle-orm)/,
    ],
    ['services/installer/src/strategies/', /installer\/src\/(install|commands|ui|workspace|store)\//],
    ['services/installer/src/binary/', /installer\/src\/(strategies|install|commands|ui|workspace|store)\//],
    ['services/installer/src/workspace/', /installer\/src\/(install|commands|ui|strategies|store)\//],
    ['services/installer/src/store/', /installer\/src\/(install|commands|ui)\//],
    ['services/installer/src/install/', /installer\/src\/commands\//],
    ['packages/runtime/src/context/', /runtime\/src\/tools\//],
    ['packages/runtime/src/invoke/', /runtime\/src\/tools\//],
  ])('%s imports nothing above it', (folder, above) => {
    const files = sources.filter(isIn(folder))
    expect(files.length).toBeGreaterThan(0)
    expect(violations(files, (imported) => !above.test(imported))).toEqual([])
  })
})

describe('files', () => {
  it('have at most 400 lines', () => {
    const long = sources.filter(({ text }) => text.split('\n').length > 400).map(({ file }) => file)
    expect(long).toEqual([])
  })

  it('end the process and read its environment only at the entry', () => {
    const entries = /^services\/(installer\/src\/(main|run-cli)|registry\/src\/(main|cli))\.ts$/
    const outside = sources.filter(({ file }) => !entries.test(file))
    expect(outside.filter(({ text }) => /\bprocess\.exit\b/.test(text)).map(({ file }) => file)).toEqual([])
    const readers = outside
      .filter(({ text }) => /^(?!\s*(\*|\/[/*])).*\bprocess\.env\b/m.test(text))
      .map(({ file }) => file)
    expect(readers).toEqual(['packages/runtime/src/runtime.ts'])
  })

  it('are named doors, not star exports', () => {
    expect(sources.filter(({ text }) => /^export \*/m.test(text)).map(({ file }) => file)).toEqual([])
  })
})
