import { levelsOf, spansOf, startOfPart } from './find-secrets.ts'
import { secretForms, shortestSecret } from './secret-forms.ts'

const mark = '[redacted]'

/** Takes secrets out of a text that comes in pieces; `end` gives what was held back. */
interface Redactor {
  write(text: string): string
  end(): string
}

/**
 * Replaces every value by `[redacted]`, also where a value stands across two pieces; values that overlap or touch go together. Escapes of
 * URLs, HTML and string literals are decoded first, several levels deep, so that it does not matter which characters are escaped and
 * how; base64 and hexadecimal count too (`secretForms`). Values of fewer than four characters are left alone.
 */
export function createRedactor(values: readonly string[]): Redactor {
  const { secrets, longest } = formsOf(values)
  if (longest === 0) return { write: (text) => text, end: () => '' }
  let held = ''
  /** How far into what is held the last mark reaches. */
  let reach = -1
  /** Passes on what was held up to where it may still change, or all of it, and holds the rest. */
  const pass = (isEnd: boolean): string => {
    const levels = levelsOf(held, isEnd)
    const end = isEnd ? held.length : startOfLine(held, startOfPart(secrets, levels, longest))
    let clean = ''
    let at = Math.max(0, reach)
    for (const span of spansOf(secrets, levels)) {
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
      return pass(false)
    },
    end: () => pass(true),
  }
}

/** Base64 lines are at most that long, and a wrapped one is known as such by its whole line. */
const longestLine = 76

function startOfLine(text: string, part: number): number {
  if (part === text.length) return part
  let start = part
  while (start > part - longestLine && /[A-Za-z0-9+/]/.test(text[start - 1] ?? '')) start--
  return start
}

interface Forms {
  secrets: readonly string[]
  longest: number
}

/** The same values are asked for with every line, key and text of a run. */
const known = new WeakMap<readonly string[], Forms & { key: string }>()

function formsOf(values: readonly string[]): Forms {
  const key = JSON.stringify(values)
  const before = known.get(values)
  if (before?.key === key) return before
  const secrets = [...new Set(values.filter(({ length }) => length >= shortestSecret).flatMap(secretForms))]
  const forms = { key, secrets, longest: Math.max(0, ...secrets.map(({ length }) => length)) }
  known.set(values, forms)
  return forms
}

/** A whole text without the values. */
export function redactText(text: string, values: readonly string[]): string {
  const redactor = createRedactor(values)
  return redactor.write(text) + redactor.end()
}
