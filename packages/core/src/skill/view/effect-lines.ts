import type { CommandNode } from '@cli-apps/help/command-tree'
import { isSettingOption } from '../../call-effect/command-line-settings.ts'
import { anyCommand } from '../../manifest/effect/any-command.ts'
import type { EffectEntry, Effects } from '../../manifest/effect/effects.ts'
import type { AppManifest } from '../../manifest/manifest.ts'
import { taskRecipes } from '../../manifest/recipe/recipe-uses.ts'
import { shortList } from '../command-lines.ts'
import { fitLines } from '../fit-lines.ts'
import { isPopular } from '../rank-lines.ts'
import { codeSpan } from '../safe-text.ts'
import { fillWords, type SkillWords } from '../skill-words.ts'
import { advisedWords } from './advice.ts'
import type { Overflow } from './overflow.ts'
import { unlistedCommands } from './unlisted-commands.ts'

/** What calls do to the world, a sentence for each effect; empty where the manifest says nothing. */
export interface EffectLines {
  /** Whether there is any sentence. */
  isKnown: boolean
  destructive: string
  write: string
  read: string
  unlisted: string
}

interface EffectOptions {
  manifest: AppManifest
  tree: CommandNode | undefined
  words: SkillWords
  /** Factor for the tokens of each sentence, 0 to 1. */
  scale: number
}

/** What destroys is worth more tokens than what is harmless. */
const budgets = { destructive: 200, write: 120, read: 70 } as const
const maxUnlisted = 5
/** In the notes, a sentence for each call would repeat more than it says, and one for all would fill a file. */
const spansPerLine = 12

const inParts = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size))

export function effectLines(
  { manifest, tree, words, scale }: EffectOptions,
  overflow: Overflow,
): EffectLines {
  const sentences = { destructive: words.destroys, write: words.changes, read: words.reads }
  const line = (effect: keyof typeof sentences): string => {
    const sentence = sentences[effect]
    const budget = budgets[effect] * scale
    const inOrder = fitLines(callsWith(effect, manifest), budget)
    const { shown, rest } =
      inOrder.rest.length === 0 ? inOrder : fitLines(callsWith(effect, manifest, likelyFirst), budget)
    const filled = (spans: readonly string[]): string =>
      fillWords(sentence, { commands: spans.join(words.comma) })
    overflow(
      words.whatChanges,
      inParts(rest, spansPerLine).map((spans) => `- ${filled(spans)}`),
    )
    const more = rest.length === 0 ? [] : [fillWords(words.moreInNotes, { count: rest.length })]
    return shown.length + more.length === 0 ? '' : filled([...shown, ...more])
  }
  const likelyFirst = likelihood(manifest)
  const listsCommands = manifest.run?.effects !== undefined && tree !== undefined
  const unlisted = listsCommands ? groupedCalls(unlistedCommands(tree, manifest).map(splitLast)) : []
  const lines = {
    destructive: line('destructive'),
    write: line('write'),
    read: line('read'),
    unlisted:
      unlisted.length === 0
        ? ''
        : fillWords(words.notListed, { commands: shortList(unlisted, maxUnlisted, words, words.allOthers) }),
  }
  return { isKnown: Object.values(lines).some((text) => text !== ''), ...lines }
}

/**
 * Ranks commands by how likely a reader is to call them: those of the recipes and of the app's advice, then everyday
 * ones, then all others.
 */
function likelihood(manifest: AppManifest): (entry: EffectEntry) => number {
  const called = new Set(taskRecipes(manifest).map(({ call }) => call.args[0]))
  const told = new Set(
    [
      ...taskRecipes(manifest).flatMap(({ call }) => call.args.filter((arg) => /^[a-z][\w-]*$/i.test(arg))),
      ...advisedWords(manifest),
    ].map((word) => word.toLowerCase()),
  )
  return (entry) => {
    const [first = '', second] = (typeof entry === 'string' ? entry : (entry.command ?? '')).split(' ')
    if (first === '' || called.has(first)) return 0
    if (told.has(first)) return second === undefined || told.has(second) || isPopular(second) ? 0 : 1
    return isPopular(second ?? first) ? 1 : 2
  }
}

