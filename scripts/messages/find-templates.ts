import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Files and folders with texts that people read in a terminal. */
const sources = [
  'services/installer/src',
  'packages/runtime/src/invoke',
  'packages/runtime/src/jobs',
  'packages/runtime/src/tools/call-arguments.ts',
  'packages/runtime/src/tools/run-cli-app.ts',
  'packages/core/src/command-tools',
  'packages/core/src/node',
  'packages/core/src/publish-rules',
  'packages/core/src/manifest/app-name.ts',
  'packages/core/src/canonical-json.ts',
  'packages/core/src/manifest/install-method.ts',
  'packages/core/src/errors/issues.ts',
  'packages/core/src/workspace/lockfile-text.ts',
  'packages/core/src/manifest/manifest.ts',
  'packages/core/src/errors/error-report.ts',
  'packages/core/src/documents/problem.ts',
  'packages/core/src/prompt-marks.ts',
  'packages/core/src/secret-text.ts',
  'packages/core/src/skill/lint',
  'packages/core/src/manifest/select-method.ts',
  'packages/core/src/text.ts',
  'packages/core/src/manifest/versions.ts',
]
/** Shell scripts, prompts for models and data are not messages. */
const silent = [
  'services/installer/src/completion/scripts.ts',
  'services/installer/src/strategies/python/report-to-requirements.ts',
  'services/installer/src/strategies/python/guarded-pip.ts',
  'services/installer/src/strategies/python/about-python.ts',
  'packages/core/src/node/egress/forwarder.ts',
  // What a program in a sandbox is told by its proxy; the installer reports refusals in words of its own.
  'packages/core/src/node/egress/connect-to.ts',
  'packages/core/src/node/egress/egress-proxy.ts',
  'packages/core/src/command-tools/command-schema.ts',
  'packages/core/src/command-tools/command-tool.ts',
  'packages/core/src/command-tools/value-schema.ts',
  'packages/core/src/node/sandbox/sandbox-profile.ts',
  'packages/core/src/publish-rules/names/name-look.ts',
  'packages/core/src/publish-rules/names/name-marks.ts',
  'packages/core/src/publish-rules/names/reserved-name.ts',
  'packages/core/src/name-skeleton.ts',
]
/** Keys of what is for programs, or is written the same in every language. */
const silentKeys = ['usage', 'refuses', 'argv', 'args', 'env', 'code', 'expect']
/** What has the look of words and is none of ours. */
const noWords = [
  '<!-- yours -->',
  '<!-- It stood below "',
  '<!-- It stood below "{0}", which is gone. -->',
  '&lt;!-- $1yours --&gt;',
  'skill render',
  '--showformat=${db:Status-Status} ${Version}',
  '{0} cli-apps {1}',
  '{0} cli-apps {1} {2}',
  '<command> [options]',
  'Application Support',
  'Bearer {0}',
  'BusyBox is copyrighted by many authors',
  'GNU bash, version %s (%s)',
  'apt-get --simulate remove',
  'read -r go <&3 && exec "$@" 3<&-',
  'import sys; print(sys.version.split()[0], sys.executable)',
  'node {0} {1}',
  '{{json .}}',
]

export interface FoundTemplate {
  /** One line of text with its holes numbered: `There is no app called {0} in {1}.` */
  template: string
  file: string
}

/** Every line of text for people in the sources, once, in the order of files. */
export function findTemplates(): FoundTemplate[] {
  const found = new Map<string, FoundTemplate>()
  for (const file of sources
    .flatMap(sourcesAt)
    .filter((name) => !silent.includes(name))
    .sort())
    for (const template of templatesIn(file, readFileSync(path.join(root, file), 'utf8')))
      if (!found.has(template)) found.set(template, { template, file })
  return [...found.values()]
}

function sourcesAt(place: string): string[] {
  if (place.endsWith('.ts')) return [place]
  return readdirSync(path.join(root, place), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => path.posix.join(place, name.split(path.sep).join('/')))
}

interface Node {
  type: string
  [key: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

/** The templates of one source file. */
export function templatesIn(file: string, text: string): string[] {
  const templates: string[] = []
  visit(parseSync(file, text).program, (node) => {
    for (const line of textOf(node).split('\n').map(oneTemplate)) if (isForPeople(line)) templates.push(line)
  })
  return templates
}

function visit(value: unknown, see: (node: Node) => void): void {
  if (Array.isArray(value)) for (const item of value) visit(item, see)
  if (!isNode(value) || isUnseen(value)) return
  if (value.type === 'Property' && silentKeys.includes(nameOf(value.key))) return
  see(value)
  for (const [key, child] of Object.entries(value)) if (key !== 'type' && key !== 'key') visit(child, see)
}

/** Descriptions of schemas, faults of the program itself, modules, types and comparisons are not for people's eyes. */
function isUnseen(node: Node): boolean {
  if (node.type.startsWith('TS') && !['TSAsExpression', 'TSSatisfiesExpression'].includes(node.type))
    return true
  if (
    ['ImportDeclaration', 'ImportExpression', 'ExportAllDeclaration', 'TaggedTemplateExpression'].includes(
      node.type,
    )
  )
    return true
  if (node.type === 'NewExpression')
    return ['Error', 'RangeError', 'TypeError', 'RegExp'].includes(nameOf(node.callee))
  if (node.type !== 'CallExpression' || !isNode(node.callee)) return false
  return nameOf(node.callee.property) === 'describe'
}

const nameOf = (node: unknown): string => (isNode(node) && typeof node.name === 'string' ? node.name : '')

/** The text of a string or template, a NUL where a value goes; empty for any other node. */
function textOf(node: Node): string {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : ''
  if (node.type !== 'TemplateLiteral' || !Array.isArray(node.quasis)) return ''
  return node.quasis.map((quasi: { value: { cooked: string } }) => quasi.value.cooked).join('\0')
}

/** Holes side by side are one to whoever reads the text, and so is white space around it. */
function oneTemplate(line: string): string {
  let hole = 0
  return line.replace(/\0+/g, () => `{${hole++}}`).trim()
}

/** Words of ours that are enough to know the text by; no option, command line, path, MIME type or the like. */
export function isForPeople(template: string): boolean {
  if (noWords.includes(template) || /^(cli-apps [^.;,]*|[\w.-]+\/[\w.+-]+.*)$/.test(template)) return false
  if (/^[A-Z][a-z]+:$/.test(template)) return true
  const parts = template.split(/\{\d+\}/)
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  // What fits every other line of other people's text, such as `{0} is {1}`, cannot be told from it.
  const isTelling = length >= 6 || (parts[0] ?? '').length >= 4
  return isTelling && /[A-Za-z]{2,}/.test(parts.join(' ')) && /\s/.test(template)
}
