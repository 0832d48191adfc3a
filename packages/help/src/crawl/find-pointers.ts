import type { CommandNode, CommandOption } from '../command-tree.ts'

interface FindPointersOptions {
  program: string
  /** Words of the command that printed the screen. */
  words: readonly string[]
  node: CommandNode
}

const most = 4
const helpWord =
  /^(?:--?help|-h|-\?|help|--help[-=]\S+|--?(?:full|long|all|more)-?help|--helpfull|--longhelp)$/
const extent = /^#?(?:all|full|long|more|advanced|everything|complete|extended|verbose|global)$/
const listWord = /^(?:flags|options|commands|-a|-v|--all|--full|--long|--verbose)$/
const listFlag = /^--(?:list|all|commands|options|list-commands|list-options|all-commands|all-options)$/
const listCommand = /^(?:options|flags|commands|list-commands)$/
const tellsOfList =
  /\b(?:all|full|complete|list|more|global|every|other)\b.{0,60}\b(?:commands?|options|flags|help|switches)\b/i
const showsMore =
  /^(?:show|print|display|list|view|see|output)s?\b.{0,40}\b(?:all|full|complete|every|more|extra|extended|additional|advanced|long|installed)\b.{0,30}\b(?:help|options|flags|commands|usage|switches)\b/i

/**
 * Finds the ways to more help that a screen mentions, such as `tool --help all`, `tool help -a` and `tool --list`, as
 * argument lists, most informative first. Only safe ones: help words, levels of detail, and lists.
 */
export function findPointers(text: string, { program, words, node }: FindPointersOptions): string[][] {
  const asked = new Set(['--help', '-h', '-help', 'help'])
  const found = new Map<string, string[]>()
  const add = (args: readonly string[]): void => {
    const key = args.join(' ')
    if (!asked.has(key)) found.set(key, [...words, ...args])
  }
  for (const line of text.slice(0, 200_000).split('\n'))
    if (line.length < 2000) for (const args of callsIn(line, { program, words, node })) add(args)
  for (const option of node.options)
    for (const args of callsOf(option, text)) if (words.length === 0 || /help/.test(args[0] ?? '')) add(args)
  const rank = (args: readonly string[]): number =>
    /all|full|everything|complete|-a$/.test(args.join(' ')) ? 0 : 1
  return [...found.values()].sort((a, b) => rank(a) - rank(b)).slice(0, most)
}

/** The calls in a sentence. */
function callsIn(line: string, { program, words, node }: FindPointersOptions): string[][] {
  if (!/help|list|all|options|flags|commands|-h /.test(line)) return []
  const tokens = line.trim().split(/\s+/, 200).map(bare)
  const calls: string[][] = []
  const path = [program, ...words]
  for (let at = 0; at < tokens.length; at++) {
    const isCall = path.every((word, index) => tokens[at + index] === word)
    const rest = tokens.slice(isCall ? at + path.length : at, (isCall ? at + path.length : at) + 3)
    const args = askingPart(rest, { isCall, node })
    if (args !== undefined) calls.push(args)
    const [first = ''] = rest
    const isList = isCall ? listCommand.test(first) || listFlag.test(first) : at > 1 && listFlag.test(first)
    // Below the root, a word other than a help word might perform an action.
    if (isList && words.length === 0 && tellsOfList.test(line)) calls.push([first])
  }
  return calls
}

/** The longest prefix that asks for help and does nothing else. */
function askingPart(
  tokens: readonly string[],
  { isCall, node }: { isCall: boolean; node: CommandNode },
): string[] | undefined {
  const start = tokens[0] === '-v' && tokens[1] === '--help' ? 1 : 0
  const [word = '', next = ''] = tokens.slice(start)
  if (!helpWord.test(word)) return undefined
  if (word === 'help' && !isCall && !node.commands.some(({ name }) => name === 'help')) return undefined
  if (
    word === '-h' &&
    node.options.some(({ long, short }) => short.includes('-h') && !long.includes('--help'))
  )
    return undefined
  const glued = word.indexOf('=')
  if (glued > 0) return extent.test(word.slice(glued + 1)) ? tokens.slice(0, start + 1) : undefined
  const goesOn = extent.test(next) || (word === 'help' && listWord.test(next))
  return tokens.slice(0, start + (goesOn ? 2 : 1))
}

/** Calls from a flag whose description says that it prints help, and from the values of a help option. */
function callsOf({ long, short, value, description, choices }: CommandOption, text: string): string[][] {
  const name = long[0] ?? short[0]
  if (name === undefined) return []
  if (value === null) return showsMore.test(description) && !helpWord.test(name) ? [[name]] : []
  if (!long.includes('--help')) return []
  const offered = choices.length > 0 ? choices : (description.match(/#?\b(?:all|full)\b/g) ?? [])
  const whole = offered.find((choice) => /^#?(?:all|full)$/.test(choice)) ?? /#(?:all|full)\b/.exec(text)?.[0]
  const selected = whole === undefined ? choices.slice(0, 4) : [whole]
  return selected.filter((choice) => /^#?[\w-]+$/.test(choice)).map((choice) => [`--help=${choice}`])
}

/** Strips surrounding quotes and punctuation. */
const bare = (token: string): string => token.replace(/^[\s"'`“‘([<]+/, '').replace(/["'`”’)\]>.,;:]+$/, '')
