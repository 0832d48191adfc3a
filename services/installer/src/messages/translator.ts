import { isForeignLine } from './foreign-text.ts'

/** English templates with holes, `The app {0} was not found in {1}.`, and what stands for them. */
export type Translations = Readonly<Record<string, string>>

interface Template {
  /** The text between the holes. */
  parts: readonly string[]
  translation: string
  /** How much of the text is its own: among templates that fit, the one with the most says what was meant. */
  weight: number
}

/** What was put into a hole may be a text of ours itself, and hold another one. */
const deepest = 3

/**
 * Makes a function that puts texts of ours into another language, line by line. A line that fits no template, such as
 * output of a program, and a line that is marked as third-party text are unchanged. Time is linear in the text: templates are compared, not searched back.
 */
export function createTranslator(translations: Translations): (text: string) => string {
  const whole = new Map<string, string>()
  const templates: Template[] = []
  for (const [english, translation] of Object.entries(translations)) {
    const parts = english.split(/\{\d+\}/)
    const weight = parts.reduce((sum, part) => sum + part.length, 0)
    if (parts.length === 1) whole.set(english, translation)
    else templates.push({ parts, translation, weight })
  }
  templates.sort((a, b) => b.weight - a.weight)

  const translateLine = (line: string, depth: number): string => {
    if (isForeignLine(line)) return line
    const [, before = '', words = '', after = ''] = /^(\s*)(.*?)(\s*)$/su.exec(line) ?? []
    if (words === '') return line
    const exact = whole.get(words)
    if (exact !== undefined) return before + exact + after
    for (const { parts, translation } of templates) {
      const values = valuesOf(words, parts)
      if (values === undefined) continue
      return (
        before +
        filled(
          translation,
          values.map((value) => translateValue(value, depth)),
        ) +
        after
      )
    }
    return line
  }
  const translateValue = (value: string, depth: number): string =>
    depth < deepest ? translateLines(value, depth + 1) : value
  const translateLines = (text: string, depth: number): string =>
    text
      .split('\n')
      .map((line) => translateLine(line, depth))
      .join('\n')
  return (text) => translateLines(text, 0)
}

/**
 * What stands in the holes of a template, or nothing when the text does not fit. The first and the last part are where the
 * text begins and ends; each part between is taken where it comes first, which finds a fit if there is one.
 */
export function valuesOf(text: string, parts: readonly string[]): string[] | undefined {
  const [first = '', ...rest] = parts
  const last = rest.pop()
  if (last === undefined) return text === first ? [] : undefined
  const end = text.length - last.length
  if (!text.startsWith(first) || !text.endsWith(last)) return undefined
  const values: string[] = []
  let at = first.length
  for (const part of rest) {
    const next = text.indexOf(part, at)
    if (next < 0 || next + part.length > end) return undefined
    values.push(text.slice(at, next))
    at = next + part.length
  }
  if (at > end) return undefined
  return [...values, text.slice(at, end)]
}

/** A translation with the values in its holes, which may stand in another order. */
const filled = (translation: string, values: readonly string[]): string =>
  translation.replace(/\{(\d+)\}/g, (_hole, index: string) => values[Number(index)] ?? '')
