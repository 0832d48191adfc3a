import { t, unseenCharacter } from '@cli-apps/core'
import type { LintRule, Remark } from './lint-rule.ts'

const unseen = new RegExp(`${unseenCharacter}|[\\ufe0e\\ufe0f]`, 'gu')

/** Characters that reorder the visible text or carry hidden text; no one types them. */
const hostile = /[\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]|[\u{e0100}-\u{e01ef}]/u

/** Maximum number of places that are reported per file. */
const maxPlaces = 5

/** Reports characters that a model reads but a person does not see. */
export const hiddenCharacters: LintRule = {
  factor: 'safety',
  check: ({ files }) => files.flatMap(({ path, text }) => (text === undefined ? [] : remarksOf(path, text))),
}

function remarksOf(file: string, text: string): Remark[] {
  if (/^[\t\n\r\x20-\x7e]*$/.test(text)) return []
  const places: { line: number; code: string; isHostile: boolean; count: number }[] = []
  text.split('\n').forEach((row, at) => {
    const found = [...row.matchAll(unseen)].filter((match) => !isPlain(match, row, at))
    const worst = found.find(([character]) => hostile.test(character)) ?? found[0]
    if (worst === undefined) return
    const code = (worst[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
    places.push({ line: at + 1, code, isHostile: hostile.test(worst[0]), count: found.length })
  })
  places.sort((a, b) => Number(b.isHostile) - Number(a.isHostile) || a.line - b.line)
  return places.slice(0, maxPlaces).map(({ line, code, isHostile, count }) => ({
    code: 'skill.hidden-character',
    severity: isHostile ? 'error' : 'warning',
    file,
    line,
    message: t(
      'hidden-characters.line-contains-invisible-characters',
      'The line contains {count} invisible characters, such as U+{code}.',
      { count, code },
    ),
    hint: t(
      'hidden-characters.hint',
      'Remove them: a model reads them, and they can change what the visible text says.',
    ),
  }))
}

/**
 * Whether a character is harmless: tabs, line and page ends, a byte order mark, and the joiners and selectors that
 * letters and emoji need.
 */
function isPlain(match: RegExpExecArray, row: string, line: number): boolean {
  const [character] = match
  const { index } = match
  if (/[\t\r\f]/.test(character) || (character === '\ufeff' && line === 0 && index === 0)) return true
  const before = row.slice(Math.max(0, index - 4), index)
  const after = row.slice(index + character.length, index + 4)
  if (character === '\ufe0f' || character === '\ufe0e')
    return /[\p{S}\p{Extended_Pictographic}0-9#*]$/u.test(before)
  if (character === '\u200d')
    return (
      /(?:[\p{Extended_Pictographic}\p{Emoji_Modifier}]|\ufe0f)$/u.test(before) || needsJoiners.test(before)
    )
  if (character === '\u200c') return needsJoiners.test(before) && /^\p{L}/u.test(after)
  return character === '\u2800'
}

const needsJoiners =
  /[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Tamil}\p{Script=Malayalam}\p{Script=Kannada}\p{Script=Sinhala}]$/u
