import { type CommandNode, type CommandOption, negatedName } from '@cli-apps/core'

type CallFault = { kind: 'command' | 'option'; word: string; path: readonly string[] }

interface CallVerdict {
  fault?: CallFault
  /** Whether every command and option of the call could be judged. */
  isJudged: boolean
}

/** Options that programs accept even if their help does not list them. */
const everywhere = /^(--?help|-h|-\?|--?version|-V|-v|--)$/
const ownCommands = new Set(['help', 'version', 'completion', 'completions'])

/**
 * Checks a call against the tree. `undefined` stands for a word that the reader fills in. Where the tree is incomplete,
 * an unknown word may be anything and is never an error.
 */
export function judgeCall(words: readonly (string | undefined)[], root: CommandNode): CallVerdict {
  const nodes: CommandNode[] = [root]
  const path: string[] = []
  const options: string[] = []
  let isOpen = false
  for (let at = 0; at < words.length; at++) {
    const word = words[at]
    const node = nodes.at(-1) ?? root
    if (word === undefined) {
      // In a command without subcommands, a placeholder is a value or an option.
      if (node.commands.length === 0 && isWhole(node)) continue
      isOpen = true
      break
    }
    if (word === '--') break
    if (word.startsWith('-') && word !== '-') {
      options.push(word)
      const option = findOption(word, nodes)
      if (option === undefined) {
        // The next word may be the option's value.
        if (!word.includes('=') && !everywhere.test(word)) isOpen = true
      } else if (takesNext(option, word, isCommandOf(node, words[at + 1]))) at += 1
      if (isOpen) break
      continue
    }
    const next = findWay(node, word)
    if (next.length > 0) {
      nodes.push(...next)
      path.push(word)
      continue
    }
    const verdict = judgeWord(node, word)
    if (verdict === 'missing') return { fault: { kind: 'command', word, path }, isJudged: true }
    if (verdict === 'unknown') isOpen = true
    // After a value, options may follow but no command.
    if (verdict === 'value') nodes.push({ ...node, commands: [], arguments: anything })
  }
  if (!nodes.every(isWhole)) return { isJudged: false }
  const wrong = options.find((word) => !everywhere.test(word) && findOption(word, nodes) === undefined)
  if (wrong !== undefined && nodes.some(({ options: own }) => own.length > 0))
    return { fault: { kind: 'option', word: wrong, path }, isJudged: true }
  return { isJudged: !isOpen }
}

const anything: CommandNode['arguments'] = [{ name: 'value', required: false, variadic: true }]

/**
 * Returns the nodes from a command to the subcommand that a word calls: by name, alias, or `topic:command`, which some
 * trees nest under `topic`. Empty if there is none.
 */
function findWay({ name: own, commands }: CommandNode, word: string): CommandNode[] {
  const direct = commands.find(
    ({ name, aliases }) => name === word || aliases.includes(word) || name === `${own}:${word}`,
  )
  if (direct !== undefined) return [direct]
  if (!word.includes(':')) return []
  for (const command of commands) {
    if (!word.startsWith(`${command.name}:`)) continue
    const below = findWay(command, word)
    if (below.length > 0) return [command, ...below]
  }
  return []
}

/** Classifies a word that is not a command of the node: a value, a missing command, or unknown. */
function judgeWord(node: CommandNode, word: string): 'value' | 'missing' | 'unknown' {
  if (node.commands.length === 0) return isWhole(node) ? 'value' : 'unknown'
  if (!isWhole(node) || ownCommands.has(word)) return 'unknown'
  if (node.arguments.length > 0) return 'value'
  // A path, number or text is not a misspelled command.
  if (!/^[a-z][a-z0-9:_-]*$/i.test(word)) return 'unknown'
  return 'missing'
}

/** Whether the node's own help was read, and read completely. */
const isWhole = ({ usage, options, commands, arguments: slots, warnings }: CommandNode): boolean =>
  warnings.length === 0 && usage.length + options.length + commands.length + slots.length > 0

/** Finds an option by its full name, a negation, a prefix, or as one of several short options in a word. */
function findOption(word: string, nodes: readonly CommandNode[]): CommandOption | undefined {
  const [name = word] = word.split('=', 1)
  const options = nodes.flatMap(({ options: own }) => own)
  const named = options.find(({ long, short }) => long.includes(name) || short.includes(name))
  if (named !== undefined) return named
  const negated = options.find(
    ({ long, negatable }) => negatable && long.some((one) => negatedName(one) === name),
  )
  if (negated !== undefined) return negated
  if (name.startsWith('--'))
    return name.length < 5
      ? undefined
      : options.find(({ long }) =>
          long.some(
            (known) =>
              known.startsWith(name) || (known.startsWith('--[no-]') && known.endsWith(name.slice(2))),
          ),
        )
  const first = options.find(({ short }) => short.includes(name.slice(0, 2)))
  if (first === undefined || first.value !== null) return first
  const rest = [...name.slice(2)].map((letter) => options.find(({ short }) => short.includes(`-${letter}`)))
  const takesValue = rest.findIndex((option) => option !== undefined && option.value !== null)
  const flags = takesValue < 0 ? rest : rest.slice(0, takesValue + 1)
  return flags.every((option) => option !== undefined) ? (flags.at(-1) ?? first) : undefined
}

/** Whether the next word is the option's value. An optional value may be, unless the word calls a command. */
function takesNext({ value, long, short }: CommandOption, word: string, isCommand: boolean): boolean {
  if (value === null || word.includes('=')) return false
  const isLong = long.some((name) => name === word || name.startsWith(word))
  const isNamed = isLong || short.includes(word)
  // Help texts write `-n, --limit=<n>` for options that accept `--limit 5` too; `--color[=when]` and `-O2` need an
  // attached value.
  if (value.glued && (value.optional || !long.some((name) => name.startsWith('--')))) return false
  if (value.glued || value.optional) return isNamed && !isCommand
  // `-ofile` contains the value already.
  return isNamed || !/^-\w\w/.test(word)
}

/** Whether the word calls a subcommand of the node, or is not an ordinary word. */
const isCommandOf = (node: CommandNode, word: string | undefined): boolean =>
  word === undefined || word.startsWith('-') || findWay(node, word).length > 0
