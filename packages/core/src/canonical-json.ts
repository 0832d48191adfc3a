import canonicalize from 'canonicalize'
import { InvalidError, LimitError } from './errors/errors.ts'
import { jsonPath } from './errors/issues.ts'
import { jsonShape } from './json-shape.ts'
import { t } from './messages/t.ts'

/** Returns the RFC 8785 form of a JSON value, the input of digests and signatures. */
export function canonicalJson(value: unknown): string {
  const text = canonicalize(value)
  if (text !== undefined) return text
  throw new InvalidError('json.not-canonical', t('json.not-canonical', 'The value has no JSON form.'))
}

/** Deeper values could overflow the stack of recursive readers such as schemas. No manifest comes near it. */
const maxDepth = 100

interface ParseJsonOptions {
  /** Refuses text with more values before parsing: a short text may contain half a million. */
  maxValues?: number
}

/**
 * Parses third-party JSON. Refuses NUL and lone surrogates, which databases and digests cannot represent, and more than
 * 100 levels. `source` names the text in errors, such as a file name. Throws `InvalidError` `json.syntax`,
 * `json.too-deep`, `json.bad-text`, `LimitError` `json.too-many-values`.
 */
export function parseJson(text: string, source: string, { maxValues }: ParseJsonOptions = {}): unknown {
  requireShape(text, source, maxValues)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new InvalidError(
      'json.syntax',
      t('json.syntax', '{source} is not JSON: {reason}', {
        source,
        reason: String(cause instanceof Error ? cause.message : cause),
      }),
      {
        cause,
        hint: t('json.syntax.hint', 'Check for a missing comma, quote or bracket.'),
      },
    )
  }
  const bad = mayHoldBadText(text) ? findBadText(value) : undefined
  if (bad !== undefined) {
    throw new InvalidError(
      'json.bad-text',
      t('json.bad-text', '{source} holds text that cannot be stored.', { source }),
      {
        hint: t('json.bad-text.hint', 'Remove NUL characters and unpaired surrogates.'),
        issues: [
          {
            path: jsonPath(bad),
            rule: 'text.unstorable',
            message: t('text.unstorable', 'holds a NUL character or an unpaired surrogate'),
          },
        ],
      },
    )
  }
  return value
}

function requireShape(text: string, source: string, maxValues = Number.POSITIVE_INFINITY): void {
  const { depth, values } = jsonShape(text)
  if (depth > maxDepth)
    throw new InvalidError(
      'json.too-deep',
      t('json.too-deep', '{source} is nested more than {maxDepth} levels deep.', { source, maxDepth }),
      {
        hint: t('json.too-deep.hint', 'Flatten it.'),
      },
    )
  if (values > maxValues)
    throw new LimitError(
      'json.too-many-values',
      t('json.too-many-values', '{source} holds more than {maxValues} values.', { source, maxValues }),
      {
        hint: t('json.too-many-values.hint', 'Shorten it, or send it in parts.'),
      },
    )
}

/** JSON can contain NUL only as an escape, and a lone surrogate as an escape or directly; most text has neither. */
const mayHoldBadText = (text: string): boolean => /\\u(0000|d[89a-f])/i.test(text) || !text.isWellFormed()

/** Returns the path of the first string or key with a NUL or lone surrogate. */
function findBadText(root: unknown): PropertyKey[] | undefined {
  const pending: { value: unknown; path: PropertyKey[] }[] = [{ value: root, path: [] }]
  for (let entry = pending.pop(); entry !== undefined; entry = pending.pop()) {
    const { value, path } = entry
    if (typeof value === 'string') {
      if (value.includes('\0') || !value.isWellFormed()) return path
    } else if (Array.isArray(value)) {
      value.forEach((item, index) => {
        pending.push({ value: item, path: [...path, index] })
      })
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, item] of Object.entries(value)) {
        if (key.includes('\0') || !key.isWellFormed()) return path
        pending.push({ value: item, path: [...path, key] })
      }
    }
  }
  return undefined
}
