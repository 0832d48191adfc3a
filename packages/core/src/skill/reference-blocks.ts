import { type CommandNode, type CommandOption, commandWords } from '@cli-apps/help/command-tree'
import { estimateTokens } from '../tokens.ts'
import { callSpan, commandLine, commandMarks, optionLine, optionNames, summaryText } from './command-lines.ts'
import { isNeutral } from './option-score.ts'
import { type Block, lineCount, minLineTokens } from './pack-files.ts'
import { codeBlock, codeSpan, safeLine, safeProse } from './safe-text.ts'
import { fillWords, type SkillWords } from './skill-words.ts'

const maxText = 400
const maxNamed = 8

export interface BlockOptions {
  /** Executable of the app. */
  program: string
  words: SkillWords
  maxTokens: number
}

/**
 * Renders everything known about a command and its subcommands as Markdown, one block each, parents first. A block that
 * exceeds `maxTokens` is continued in further blocks, so that no option is lost.
 */
export function referenceBlocks(
  node: CommandNode,
  options: BlockOptions,
  { path = [], above = [] }: { path?: readonly string[]; above?: readonly CommandNode[] } = {},
): Block[] {
  return [
    ...ownBlocks(node, options, { path, above }),
    ...node.commands.flatMap((child) =>
      referenceBlocks(child, options, { path: [...path, child.name], above: [...above, node] }),
    ),
  ]
}

/** The blocks of a command without its subcommands. */
export function ownBlocks(
  node: CommandNode,
  options: BlockOptions,
  { path, above }: { path: readonly string[]; above: readonly CommandNode[] },
): Block[] {
  const { program, words } = options
  const name = path.length === 0 ? program : commandWords(path).join(' ')
  const usage = usageBlock(node, path, program)
  const heading = path.length === 0 || usage !== '' ? codeSpan(name, 120) : callSpan(node, path)
  const head = [summaryOf(node, path, words), usage, ...examplesOf(node, words)]
  const body = bodyOf(node, { above, program, path, words })
  const blocks = splitBlock(
    { subject: safeLine(name, 120), heading },
    head.filter((part) => part !== ''),
    body,
    options,
  )
  const isPlain = path.length > 0 && body.length === 0 && usage === '' && node.examples.length === 0
  return isPlain
    ? blocks.map((block) => ({ ...block, line: commandLine(node, path, { words, maxText }) }))
    : blocks
}

/** Summary and aliases of a command; empty for the program itself, which SKILL.md describes. */
function summaryOf(node: CommandNode, path: readonly string[], words: SkillWords): string {
  if (path.length === 0) return ''
  return (summaryText(node, maxText) + commandMarks(node, words)).trim()
}

const maxUsage = 8
const commonPart =
  /^[[(<{]?(?:options?|flags?|commands?|subcommands?|args|arguments|global[ -](?:options|flags))\.*[\])>}]?\.*$/i

/** Usage lines as a block, or a code span for a single one; empty if they only say that there are options. */
export function usageBlock(node: CommandNode, path: readonly string[], program: string): string {
  const usage = node.usage.slice(0, maxUsage)
  const [first = ''] = usage
  if (usage.length > 1) return codeBlock(usage, { max: 600, language: 'text' })
  const own = new Set([
    program,
    ...commandWords(path),
    ...node.arguments.flatMap(({ name }) => argumentForms(name)),
  ])
  const says = first.split(/\s+/).some((word) => word !== '' && !own.has(word) && !commonPart.test(word))
  return says ? codeSpan(first, 600) : ''
}

const argumentForms = (name: string): string[] => [`<${name}>`, `[${name}]`, `[<${name}>]`]

const examplesOf = (node: CommandNode, words: SkillWords): string[] =>
  node.examples.length === 0
    ? []
    : [words.examples, codeBlock(node.examples.slice(0, 10), { max: 300, language: 'text' })]

const keyOf = ({ short, long }: CommandOption): string => [...short, ...long].join(' ')

const hasNamesOf = (option: CommandOption, other: CommandOption): boolean =>
  [...other.short, ...other.long].every((name) => option.short.includes(name) || option.long.includes(name))

