/** Shorter values would be found in ordinary words. */
const shortest = 4
const mark = '[redacted]'

/** Takes secrets out of a text that comes in pieces; `end` gives what was held back. */
export interface Redactor {
  write(text: string): string
  end(): string
}

/**
 * Replaces every value, and its URL and JSON forms, by `[redacted]`, also where a value stands across two pieces. Values
 * of fewer than four characters are left alone.
 */
export function createRedactor(values: readonly string[]): Redactor {
  const forms = values.filter((value) => value.length >= shortest).flatMap(formsOf)
  // Longest first, so that no part of a secret is left of one that another begins.
  const secrets = [...new Set(forms)].sort((a, b) => b.length - a.length)
  const [longest] = secrets
  if (longest === undefined) return { write: (text) => text, end: () => '' }
  let held = ''
  return {
    write(text) {
      let clean = held + text
      for (const secret of secrets) clean = clean.replaceAll(secret, mark)
      const keep = Math.min(clean.length, longest.length - 1)
      held = clean.slice(clean.length - keep)
      return clean.slice(0, clean.length - keep)
    },
    end() {
      const rest = held
      held = ''
      return rest
    },
  }
}

const formsOf = (value: string): string[] => [
  value,
  encodeURIComponent(value.toWellFormed()),
  JSON.stringify(value).slice(1, -1),
]
