import { type CommandNode, type CommandOption, walkCommands } from '../command-tree.ts'
import { effectOf } from '../effect.ts'
import type { AppManifest } from '../manifest.ts'
import { estimateTokens } from '../tokens.ts'
import { commandLine, optionLine } from './command-lines.ts'

/** A line that SKILL.md may show: a command, or an option of the line before it that has the same path. */
export interface SkillLine {
  kind: 'command' | 'option'
  path: readonly string[]
  text: string
  /** How useful it is to someone who calls the app for the first time. */
  score: number
}

export interface ChosenLines {
  /** In the order of the tree, options below their command. */
  lines: SkillLine[]
  commands: { shown: number; total: number }
  options: { shown: number; total: number }
}

const maxText = 140
const neutral = /^(--?help|-h|-\?|--?version|-V)$/

/** Every command and option of the tree that a skill may show, scored: quick start and effects first, then breadth. */
export function rankLines(root: CommandNode, manifest: AppManifest): SkillLine[] {
  const used = new Set((manifest.skill?.quickstart ?? []).flatMap(({ args }) => args))
  const starts = (manifest.skill?.quickstart ?? []).map(({ args }) => args.join('\0'))
  const isFlat = root.commands.length === 0
  const lines: SkillLine[] = []
  for (const { node, path } of walkCommands(root)) {
    if (node.hidden || node.deprecated) continue
    const isQuick = path.length > 0 && starts.some((start) => `${start}\0`.startsWith(`${path.join('\0')}\0`))
    const base = path.length === 0 ? (isFlat ? 40 : 10) : commandScore(path, { isQuick, manifest })
    if (path.length > 0)
      lines.push({ kind: 'command', path, text: commandLine(node, path, maxText), score: base })
    node.options.forEach((option, at) => {
      const score = optionScore(option, at, used)
      if (score === undefined || (path.length > 0 && option.inherited)) return
      // Below the command's own score, as an option can only stand where its command does.
      const share = isQuick || isFlat ? base - 1 : base / 4
      lines.push({ kind: 'option', path, text: optionLine(option, maxText), score: share + score / 100 })
    })
  }
  return lines
}

function commandScore(
  path: readonly string[],
  { isQuick, manifest }: { isQuick: boolean; manifest: AppManifest },
): number {
  const effect = effectOf(manifest, path) === 'unknown' ? 0 : 20
  return (isQuick ? 100 : 0) + effect + (path.length === 1 ? 40 : path.length === 2 ? 15 : 5)
}

function optionScore(option: CommandOption, at: number, used: ReadonlySet<string>): number | undefined {
  if (option.hidden || option.deprecated) return undefined
  const names = [...option.long, ...option.short]
  if (names.some((name) => neutral.test(name))) return undefined
  const isUsed = names.some((name) => used.has(name))
  const isOutput = names.some((name) => /json|format|output|quiet|recursive|dry-run|config/.test(name))
  return (isUsed ? 30 : 0) + (option.required ? 20 : 0) + (isOutput ? 3 : 0) - Math.min(at, 30) / 10
}

const keyOf = (path: readonly string[]): string => path.join('\0')

/** The most useful lines that fit into the budget; an option only below its command. */
export function chooseLines(
  lines: readonly SkillLine[],
  { tokens, maxLines }: { tokens: number; maxLines: number },
): ChosenLines {
  const commands = new Set<string>([''])
  const chosen = new Set<SkillLine>()
  let room = tokens
  const ranked = [...lines].sort(
    (a, b) => b.score - a.score || Number(a.kind === 'option') - Number(b.kind === 'option'),
  )
  for (const line of ranked) {
    if (chosen.size >= maxLines) break
    if (line.kind === 'option' && !commands.has(keyOf(line.path))) continue
    const cost = estimateTokens(line.text) + 3
    if (cost > room) continue
    room -= cost
    chosen.add(line)
    if (line.kind === 'command') commands.add(keyOf(line.path))
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
