import { unseenCharacter } from '../to-line.ts'
import { decodedTexts } from './decoded-texts.ts'
import { describedLines } from './described-lines.ts'
import { foldWords } from './fold-words.ts'
import type { Injection, InjectionRule, InjectionScope } from './injection-rule.ts'
import { injectionRules } from './injection-rules.ts'
import { compilePhrase, indexPhrases, matchPhrases, type PhraseIndex, phraseTokens } from './phrase.ts'

/** Maximum characters to read of a text, and of one line. */
const maxText = 200_000
const maxLine = 4_000
const unseen = new RegExp(unseenCharacter, 'gu')

interface CompiledRules {
  rules: readonly InjectionRule[]
  phrases: PhraseIndex
  /** The rule of each phrase, by index. */
  owners: readonly InjectionRule[]
}

const compiled = new Map<InjectionScope, CompiledRules>()

function rulesFor(scope: InjectionScope): CompiledRules {
  const known = compiled.get(scope)
  if (known !== undefined) return known
  const rules = injectionRules.filter(({ scopes }) => scopes.includes(scope))
  const all = rules.flatMap((rule) => (rule.phrases ?? []).map((phrase) => ({ rule, phrase })))
  const made = {
    rules,
    phrases: indexPhrases(all.map(({ phrase }) => compilePhrase(phrase))),
    owners: all.map(({ rule }) => rule),
  }
  compiled.set(scope, made)
  return made
}

/**
 * Finds what in a text looks like an attack on the model that reads it: the first match of each rule, in the order of
 * the text. Pure, and linear in the text; look-alike and invisible characters, spaced letters and base64 are decoded.
 */
export function findInjections(text: string, scope: InjectionScope): Injection[] {
  const found = new Map<InjectionRule, Injection>()
  const folded = foldWords(text.slice(0, maxText))
  judge(folded, scope, found)
  judgeAsWritten(text.slice(0, maxText), scope, found)
  judgeUnfolded(text.slice(0, maxText), scope, found)
  for (const { decoded, index } of decodedTexts(folded)) {
    const inner = new Map<InjectionRule, Injection>()
    judge(foldWords(decoded), scope, inner)
    judgeAsWritten(decoded, scope, inner)
    const line = lineAt(folded, index)
    for (const [rule, injection] of inner) if (!found.has(rule)) found.set(rule, { ...injection, line })
  }
  return [...found.values()].sort((a, b) => a.line - b.line)
}

function judge(text: string, scope: InjectionScope, found: Map<InjectionRule, Injection>): void {
  const { rules, phrases, owners } = rulesFor(scope)
  const tokens = phraseTokens(text)
  const written = logicalLines(text)
  const described = scope === 'skill' ? describedLines(written) : []
  const lines = written.map((line, at) => (described[at] ? '' : line))
  const starts = startsOf(text)
  matchPhrases(tokens, phrases, (phrase, first, last) => {
    const rule = owners[phrase]
    if (rule === undefined || found.has(rule)) return
    const start = tokens[first]?.index ?? 0
    const end = (tokens[last]?.index ?? 0) + (tokens[last]?.text.length ?? 0)
    if (described[lineOf(starts, start)]) return
    if (scope === 'skill' && rule.unless?.test(text.slice(Math.max(0, start - 200), end + 60))) return
    found.set(rule, { rule, excerpt: excerptOf(text.slice(start, end)), line: lineAt(text, start) })
  })
  for (const rule of rules) {
    if (found.has(rule)) continue
    const injection = patternMatch(rule, lines) ?? togetherMatch(rule, lines)
    if (injection !== undefined) found.set(rule, injection)
  }
}

function judgeAsWritten(text: string, scope: InjectionScope, found: Map<InjectionRule, Injection>): void {
  const lines = text.replace(unseen, (letter) => (letter === '\n' ? letter : '')).split('\n')
  for (const rule of rulesFor(scope).rules) {
    if (rule.asWritten === undefined || found.has(rule)) continue
    for (const [line, words] of lines.entries()) {
      const match = words === '' ? undefined : rule.asWritten(words.slice(0, maxLine))
      if (match === undefined) continue
      found.set(rule, { rule, excerpt: excerptOf(match), line })
      break
    }
  }
}

function judgeUnfolded(text: string, scope: InjectionScope, found: Map<InjectionRule, Injection>): void {
  for (const rule of rulesFor(scope).rules)
    for (const pattern of rule.unfolded ?? []) {
      const index = found.has(rule) ? -1 : text.search(pattern)
      if (index >= 0) found.set(rule, { rule, excerpt: 'invisible characters', line: lineAt(text, index) })
    }
}

function patternMatch(rule: InjectionRule, lines: readonly string[]): Injection | undefined {
  for (const pattern of rule.patterns ?? [])
    for (const [line, text] of lines.entries()) {
      if (text === '') continue
      const match = pattern.exec(text)
      if (match !== null) return { rule, excerpt: excerptOf(match[0]), line }
    }
  return undefined
}

function togetherMatch(rule: InjectionRule, lines: readonly string[]): Injection | undefined {
  for (const group of rule.together ?? []) {
    const places = group.map((pattern) => lines.findIndex((line) => line !== '' && pattern.test(line)))
    if (places.some((place) => place < 0)) continue
    const line = places[0] ?? 0
    return { rule, excerpt: excerptOf(group[0]?.exec(lines[line] ?? '')?.[0] ?? ''), line }
  }
  return undefined
}

/** Joins lines as a shell does: one that ends in a backslash continues in the next, which becomes empty. */
function logicalLines(text: string): string[] {
  const lines = text.split('\n')
  for (let at = lines.length - 2; at >= 0; at--)
    if (lines[at]?.endsWith('\\')) {
      lines[at] = `${lines[at]?.slice(0, -1)}${lines[at + 1]}`.slice(0, maxLine)
      lines[at + 1] = ''
    }
  return lines.map((line) => line.slice(0, maxLine))
}

function startsOf(text: string): number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

function lineOf(starts: readonly number[], index: number): number {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((starts[middle] ?? 0) <= index) low = middle
    else high = middle - 1
  }
  return low
}

const excerptOf = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, 120)

const lineAt = (text: string, index: number): number => text.slice(0, index).split('\n').length - 1
