import type { CommandArgument, CommandOption } from '../command-tree.ts'
import { readOptionSpec } from '../options/option-spec.ts'
import { groupEnd } from '../options/token-end.ts'
import type { HelpLine } from '../text/help-line.ts'

export interface Usage {
  /** One entry per usage line, with continuation lines joined. */
  lines: string[]
  arguments: CommandArgument[]
  /** Like `arguments`, plus bare lowercase words, which are arguments if no commands are possible there. */
  allArguments: CommandArgument[]
  /** The first literal word before an argument, by the argument's name: `add` in `remote add <url>`. */
  below: Map<string, string>
  /** Options in the usage, such as `[--version]`. */
  options: CommandOption[]
  /** Whether the usage requires a command: `<command>`, `COMMAND`, `{a,b} ...`. */
  takesCommand: boolean
}

const maxUsageLines = 40
const maxUsageLength = 2_000

/** Parses a usage section: its calls, with their positional arguments and options. */
export function readUsage(lines: readonly HelpLine[], name: string, path: readonly string[] = [name]): Usage {
  const joined = joinUsage(lines, name)
  const usage: Usage = {
    lines: joined,
    arguments: [],
    allArguments: [],
    below: new Map(),
    options: [],
    takesCommand: joined.some(
      (line) => /[<[{]?\b(sub)?commands?\b|[<{]verb[>}]/i.test(line) || /\} \.\.\./.test(line),
    ),
  }
  for (const line of joined) readTokens(line, usage, { name, path })
  return usage
}

/** Returns the positional arguments in a text of placeholders, such as `<name> [options] [path...]`. */
export function argumentsIn(placeholders: string): CommandArgument[] {
  const usage: Usage = {
    lines: [],
    arguments: [],
    allArguments: [],
    below: new Map(),
    options: [],
    takesCommand: false,
  }
  if (placeholders !== '') readTokens(placeholders.slice(0, 300), usage, { name: '', path: [] })
  return usage.arguments
}

/** npm also prints its options as usage groups below the heading: `[--no-audit] [-w|--workspace <name>]`. */
export const optionsInBrackets = (lines: readonly HelpLine[]): CommandOption[] =>
  lines
    .slice(0, 400)
    .filter(({ text }) => /^\[--?[A-Za-z]/.test(text))
    .flatMap(({ text }) => tokensOf(text.slice(0, maxUsageLength)).filter((token) => token.optional))
    .flatMap(({ text }) => optionsOf(text))

/** A deeper line, or one that begins with a bracket, continues the call above it. */
function joinUsage(lines: readonly HelpLine[], name: string): string[] {
  const calls: string[] = []
  const first = lines.find(({ text }) => text !== '')
  let isOpen = false
  for (const line of lines) {
    if (line.text === '') {
      isOpen = false
      continue
    }
    if (first === undefined) break
    const text = line.text.replace(/^(\$|or:?|usage:) +/i, '')
    const last = calls.at(-1)
    const begins = text === name || text.startsWith(`${name} `)
    const goesOn =
      isOpen && last !== undefined && !begins && (line.indent > first.indent || /^[[<({|.-]/.test(text))
    if (goesOn && last.length < maxUsageLength) calls[calls.length - 1] = `${last} ${text}`
    else if (begins || calls.length === 0 || line.indent === first.indent) calls.push(text)
    isOpen = true
    if (calls.length > maxUsageLines) break
  }
  return calls.slice(0, maxUsageLines).map((call) => call.replace(/ {2,}/g, ' ').slice(0, maxUsageLength))
}

const maxTokens = 400

interface Token {
  text: string
  /** Optional, because it excludes something else on the same line. */
  optional: boolean
}

function readTokens(
  line: string,
  usage: Usage,
  { name, path }: { name: string; path: readonly string[] },
): void {
  const tokens = tokensOf(line)
  const start = tokens.findIndex(({ text }) => text === name || text.endsWith(`/${name}`))
  const isOnly = usage.lines.length === 1
  // cobra: everything between the command and its flags is an argument, in brackets or not.
  const ownWords = isOnly && / \[(?:flags|options)\]$/.test(line) ? path.length : Number.POSITIVE_INFINITY
  let words = 1
  let sawWord = false
  let literal: string | undefined
  let afterOption = false
  let afterOptions = false
  for (const { text, optional } of tokens.slice(start + 1)) {
    // The word after a bare option may be its value: it cannot be told from an argument.
    const mayBeValue = afterOption
    afterOption = /^--?[A-Za-z]/.test(text) && !text.includes('=')
    if (/^\[?-/.test(text) || /^[([] ?-/.test(text)) {
      if (!sawWord || text.startsWith('['))
        usage.options.push(
          ...optionsOf(text).map((option) => ({ ...option, required: isOnly && isDemanded(text) })),
        )
      continue
    }
    const argument = argumentOf(text, optional)
    if (argument === undefined) {
      // `[options] file [pages]`
      if (afterOptions && !mayBeValue && fileWord.test(text)) {
        addArgument(usage.arguments, bareArgument(text))
        addArgument(usage.allArguments, bareArgument(text))
        continue
      }
      afterOptions ||= generic.test(text.replace(/^\[|\](?:\.{3})?$/g, '')) && text.startsWith('[')
      const isOwn = words < path.length && text === path[words]
      if (isOwn) words++
      if (!isOwn && !mayBeValue && words === ownWords && bareWord.test(text))
        addArgument(usage.allArguments, bareArgument(text))
      sawWord ||= /^[a-z]/.test(text)
      if (!isOwn && !mayBeValue && bareWord.test(text)) literal ??= text
      if (text.startsWith('#') || text.startsWith('(')) break
    } else if (!mayBeValue) {
      if (literal === undefined) usage.below.delete(argument.name)
      else if (!usage.arguments.some((known) => known.name === argument.name))
        usage.below.set(argument.name, literal)
      addArgument(usage.arguments, argument)
      addArgument(usage.allArguments, argument)
    }
  }
}

const bareWord = /^[a-z][\w-]*(?::(?!\/\/)[\w./-]*)?(?:\.{3})?$/

/** A word that names what a program is given, and hardly a command. */
const fileWord =
  /^(?:(?:in|out|input|output|source|target|archive|image)[-_]?)?(?:file|folder|directory)s?(?:\.{3})?$/

const bareArgument = (text: string): CommandArgument => ({
  name: text.replace(/\.{3}$|:$/, ''),
  required: true,
  variadic: text.endsWith('...'),
})

function addArgument(known: CommandArgument[], argument: CommandArgument): void {
  if (known.length < 30 && !known.some(({ name }) => name === argument.name)) known.push(argument)
}

function tokensOf(line: string): Token[] {
  const tokens: Token[] = []
  let at = 0
  while (at < line.length && tokens.length < maxTokens) {
    if (line[at] === ' ') {
      at++
      continue
    }
    let end = groupEnd(line, at)
    if (end === undefined || line[at] === '"' || line[at] === "'") end = wordEnd(line, at)
    while (end < line.length && line[end] !== ' ') end = groupEnd(line, end) ?? end + 1
    let text = line.slice(at, end)
    if (line.startsWith(' ...', end)) {
      text += '...'
      end += 4
    }
    tokens.push({ text, optional: text.startsWith('[') })
    at = end
  }
  return tokens
}

const wordEnd = (line: string, at: number): number => {
  const end = line.indexOf(' ', at)
  return end < 0 ? line.length : end
}

const generic = /^(?:.*options?|opts|.*flags?|switches|--)$/i

function argumentOf(token: string, optional: boolean): CommandArgument | undefined {
  const variadic = /\.\.\.|…/.test(token)
  const bare = token.replace(/\.{2,}|…/g, '').replace(/[*+?,]$/, '')
  const repeated = /^\[<([^<>[\]]{1,60})> \[/.exec(bare)?.[1]
  if (repeated !== undefined) return { name: repeated, required: false, variadic: true }
  const inner =
    /^[<[(]+ ?([^<>[\]()|]+?) ?[>\])]+$/.exec(bare)?.[1] ??
    (/^[A-Z][A-Z0-9_:.@/-]*$/.test(bare) ? bare : undefined)
  const name = inner?.replace(/^[.@]+|[.:]+$/g, '').trim()
  if (name === undefined || name === '' || name.length > 60 || generic.test(name) || name.startsWith('-'))
    return undefined
  if (/ /.test(name) && !/^[\w-]+( [\w-]+){0,2}$/.test(name)) {
    const [first = ''] = name.split(' ')
    return /^[A-Za-z][\w-]*$/.test(first) ? { name: first, required: !optional, variadic } : undefined
  }
  return { name, required: !optional, variadic }
}

/** The options in `[-h | --help]`, `[--depth <n>]`, `(-a | -b)`; a cluster such as `[-abc]` has one per letter. */
function optionsOf(token: string): CommandOption[] {
  const inner = token.replace(/^[[(] ?/, '').replace(/ ?[\])]\.*$/, '')
  const cluster = token.startsWith('[') ? clusterIn(inner) : undefined
  if (cluster !== undefined) return [...cluster].map((letter) => emptyOption([], [`-${letter}`]))
  // `-L(gO)` stands for `-Lg` and `-LO`.
  if (/^-[A-Za-z]?\(/.test(inner)) return []
  return splitBars(inner).flatMap((part) => {
    const spec = readOptionSpec(part)
    if (spec === undefined) return []
    const { long, short, value, negatable, choices, repeatable } = spec
    // `[-options]` stands for all of them.
    if (generic.test(long[0]?.replace(/^-/, '') ?? '')) return []
    return [{ ...emptyOption(long, short), value, negatable, choices, repeatable }]
  })
}

/**
 * The letters of `[-AbdX#]`, each once: capitals and lowercase letters, signs, `h` and another, or lowercase letters in
 * alphabetical order. Anything else may be a word.
 */
function clusterIn(inner: string): string | undefined {
  const letters = /^-([A-Za-z0-9#@%?!,]{2,60})$/.exec(inner)?.[1]
  if (letters === undefined || new Set(letters).size < letters.length) return undefined
  const isMixed =
    letters.length > 2 && (/[A-Z].*[a-z]|[a-z].*[A-Z]/.test(letters) || /[#@%?!,]/.test(letters))
  const isSorted =
    [...letters].sort().join('') === letters && /^[a-z]{4,}$|^[b-df-hj-np-tv-z]{3}$/.test(letters)
  return isMixed || isSorted || /^(?:h[a-zA-Z]|[a-zA-Z]h)$/.test(letters) ? letters : undefined
}

/** Outside brackets an option is required: `--name X`, `(-t|--target X)`, but not one of `(-a|-b)`. */
const isDemanded = (token: string): boolean =>
  token.startsWith('-') || /^\(-\w ?\| ?--[\w-]+[ =][^|()]{1,80}\)$/.test(token)

/** Splits at `|` outside brackets. */
function splitBars(text: string): string[] {
  const parts: string[] = []
  let start = 0
  for (let at = 0; at < text.length; at++) {
    const closed = '<[{('.includes(text[at] ?? ' ') ? groupEnd(text, at) : undefined
    if (closed !== undefined) at = closed - 1
    else if (text[at] === '|') {
      parts.push(text.slice(start, at).trim())
      start = at + 1
    }
  }
  parts.push(text.slice(start).trim())
  // `-Q in|out`: the bars separate values of one option.
  return parts.reduce<string[]>((joined, part) => {
    const last = joined.at(-1)
    if (last === undefined || /^[-+[(<{]/.test(part) || !/^-\S+[ =]\S+$/.test(last)) joined.push(part)
    else joined[joined.length - 1] = `${last}|${part}`
    return joined
  }, [])
}

const emptyOption = (long: string[], short: string[]): CommandOption => ({
  long,
  short,
  value: null,
  description: '',
  choices: [],
  default: null,
  env: null,
  repeatable: false,
  required: false,
  negatable: false,
  inherited: false,
  hidden: false,
  deprecated: false,
  group: null,
})