/** Index of the nearest parent that describes the same option. */
const tellerOf = (option: CommandOption, above: readonly CommandNode[]): number =>
  above.findLastIndex(({ options }) =>
    options.some(
      (other) =>
        keyOf(other) === keyOf(option) && (option.inherited || other.description === option.description),
    ),
  )

/**
 * Ungrouped options first, since otherwise they would seem to belong to the previous group; groups in the program's
 * order.
 */
function byGroup(options: readonly CommandOption[]): CommandOption[] {
  const groups = new Map<string | null, CommandOption[]>([[null, []]])
  for (const option of options) {
    const known = groups.get(option.group)
    if (known === undefined) groups.set(option.group, [option])
    else known.push(option)
  }
  return [...groups.values()].flat()
}

interface BodyContext {
  above: readonly CommandNode[]
  path: readonly string[]
  program: string
  words: SkillWords
}

/** A line of a block, and its option. */
interface BodyLine {
  text: string
  name?: string
}

function bodyOf(node: CommandNode, { above, path, program, words }: BodyContext): BodyLine[] {
  const lines: BodyLine[] = []
  const told = new Map<number, CommandOption[]>()
  const neutral: CommandOption[] = []
  let group: string | null = null
  for (const option of byGroup(node.options)) {
    const teller = tellerOf(option, above)
    if (teller >= 0 && !isNeutral(option)) {
      told.set(teller, [...(told.get(teller) ?? []), option])
      continue
    }
    if (isNeutral(option)) {
      if (!above.some(({ options }) => options.some((other) => hasNamesOf(other, option))))
        neutral.push(option)
      continue
    }
    const name = option.group?.replace(/:$/, '') ?? ''
    // A generic name of the only group adds nothing.
    if (option.group !== group && name !== '' && !/^(?:options|flags|optional arguments)$/i.test(name))
      lines.push({ text: `\n${safeProse(name, 80)}${words.colon.trimEnd()}\n` })
    group = option.group
    lines.push({
      text: optionLine(option, { words, maxText, namesAllChoices: true }),
      name: option.long[0] ?? option.short[0] ?? '',
    })
  }
  if (neutral.length > 0)
    lines.push({
      text: `- ${fillWords(words.alsoTakes, { options: neutral.map(optionNames).join(words.comma) })}`,
    })
  const callOf = (at: number): string =>
    codeSpan([program, ...commandWords(path.slice(0, at))].join(' '), 120)
  for (const [at, options] of [...told].sort(([a], [b]) => b - a))
    lines.push({
      text: `- ${
        options.length <= maxNamed
          ? fillWords(words.alsoTakes, { options: options.map(optionNames).join(words.comma) })
          : fillWords(words.alsoTakesAll, { count: options.length, command: callOf(at) })
      }`,
    })
  for (const warning of node.warnings)
    lines.push({ text: `- ${fillWords(words.note, { text: safeProse(warning, 200) })}` })
  return lines
}

function splitBlock(
  { subject, heading }: Pick<Block, 'subject' | 'heading'>,
  head: readonly string[],
  lines: readonly BodyLine[],
  { words, maxTokens }: BlockOptions,
): Block[] {
  const blocks: Block[] = []
  let text = head.join('\n\n')
  const open = (): number => maxTokens - estimateTokens(heading) - estimateTokens(text) - 30
  let remaining = open()
  let isContinued = false
  let names: string[] = []
  const close = (): void => {
    const title = isContinued ? fillWords(words.continued, { title: heading }) : heading
    blocks.push({ subject, heading: title, text: text.trim(), names })
    names = []
  }
  let isFirst = true
  for (const { text: line, name = '' } of lines) {
    const cost = Math.max(estimateTokens(line) + 1, lineCount(line) * minLineTokens)
    if (cost > remaining && text !== '') {
      close()
      text = ''
      isContinued = true
      isFirst = true
      remaining = open()
    }
    text += isFirst && text !== '' ? `\n\n${line.trimStart()}` : `\n${line}`
    if (name !== '') names.push(name)
    isFirst = false
    remaining -= cost
  }
  close()
  return blocks
}
