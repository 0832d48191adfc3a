import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync, Visitor } from 'vite'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** One name that an import or a re-export takes from another file; `*` for all of them. */
export interface TakenName {
  /** A file of this repository, from its top, or the specifier of a package. */
  from: string
  name: string
}

export interface SourceFile {
  /** From the top of the checkout, with slashes. */
  file: string
  text: string
  /** Everything it imports or re-exports, types and dynamic imports included: files from the top, packages by name. */
  imports: string[]
  taken: TakenName[]
  /** Names that it declares and exports; `isType` when nothing of that name exists at run time. */
  declared: Map<string, { isType: boolean }>
  /** Functions with the lines that they span. */
  functions: { line: number; lines: number }[]
}

/** Reads the TypeScript files below these folders. */
export function readSources(...folders: string[]): SourceFile[] {
  return folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.m?tsx?$/.test(name) && !name.includes('node_modules'))
      .map((name) => readSource(path.posix.join(folder, name.split(path.sep).join('/')))),
  )
}

function readSource(file: string): SourceFile {
  const text = readFileSync(path.join(root, file), 'utf8')
  const { module, program } = parseSync(file, text)
  const resolve = (specifier: string): string =>
    specifier.startsWith('.') ? path.posix.join(path.posix.dirname(file), specifier) : entryOf(specifier)
  const source: SourceFile = { file, text, imports: [], taken: [], declared: new Map(), functions: [] }
  const take = (specifier: string, name: string): void => {
    source.taken.push({ from: resolve(specifier), name })
  }
  for (const { moduleRequest, entries } of module.staticImports)
    for (const { importName } of entries.length > 0 ? entries : [{ importName: { name: '*' } }])
      take(moduleRequest.value, importName.name ?? '*')
  for (const { entries } of module.staticExports)
    for (const { moduleRequest, importName, exportName, isType } of entries) {
      if (moduleRequest) take(moduleRequest.value, importName.name ?? '*')
      else if (exportName.name) declare(source, exportName.name, isType)
    }
  const lines = lineCounter(text)
  const measure = ({ start, end }: { start: number; end: number }): void => {
    source.functions.push({ line: lines(start), lines: lines(end) - lines(start) + 1 })
  }
  new Visitor({
    FunctionDeclaration: measure,
    FunctionExpression: measure,
    ArrowFunctionExpression: measure,
    ImportExpression: ({ source: specifier }) => {
      if (specifier.type === 'Literal' && typeof specifier.value === 'string') take(specifier.value, '*')
    },
    TSImportType: ({ source: specifier }) => take(specifier.value, '*'),
  }).visit(program)
  source.imports = [...new Set(source.taken.map(({ from }) => from))]
  return source
}

/** A name may stand for a value and for its type; then it is a value. */
function declare({ declared }: SourceFile, name: string, isType: boolean): void {
  declared.set(name, { isType: isType && declared.get(name)?.isType !== false })
}

function lineCounter(text: string): (offset: number) => number {
  const starts = [...text.matchAll(/\n/g)].map(({ index }) => index)
  return (offset) => starts.filter((at) => at < offset).length + 1
}

const entries = new Map(
  ['packages/help', 'packages/core', 'packages/runtime'].flatMap((folder) => {
    const { name, exports } = JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8'))
    return Object.entries<string | Record<string, string>>(exports).flatMap(([entry, target]) => {
      const file = typeof target === 'string' ? undefined : target['@cli-apps/source']
      return file === undefined
        ? []
        : [[path.posix.join(name, entry), path.posix.join(folder, file)] as const]
    })
  }),
)

/** Our packages by the files of their entry points; other packages by their names. */
const entryOf = (specifier: string): string => entries.get(specifier) ?? specifier

/** Files of the entry points of our packages: what they export is used by others. */
export const entryFiles: ReadonlySet<string> = new Set(entries.values())

/** Groups of files that import each other in a circle. */
export function findCircles(sources: readonly SourceFile[]): string[][] {
  const imports = new Map(sources.map((source) => [source.file, source.imports]))
  const reached = new Map(sources.map(({ file }) => [file, reachedFrom(file, imports)]))
  const circles = new Map<string, string[]>()
  for (const [file, files] of reached) {
    if (!files.has(file)) continue
    const circle = [...files].filter((other) => reached.get(other)?.has(file)).sort()
    circles.set(circle.join(' '), circle)
  }
  return [...circles.values()]
}

function reachedFrom(file: string, imports: ReadonlyMap<string, readonly string[]>): Set<string> {
  const found = new Set<string>()
  const open = [...(imports.get(file) ?? [])]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (found.has(next)) continue
    found.add(next)
    open.push(...(imports.get(next) ?? []))
  }
  return found
}

/** Names that more than one file declares and exports, as `name: file, file`. */
export function findSharedNames(sources: readonly SourceFile[]): string[] {
  const files = new Map<string, string[]>()
  for (const { file, declared } of sources)
    for (const name of declared.keys()) files.set(name, [...(files.get(name) ?? []), file])
  return [...files].filter(([, all]) => all.length > 1).map(([name, all]) => `${name}: ${all.join(', ')}`)
}

/** Exported types that no file imports, as `file: name`. `users` are the files whose imports count. */
export function findUnusedTypes(sources: readonly SourceFile[], users: readonly SourceFile[]): string[] {
  const used = new Set(users.flatMap(({ taken }) => taken.map(({ from, name }) => `${from}: ${name}`)))
  return sources
    .filter(({ file }) => !entryFiles.has(file))
    .flatMap(({ file, declared }) =>
      [...declared].filter(([, { isType }]) => isType).map(([name]) => `${file}: ${name}`),
    )
    .filter((type) => !used.has(type) && !used.has(type.replace(/: .*/, ': *')))
}