/** Where not everything fits, one command must not take the place of all others. */
const mostOfCommand = 4

/** The calls with an effect, of the entry point and then of the other programs, as code spans. */
function callsWith(
  effect: Exclude<keyof Effects, 'takes_value'>,
  { entry_point, run, programs = [] }: AppManifest,
  rankOf?: (entry: EffectEntry) => number,
): string[] {
  const listed = run?.effects?.[effect] ?? []
  const entries = effect === 'read' ? listed.flatMap(withoutSettings) : [...listed]
  if (rankOf !== undefined) entries.sort((a, b) => rankOf(a) - rankOf(b))
  const most = rankOf === undefined ? undefined : mostOfCommand
  const own = shownCalls(entries, { program: entry_point, isEntryPoint: true, most })
  const others = programs.flatMap(({ name, effects }) =>
    shownCalls(effects?.[effect], { program: name, isEntryPoint: false }),
  )
  return [...own, ...others].map((call) => codeSpan(call, 400))
}

/** That help, a version and configuration change nothing is worth no words. */
function withoutSettings(entry: EffectEntry): EffectEntry[] {
  if (typeof entry === 'string' || entry.command !== undefined || entry.options === undefined) return [entry]
  const options = entry.options.filter((name) => !asksOrSets(name))
  return options.length > 0 || entry.operands !== undefined ? [{ ...entry, options }] : []
}

const asksOrSets = (option: string): boolean =>
  /^(?:--?(?:help|version)|-[h?V])$/.test(option) || isSettingOption(option)

/** Words of a call, and what may follow them. */
type Call = readonly [words: readonly string[], last: readonly string[]]

const splitLast = (call: string): Call => {
  const words = call.split(' ')
  return [words.slice(0, -1), words.slice(-1)]
}

/**
 * Calls whose words are the same up to the last share a text: `pr close|merge`, with options `scan -U|--update-all`, and
 * options of any command `-f|--force`. What exceeds `most` in a text comes at the end.
 */
function groupedCalls(calls: readonly Call[], most = Number.POSITIVE_INFINITY): string[] {
  const groups = new Map<string, string[]>()
  const texts: (string | { start: string; last: readonly string[] })[] = []
  for (const [words, last] of calls) {
    const start = words.join(' ')
    const known = groups.get(start)
    if (start === '' && !last.every((word) => word.startsWith('-'))) texts.push(...last)
    else if (known !== undefined) known.push(...last)
    else {
      const own = [...last]
      groups.set(start, own)
      texts.push({ start, last: own })
    }
  }
  const joined = (start: string, last: readonly string[]): string[] =>
    shortJoins(last).map((words) => `${start} ${words}`.trimStart())
  return [
    ...texts.flatMap((text) =>
      typeof text === 'string' ? [text] : joined(text.start, text.last.slice(0, most)),
    ),
    ...texts.flatMap((text) => (typeof text === 'string' ? [] : joined(text.start, text.last.slice(most)))),
  ]
}

const maxJoined = 120

/** Joins words by bars, in several texts where one would be too long. */
function shortJoins(words: readonly string[]): string[] {
  const texts: string[] = []
  for (const word of words) {
    const longer = `${texts.at(-1) ?? ''}|${word}`
    if (texts.length > 0 && longer.length <= maxJoined) texts[texts.length - 1] = longer
    else texts.push(word)
  }
  return texts
}

/** Effects as they would appear in calls; names of programs stand only where a call would be unclear without them. */
function shownCalls(
  entries: readonly EffectEntry[] = [],
  { program, isEntryPoint, most }: { program: string; isEntryPoint: boolean; most?: number | undefined },
): string[] {
  const own = isEntryPoint ? [] : [program]
  return groupedCalls(
    entries.map((entry): Call => {
      if (entry === anyCommand) return [[], [program]]
      if (typeof entry === 'string') {
        const [words, last] = splitLast(entry)
        return [[...own, ...words], last]
      }
      const { command, options = [], operands = [] } = entry
      const isAlone = command === undefined && isEntryPoint && operands.length > 0
      return [
        [...own, ...(isAlone ? [program] : (command?.split(' ') ?? []))],
        [...options, ...operands],
      ]
    }),
    most,
  )
}
