import { type CommandNode, type CommandOption, walkCommands } from '@cli-apps/help/command-tree'
import { effectOf } from '../manifest/effect/effect.ts'
import type { AppManifest } from '../manifest/manifest.ts'
import { exampleCall } from '../manifest/recipe/fill-recipe.ts'
import type { Recipe } from '../manifest/recipe/recipe.ts'
import { gotchaText } from '../manifest/skill/skill-advice.ts'
import { estimateTokens } from '../tokens.ts'
import { commandLine, optionLine } from './command-lines.ts'
import { optionScore } from './option-score.ts'
import { fillWords, type SkillWords } from './skill-words.ts'

/**
 * A candidate line of SKILL.md: a command, an option of the previous command with the same path, or an option that many
 * commands share.
 */
export interface SkillLine {
  kind: 'command' | 'option' | 'shared'
  path: readonly string[]
  text: string
  /** The names of an option; empty for a command. */
  names: string
  /** How useful it is beside the recipes; `undefined` for lines that only references contain, or an option brings. */
  score: number | undefined
  /** The recipes show a call of this command, so it appears only for the sake of its other options. */
  isCalled: boolean
}

const maxText = 100

/** Options of the program itself are worth about as much as those of its main commands. */
const rootBase = 65

/** Everyday commands of most programs, and those rarely needed twice. */
const popular =
  /^(?:list|ls|get|show|view|create|add|new|init|run|start|search|find|query|update|edit|set|delete|remove|rm|install|build|status|info|describe|push|pull|fetch|send|export|import|convert|check|lint|format|test|apply|deploy|download|upload|copy|sync|exec|diff|log|logs)$/
const rare =
  /^(?:help|completions?|version|licen[cs]es?|telemetry|upgrade|self-update|autocomplete|feedback|bug|docs|about|welcome|plugins?|config-help)$/

export const isPopular = (name: string): boolean => popular.test(name)

interface RankOptions {
  manifest: AppManifest
  /** The recipes that SKILL.md shows. */
  recipes: readonly Recipe[]
  words: SkillWords
}

/**
 * Scores every command and option of the tree that the recipes do not show: further options of the commands that they
 * call first, then commands by breadth, with useful options.
 */
export function rankLines(root: CommandNode, { manifest, recipes, words }: RankOptions): SkillLine[] {
  const starts = callsOf(recipes, manifest)
  const context = { used: usedOptions(starts, root), told: toldBy(manifest, root) }
  const destroying = destroyingOptions(manifest)
  const isFlat = root.commands.length === 0
  const shared = sharedOptions(root)
  const lines: SkillLine[] = []
  for (const { node, path } of walkCommands(root)) {
    const isCalled = path.length > 0 && starts.some((args) => path.every((name, at) => args[at] === name))
    const base = path.length === 0 ? (isFlat ? 90 : rootBase) : commandScore(path, { isCalled, manifest })
    const isGone = node.hidden || node.deprecated
    if (path.length > 0)
      lines.push({
        kind: 'command',
        path,
        text: commandLine(node, path, { words, maxText }),
        names: '',
        score: isGone || isCalled ? undefined : base,
        isCalled,
      })
    const isSorted = isAlphabetical(node.options)
    for (const [at, option] of node.options.entries()) {
      if (path.length > 0 && option.inherited) continue
      const score = optionScore(option, isSorted ? 0 : at, context)
      lines.push({
        kind: 'option',
        path,
        text: optionLine(option, { words, maxText }),
        names: namesOf(option),
        score:
          isGone ||
          score === undefined ||
          destroying(path, option) ||
          (path.length > 0 && shared.has(keyOfOption(option)))
            ? undefined
            : optionRank(score, base, { isCalled, isFlat }),
        isCalled,
      })
    }
  }
  for (const { option, count } of shared.values()) {
    const score = optionScore(option, 0, context)
    const mark = fillWords(words.marks, { marks: fillWords(words.sharedBy, { count }) })
    const text = optionLine(option, { words, maxText }) + mark
    if (score !== undefined && score >= 2)
      lines.push({ kind: 'shared', path: [], text, names: namesOf(option), score: 58, isCalled: false })
  }
  return lines
}

/** Options that destroy: what changes things names them, and nothing else should suggest them. */
function destroyingOptions({
  run,
}: AppManifest): (path: readonly string[], option: CommandOption) => boolean {
  const byCommand = new Map<string, Set<string>>()
  for (const entry of run?.effects?.destructive ?? []) {
    if (typeof entry === 'string' || entry.options === undefined) continue
    const command = entry.command ?? ''
    byCommand.set(command, new Set([...(byCommand.get(command) ?? []), ...entry.options]))
  }
  return (path, { long, short }) => {
    const listed = [byCommand.get(''), byCommand.get(path.join(' '))]
    return [...long, ...short].some((name) => listed.some((names) => names?.has(name)))
  }
}

/** The options among arguments, also as `--name=value`, and the letters of clusters such as `-fsSL`. */
function usedOptions(calls: readonly (readonly string[])[], root: CommandNode): Set<string> {
  const known = new Set(
    [...walkCommands(root)].flatMap(({ node }) => node.options.flatMap(({ short }) => short)),
  )
  return new Set(
    calls.flat().flatMap((arg) => {
      const name = arg.replace(/=.*$/s, '')
      const letters = /^-[A-Za-z]{2,}$/.test(arg) && !known.has(arg) ? [...arg.slice(1)] : []
      return letters.every((letter) => known.has(`-${letter}`))
        ? [name, ...letters.map((letter) => `-${letter}`)]
        : [name]
    }),
  )
}

