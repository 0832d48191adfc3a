import { parseSync } from 'vite'
import { type CommandFacts, commandFacts } from '../../services/installer/src/command-facts.ts'
import { readSources } from '../../test/support/source-files.ts'

/** A text for people, as the sources hold it. */
export interface SourceMessage {
  id: string
  /** English, in ICU MessageFormat. */
  template: string
  file: string
  /** Formatted without the library, so it may contain only `{name}`. */
  isSimple: boolean
}

/** The rest, such as the runtime, is read by models and agent authors, and stays English. */
export const translatedFolders = [
  'packages/core/src',
  'packages/runtime/src/invoke',
  'packages/runtime/src/jobs',
  'packages/runtime/src/sandbox',
  'services/installer/src',
]
const folders = ['packages/core/src', 'packages/runtime/src', 'services/installer/src']

/** Every message of the sources, in the order of files, and the texts of commands and their options. */
export const findMessages = (): SourceMessage[] => [
  ...readSources(...folders).flatMap(({ file, text }) => messagesIn(file, text)),
  ...commandMessages(commandFacts),
]

interface Node {
  type: string
  [key: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

/** The calls of `t` and `plural` in one source file. Throws `RangeError` where its id or template is not written there. */
export function messagesIn(file: string, source: string): SourceMessage[] {
  const found: SourceMessage[] = []
  visit(parseSync(file, source).program, (node) => {
    if (node.type !== 'CallExpression' || !['t', 'plural'].includes(nameOf(node.callee))) return
    const [id, template] = argumentsOf(node).map(textOf)
    if (id === undefined || template === undefined)
      throw new RangeError(`${file}: the id and the template of a message are written where it arises`)
    found.push({ id, template, file, isSimple: nameOf(node.callee) === 't' })
  })
  return found
}

/** Messages and hints of errors in one source file that are plain text, which nobody can translate. */
export function plainErrorTexts(file: string, source: string): string[] {
  const found: string[] = []
  visit(parseSync(file, source).program, (node) => {
    if (node.type === 'NewExpression' && isErrorOfOurs(nameOf(node.callee)))
      found.push(...plainTexts(argumentsOf(node)[1]))
    if (node.type === 'Property' && ['message', 'hint'].includes(nameOf(node.key)))
      found.push(...plainTexts(node.value))
  })
  return found.map((text) => `${file}: ${text}`)
}

const isErrorOfOurs = (name: string): boolean =>
  name.endsWith('Error') && !['Error', 'RangeError', 'TypeError', 'SyntaxError'].includes(name)

/** Words with spaces between them; a command line of ours is the same in every language. */
function plainTexts(node: unknown): string[] {
  if (!isNode(node)) return []
  if (node.type === 'ConditionalExpression')
    return [...plainTexts(node.consequent), ...plainTexts(node.alternate)]
  if (node.type === 'LogicalExpression') return [...plainTexts(node.left), ...plainTexts(node.right)]
  const quasis = Array.isArray(node.quasis) ? node.quasis : []
  const text =
    node.type === 'Literal' && typeof node.value === 'string'
      ? node.value
      : quasis.map((quasi: { value: { cooked: string } }) => quasi.value.cooked).join('{}')
  const isCommandLine = /^cli-apps [\w{ ]/.test(text) || startsWithCliCall(node)
  return /[a-z]{2} |[a-z]{2}$| [a-z]{2}/.test(text) && /\s/.test(text) && !isCommandLine ? [text] : []
}

/** Whether a template is `${cliCall()} …`. */
function startsWithCliCall({ quasis, expressions }: Node): boolean {
  const [before] = Array.isArray(quasis) ? quasis : []
  const [first] = Array.isArray(expressions) ? expressions : []
  return before?.value.cooked === '' && isNode(first) && nameOf(first.callee) === 'cliCall'
}

function visit(value: unknown, see: (node: Node) => void): void {
  if (Array.isArray(value)) for (const item of value) visit(item, see)
  if (!isNode(value)) return
  see(value)
  for (const child of Object.values(value)) visit(child, see)
}

const nameOf = (node: unknown): string => (isNode(node) && typeof node.name === 'string' ? node.name : '')

const argumentsOf = (node: Node): unknown[] => (Array.isArray(node.arguments) ? node.arguments : [])

function textOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node.type !== 'TemplateLiteral' || !Array.isArray(node.quasis) || node.quasis.length !== 1)
    return undefined
  return node.quasis[0].value.cooked
}

/** `command.NAME`, `option.NAME` for what several commands share word for word, and `command.NAME.OPTION`. */
function commandMessages(commands: Readonly<Record<string, CommandFacts>>): SourceMessage[] {
  const file = 'services/installer/src/command-index.json'
  const uses = new Map<string, Map<string, number>>()
  for (const { options } of Object.values(commands))
    for (const [option, { description }] of Object.entries(options)) {
      const texts = uses.get(option) ?? new Map<string, number>()
      texts.set(description, (texts.get(description) ?? 0) + 1)
      uses.set(option, texts)
    }
  const shared = new Map(
    [...uses].flatMap(([option, texts]) => {
      const [most] = [...texts].filter(([, count]) => count > 1).sort(([, a], [, b]) => b - a)
      return most === undefined ? [] : [[option, most[0]] as const]
    }),
  )
  return [
    ...[...shared].map(([option, template]) => ({ id: `option.${option}`, template, file, isSimple: true })),
    ...Object.entries(commands).flatMap(([name, { summary, options }]) => [
      { id: `command.${name}`, template: summary, file, isSimple: true },
      ...Object.entries(options).flatMap(([option, { description }]) =>
        shared.get(option) === description
          ? []
          : [{ id: `command.${name}.${option}`, template: description, file, isSimple: true }],
      ),
    ]),
  ]
}
