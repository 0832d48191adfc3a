import { type CommandNode, type CommandOption, walkCommands } from '@cli-apps/help/command-tree'
import { effectOf } from '../manifest/effect.ts'
import type { AppManifest } from '../manifest/manifest.ts'
import { exampleCall } from '../manifest/recipe/fill-recipe.ts'
import { taskRecipes } from '../manifest/recipe/recipe-uses.ts'
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
  /** How useful it is in a first call of the app; `undefined` for lines that only references contain. */
  score: number | undefined
}

interface ChosenLines {
  /** In the order of the tree, options below their command. */
  lines: SkillLine[]
  commands: { shown: number; total: number }
  options: { shown: number; total: number }
}

const maxText = 140

/** Options of the program itself are worth about as much as those of its main commands. */
const rootBase = 65

/** Everyday commands of most programs, and those rarely needed twice. */
const popular =
  /^(?:list|ls|get|show|view|create|add|new|init|run|start|search|find|query|update|edit|set|delete|remove|rm|install|build|status|info|describe|push|pull|fetch|send|export|import|convert|check|lint|format|test|apply|deploy|download|upload|copy|sync|exec|diff|log|logs)$/
const rare =
  /^(?:help|completions?|version|licen[cs]es?|telemetry|upgrade|self-update|autocomplete|feedback|bug|docs|about|welcome|plugins?|config-help)$/

/** Scores every command and option of the tree: recipes and effects first, then breadth, then useful options. */
export function rankLines(root: CommandNode, manifest: AppManifest, words: SkillWords): SkillLine[] {
  const starts = taskRecipes(manifest).flatMap((recipe) => {
    const { program = manifest.entry_point, args } = exampleCall(recipe)
    return program === manifest.entry_point ? [args] : []
  })
  const used = new Set(starts.flat())
  const isFlat = root.commands.length === 0
  const shared = sharedOptions(root)
  const lines: SkillLine[] = []
  for (const { node, path } of walkCommands(root)) {
    const isQuick = path.length > 0 && starts.some((args) => path.every((name, at) => args[at] === name))
    const base = path.length === 0 ? (isFlat ? 90 : rootBase) : commandScore(path, { isQuick, manifest })
    const isGone = node.hidden || node.deprecated
    if (path.length > 0)
      lines.push({
        kind: 'command',
        path,
        text: commandLine(node, path, { words, maxText }),
        score: isGone ? undefined : base,
      })
    for (const [at, option] of node.options.entries()) {
      if (path.length > 0 && option.inherited) continue
      const score = optionScore(option, at, used)
      lines.push({
        kind: 'option',
        path,
        text: optionLine(option, { words, maxText }),
        score:
          isGone || score === undefined || (path.length > 0 && shared.has(keyOfOption(option)))
            ? undefined
            : optionRank(score, base, { isQuick, isFlat }),
      })
    }
  }
  for (const { option, count } of shared.values()) {
    const score = optionScore(option, 0, used)
    const mark = fillWords(words.marks, { marks: fillWords(words.sharedBy, { count }) })
    const text = optionLine(option, { words, maxText }) + mark
    if (score !== undefined && score >= 2) lines.push({ kind: 'shared', path: [], text, score: 58 })
  }
  return lines
}

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
  { isQuick, manifest }: { isQuick: boolean; manifest: AppManifest },
): number {
  const name = path.at(-1) ?? ''
  const effect = effectOf(manifest, path) === 'unknown' ? 0 : 8
  const taste = rare.test(name) ? -15 : popular.test(name) ? 6 : 0
  return (isQuick ? 100 : 0) + effect + taste + (path.length === 1 ? 60 : path.length === 2 ? 32 : 15)
}

/** Below its command's own score, since an option can only appear where its command does. */
function optionRank(
  score: number,
  base: number,
  { isQuick, isFlat }: { isQuick: boolean; isFlat: boolean },
): number | undefined {
  if (isFlat) return score < -3 ? undefined : base + score / 100
  if (isQuick) return score < -2 ? undefined : Math.min(base - 1, 50 + score)
  return score < 4 ? undefined : Math.min(base - 1, base * 0.75 + score)
}

const keyOf = (path: readonly string[]): string => path.join('\0')

/** For a command without an example. */
const maxOptions = 4
const maxQuickOptions = 7
const maxRootOptions = 8

/** Selects the most useful lines within the budget; an option only together with its command. */
export function chooseLines(
  lines: readonly SkillLine[],
  { tokens, maxLines }: { tokens: number; maxLines: number },
): ChosenLines {
  const isFlat = !lines.some(({ kind }) => kind === 'command')
  const commands = new Map<string, number>([['', rootBase]])
  const options = new Map<string, number>()
  const chosen = new Set<SkillLine>()
  let remaining = tokens
  const ranked = lines
    .flatMap((line) => (line.score === undefined ? [] : [{ line, score: line.score }]))
    .sort(
      (a, b) => b.score - a.score || Number(a.line.kind !== 'command') - Number(b.line.kind !== 'command'),
    )
  for (const { line, score } of ranked) {
    if (chosen.size >= maxLines) break
    const key = keyOf(line.path)
    const base = commands.get(key)
    const shown = options.get(key) ?? 0
    if (line.kind === 'option') {
      if (base === undefined) continue
      const most = key === '' ? maxRootOptions : base >= 100 ? maxQuickOptions : maxOptions
      if (!isFlat && shown >= most) continue
    }
    const cost = estimateTokens(line.text) + 3
    if (cost > remaining) continue
    remaining -= cost
    chosen.add(line)
    if (line.kind === 'command') commands.set(key, score)
    else options.set(key, shown + 1)
  }
  const count = (kind: SkillLine['kind']): { shown: number; total: number } => ({
    shown: lines.filter((line) => line.kind === kind && chosen.has(line)).length,
    total: lines.filter((line) => line.kind === kind).length,
  })
  return {
    lines: lines.filter((line) => chosen.has(line)),
    commands: count('command'),
    options: count('option'),
  }
}