/** The sentences of the manifest that may name options, and the program's own examples. */
const toldBy = ({ skill = {} }: AppManifest, { examples }: CommandNode): string =>
  [
    ...(skill.gotchas ?? []).map(gotchaText),
    ...(skill.choose ?? []).map(({ use }) => use),
    ...(skill.fixes ?? []).map(({ fix }) => fix),
    ...examples,
  ].join('\n')

/** The arguments of the recipes that call the app's own program, also behind a pipe. */
function callsOf(recipes: readonly Recipe[], { name, entry_point }: AppManifest): string[][] {
  return recipes.flatMap((recipe) => {
    const { program, args, pipe = [] } = exampleCall(recipe)
    const stages = [{ name, program, args }, ...pipe]
    return stages.flatMap((stage) =>
      stage.name === name && (stage.program ?? entry_point) === entry_point ? [stage.args] : [],
    )
  })
}

/** Fewer options may be in this order by chance. */
const leastSorted = 8

/** Whether a program lists its options by name, so that the place of one says nothing about its use. */
function isAlphabetical(options: readonly CommandOption[]): boolean {
  const names = options.map(({ long, short }) => (long[0] ?? short[0] ?? '').replace(/^-+/, '').toLowerCase())
  const sorted = names.filter((name, at) => at > 0 && name >= (names[at - 1] ?? '')).length
  return names.length >= leastSorted && sorted >= (names.length - 1) * 0.85
}

const namesOf = ({ long, short }: CommandOption): string => [...long, ...short].join(' ')

/** Identifies options with the same names and description. */
const keyOfOption = ({ long, short, description }: CommandOption): string =>
  [...long, ...short, description].join(' ')

/** Options that many commands share; repeating them below each would add nothing. */
function sharedOptions(root: CommandNode): Map<string, { option: CommandOption; count: number }> {
  const found = new Map<string, { option: CommandOption; count: number }>()
  let commands = 0
  for (const { node, path } of walkCommands(root)) {
    if (path.length === 0 || node.hidden || node.deprecated) continue
    commands++
    for (const option of node.options) {
      const key = keyOfOption(option)
      const { option: first = option, count = 0 } = found.get(key) ?? {}
      found.set(key, { option: first, count: count + 1 })
    }
  }
  const own = new Set(root.options.map(keyOfOption))
  const least = Math.min(8, Math.max(4, commands / 6))
  return new Map([...found].filter(([key, { count }]) => count >= least && !own.has(key)))
}

function commandScore(
  path: readonly string[],
  { isCalled, manifest }: { isCalled: boolean; manifest: AppManifest },
): number {
  const name = path.at(-1) ?? ''
  const effect = effectOf(manifest, path) === 'unknown' ? 0 : 8
  const taste = rare.test(name) ? -15 : popular.test(name) ? 6 : 0
  return (isCalled ? 100 : 0) + effect + taste + (path.length === 1 ? 60 : path.length === 2 ? 32 : 15)
}

/** Below its command's own score, since an option can only appear where its command does. */
function optionRank(
  score: number,
  base: number,
  { isCalled, isFlat }: { isCalled: boolean; isFlat: boolean },
): number | undefined {
  if (isFlat) return score < 1 ? undefined : base + score / 100
  if (isCalled) return score < 2 ? undefined : Math.min(base - 1, 80 + score)
  return score < 4 ? undefined : Math.min(base - 1, base * 0.75 + score)
}

const keyOf = (path: readonly string[]): string => path.join('\0')

/** Options for a command of the recipes, another command, the program itself, and one without commands. */
const most = { called: 4, other: 2, root: 4, flat: 12 } as const

/** Selects the most useful lines within the budget, in the order of the tree: an option only together with its command. */
export function chooseLines(
  lines: readonly SkillLine[],
  { tokens, maxLines }: { tokens: number; maxLines: number },
): SkillLine[] {
  const isFlat = !lines.some(({ kind }) => kind === 'command')
  const heads = new Map(lines.flatMap((line) => (line.kind === 'command' ? [[keyOf(line.path), line]] : [])))
  const options = new Map<string, number>()
  const chosen = new Set<SkillLine>()
  const said = new Set<string>()
  let remaining = tokens
  const mostOf = ({ path, isCalled }: SkillLine): number =>
    path.length > 0 ? (isCalled ? most.called : most.other) : isFlat ? most.flat : most.root
  const ranked = lines
    .flatMap((line) => (line.score === undefined ? [] : [{ line, score: line.score }]))
    .sort(
      (a, b) => b.score - a.score || Number(a.line.kind !== 'command') - Number(b.line.kind !== 'command'),
    )
  for (const { line } of ranked) {
    if (chosen.size >= maxLines) break
    const key = keyOf(line.path)
    const shown = options.get(key) ?? 0
    const head = line.kind === 'option' ? heads.get(key) : undefined
    const isBrought = head !== undefined && !chosen.has(head)
    if (line.kind === 'option' && ((isBrought && !head.isCalled) || shown >= mostOf(line))) continue
    // Once is enough to know that it exists.
    if (line.kind === 'option' && said.has(line.names)) continue
    const cost = lineCost(line) + (isBrought ? lineCost(head) : 0)
    if (cost > remaining) continue
    remaining -= cost
    if (isBrought) chosen.add(head)
    chosen.add(line)
    if (line.kind !== 'command') options.set(key, shown + 1)
    said.add(line.names)
  }
  return lines.filter((line) => chosen.has(line))
}

const lineCost = ({ text }: SkillLine): number => estimateTokens(text) + 3
