import { AppManifest, InstallMethod, MethodKind, Platform } from '@cli-apps/core'
import { rareManifest } from './rare-manifest.ts'
import { type SchemaRow, schemaRows } from './schema-rows.ts'

const introduction = `# Manifest

\`npm run docs\` generates this page from the schema in the code; the examples are from [catalog/](../catalog) where an entry has the key.

A manifest describes one version of an app. It is JSON with the keys below and no others; every list of arguments holds what
follows the program, one argument per item, and nothing is ever passed to a shell. Editors that read the
[JSON Schema](../packages/core/schema/app.json) (\`/v1/schema/app.json\` of a registry) complete and check it.
[\`cli-apps new\`](commands.md#new) drafts one, [\`validate\`](commands.md#validate) names what is wrong with its line, and
[\`try\`](commands.md#try) installs it apart. [Publishing](publishing.md) has a first one to copy.

\`[]\` in a key stands for each item of a list, \`*\` for each key of an object that has keys of its own choice.
`

/** Parts with a section of their own, in the order of the page. */
const parts = ['programs', 'requires', 'run', 'skill', 'recipes']

/** Longer values are examples only where there is none that is shorter. */
const longestExample = 80

/** docs/manifest.md. Throws `RangeError` for a key without a description or an example. */
export function manifestDocument(catalog: readonly AppManifest[]): string {
  const manifests = [...catalog, rareManifest]
  const examples = examplesIn(manifests)
  const rows = schemaRows(AppManifest)
  const inPart = (part: string): SchemaRow[] =>
    rows.filter(({ path }) => path.startsWith(`${part}.`) || path.startsWith(`${part}[].`))
  const inParts = new Set([...parts, 'install'].flatMap(inPart))
  return [
    introduction,
    '## Keys\n',
    rowsTable(rows.filter((row) => !inParts.has(row)).map(linked), examples),
    `The categories are ${listOf(AppManifest.shape.category.options)}.\n`,
    '## install\n',
    'Each item has a `method`, which decides its other keys. [Install methods](strategies.md) describes what each does.\n',
    `The platforms are ${listOf(Platform.options)}; \`linux\`, \`darwin\` and \`windows\` stand for all of theirs.\n`,
    ...methodSections(manifests),
    ...parts.flatMap((part) => [`## ${part}\n`, rowsTable(inPart(part), examples)]),
  ].join('\n')
}

const listOf = (words: readonly string[]): string => words.map(code).join(', ')

/** A key with a section of its own is described there. */
const linked = (row: SchemaRow): SchemaRow =>
  [...parts, 'install'].includes(row.path)
    ? { ...row, about: `${row.about} ([its keys](#${row.path}))` }
    : row

function methodSections(manifests: readonly AppManifest[]): string[] {
  return MethodKind.options.flatMap((kind) => {
    const used = manifests.flatMap(({ install }) => install.filter(({ method }) => method === kind))
    return [`### ${kind}\n`, rowsTable(methodRows(kind), examplesIn(used))]
  })
}

/** The keys of all forms of a method, those that only some have as absent in the others. */
function methodRows(kind: MethodKind): SchemaRow[] {
  const forms = InstallMethod.options
    .filter(({ shape }) => shape.method.value === kind)
    .map((form) => schemaRows(form))
  const first = forms.flat().filter((row, at, all) => all.findIndex(({ path }) => path === row.path) === at)
  return first.map((row) => {
    const isInAll = forms.every((rows) => rows.some(({ path }) => path === row.path))
    return isInAll || row.type.endsWith('or absent') ? row : { ...row, type: `${row.type} or absent` }
  })
}

function rowsTable(rows: readonly SchemaRow[], examples: ReadonlyMap<string, string>): string {
  const cells = rows.map(({ path, type, about }) => {
    const example = examples.get(path)
    // What holds keys of its own is shown by them.
    const isShown =
      about.endsWith(')') ||
      rows.some((row) => row.path.startsWith(`${path}.`) || row.path.startsWith(`${path}[].`))
    if (about === '' && !path.endsWith('*')) throw new RangeError(`no description: ${path}`)
    if (example === undefined && !isShown) throw new RangeError(`no example: ${path}`)
    return [code(path), type, about, isShown || example === undefined ? '' : code(example)]
  })
  return [['Key', 'Type', 'Meaning', 'Example'], ['---', '---', '---', '---'], ...cells]
    .map((row) => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`)
    .join('')
}

/** A code span, whatever the text has of backticks. */
const code = (text: string): string => (text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``)

/** The first value of each key that is short enough, or the shortest, as JSON. */
function examplesIn(values: readonly object[]): Map<string, string> {
  const examples = new Map<string, string>()
  const note = (path: string, value: unknown): void => {
    const text = JSON.stringify(value)
    const known = examples.get(path)
    const isBetter = known !== undefined && known.length > longestExample && text.length < known.length
    if (known === undefined || isBetter) examples.set(path, text)
  }
  const visit = (value: unknown, path: string): void => {
    if (path !== '') note(path, value)
    if (Array.isArray(value)) for (const item of value) visit(item, `${path}[]`)
    else if (typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value)) {
        visit(inner, path === '' ? key : `${path}.${key}`)
        if (path !== '') visit(inner, `${path}.*`)
      }
  }
  for (const value of values) visit(value, '')
  return examples
}
