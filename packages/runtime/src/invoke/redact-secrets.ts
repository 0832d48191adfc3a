import { secretForms } from './secret-forms.ts'

/** Shorter values would be found in ordinary words. */
const shortest = 4
const mark = '[redacted]'

/** Takes secrets out of a text that comes in pieces; `end` gives what was held back. */
export interface Redactor {
  write(text: string): string
  end(): string
}

/**
 * Replaces every value, and its forms in usual encodings (`secretForms`), by `[redacted]`, also where a value stands across two pieces; values
 * that overlap or touch go together. Values of fewer than four characters are left alone.
 */
export function createRedactor(values: readonly string[]): Redactor {
  const forms = values.filter((value) => value.length >= shortest).flatMap(secretForms)
  const secrets = [...new Set(forms)]
  const longest = Math.max(0, ...secrets.map(({ length }) => length))
  if (longest === 0) return { write: (text) => text, end: () => '' }
  let held = ''
  /** How far into what is held the last mark reaches. */
  let reach = -1
  /** Passes on what was held up to `end`, and holds the rest. */
  const pass = (end: number): string => {
    let clean = ''
    let at = Math.max(0, reach)
    for (const span of spansOf(secrets, held)) {
      if (span.start >= end) break
      if (span.start > reach) clean += held.slice(at, span.start) + mark
      reach = Math.max(reach, span.end)
      at = reach
    }
    clean += held.slice(at, end)
    held = held.slice(end)
    reach = Math.max(-1, reach - end)
    return clean
  }
  return {
    write(text) {
      held += text
      return pass(startOfPart(secrets, held, longest))
    },
    end: () => pass(held.length),
  }
}

/** A whole text without the values. */
export function redactText(text: string, values: readonly string[]): string {
  const redactor = createRedactor(values)
  return redactor.write(text) + redactor.end()
}

/** Where a secret may begin whose end is still to come, even if a shorter one within it is whole; the end if none does. */
function startOfPart(secrets: readonly string[], text: string, longest: number): number {
  let start = Math.max(0, text.length - longest + 1)
  while (start < text.length && !isPart(secrets, text, start)) start++
  return start
}

const isPart = (secrets: readonly string[], text: string, start: number): boolean =>
  secrets.some((secret) => secret[0] === text[start] && secret.startsWith(text.slice(start)))

/** Where secrets stand in a text, by their beginning. */
function spansOf(secrets: readonly string[], text: string): { start: number; end: number }[] {
  const spans: { start: number; end: number }[] = []
  for (const secret of secrets) {
    for (let start = text.indexOf(secret); start !== -1; start = text.indexOf(secret, start + 1))
      spans.push({ start, end: start + secret.length })
  }
  return spans.sort((a, b) => a.start - b.start)
}
