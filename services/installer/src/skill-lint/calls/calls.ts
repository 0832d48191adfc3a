import { t, toLine } from '@cli-apps/core'
import type { LintRule, Remark } from '../lint-rule.ts'
import type { KnownProgram, SkillDraft } from '../skill-draft.ts'
import type { SkillMarkdown } from '../skill-markdown.ts'
import { judgeCall } from './known-commands.ts'
import { shellCalls } from './shell-calls.ts'

interface FoundCall {
  words: (string | undefined)[]
  file: string
  line: number
}

const shells = new Set([
  'sh',
  'bash',
  'shell',
  'zsh',
  'fish',
  'console',
  'terminal',
  'shell-session',
  'shellscript',
  'cmd',
  'powershell',
  '',
])

/** The commands and options that a skill calls must exist in the program's command tree. */
export const calls: LintRule = {
  factor: 'commands',
  check: (draft) => {
    const { program } = draft
    if (program === undefined) return []
    const seen = new Set<string>()
    return callsOf(draft, program).flatMap(({ words, file, line }): Remark[] => {
      const { fault } = judgeCall(words, program.tree)
      if (fault === undefined) return []
      const command = [program.names[0] ?? program.tree.name, ...fault.path].join(' ')
      const word = JSON.stringify(toLine(fault.word, 60))
      const key = `${command}\0${fault.word}`
      if (seen.has(key)) return []
      seen.add(key)
      return [
        fault.kind === 'command'
          ? {
              code: 'skill.command-unknown',
              severity: 'error',
              file,
              line,
              message: t('calls.has-no-command', '{command} has no command {word}.', {
                command: toLine(command, 80),
                word,
              }),
              hint: t('calls.hint', 'See what the installed version has: {cli} inspect.'),
            }
          : {
              code: 'skill.option-unknown',
              severity: 'warning',
              file,
              line,
              message: t('calls.help-has-no-option', 'The help of {command} has no option {word}.', {
                command: toLine(command, 80),
                word,
              }),
              hint: t('calls.hint', 'See what the installed version has: {cli} inspect.'),
            },
      ]
    })
  },
}

/** Counts the calls, and those that the tree could judge. */
export function countCalls(draft: SkillDraft): { total: number; judged: number } {
  const { program } = draft
  if (program === undefined) return { total: 0, judged: 0 }
  const found = callsOf(draft, program)
  return {
    total: found.length,
    judged: found.filter(({ words }) => judgeCall(words, program.tree).isJudged).length,
  }
}

/** Above the number of calls in any real skill. */
const maxCalls = 5_000

const callsOf = ({ documents }: SkillDraft, program: KnownProgram): FoundCall[] =>
  documents.flatMap((document) => callsIn(document, program)).slice(0, maxCalls)

export function callsIn({ path, blocks, spans }: SkillMarkdown, { names }: KnownProgram): FoundCall[] {
  const inBlocks = blocks.flatMap(({ text, line, language }) => {
    const found = shells.has(language)
      ? shellCalls(text, names)
      : /^jsonc?5?$/.test(language)
        ? toolCalls(text, names)
        : []
    return found.map((call) => ({ words: call.words, file: path, line: line + call.line }))
  })
  const inSpans = spans.flatMap(({ text, line }) =>
    spanCalls(text, names).map(({ words }) => ({ words, file: path, line })),
  )
  return [...inBlocks, ...inSpans]
}

function spanCalls(text: string, names: readonly string[]): { words: (string | undefined)[] }[] {
  if (text.startsWith('{')) return toolCalls(text, names)
  // An error of a program begins with its name and command: `samtools view: no such file`.
  if (/^\S+ \S+: /.test(text)) return []
  return names.some((name) => text.startsWith(`${name} `)) ? shellCalls(text, names) : []
}

/** Returns calls of `run_cli_app`, one per line or in the whole block. */
function toolCalls(text: string, names: readonly string[]): { words: string[]; line: number }[] {
  const whole = toolCall(text, names)
  if (whole !== undefined) return [{ words: whole, line: 0 }]
  return text.split('\n').flatMap((row, line) => {
    const words = row.trimStart().startsWith('{') ? toolCall(row, names) : undefined
    return words === undefined ? [] : [{ words, line }]
  })
}

function toolCall(text: string, names: readonly string[]): string[] | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || !('name' in value) || !('args' in value))
      return undefined
    const { name, args } = value
    if (typeof name !== 'string' || !names.includes(name) || !Array.isArray(args)) return undefined
    // The other programs of an app have options of their own.
    if ('program' in value && !names.some((own) => own === value.program)) return undefined
    return args.every((word) => typeof word === 'string') ? args : undefined
  } catch {
    return undefined
  }
}
