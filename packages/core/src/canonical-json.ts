import canonicalize from 'canonicalize'
import { InvalidError } from './errors.ts'
import { jsonPath } from './issues.ts'

/** The RFC 8785 form of a JSON value, over which digests and signatures are made. */
export function canonicalJson(value: unknown): string {
  const text = canonicalize(value)
  if (text !== undefined) return text
  throw new InvalidError('json.not-canonical', 'The value has no JSON form.')
}

/** Deeper values would end readers that recurse, such as schemas, in a stack overflow. No manifest comes near it. */
const maxDepth = 100

/**
 * Parses JSON text from a stranger. Refuses NUL and lone surrogates anywhere, which databases and digests cannot carry,
 * and more than 100 levels. `source` names the text in the error, such as a file name.
 */
export function parseJson(text: string, source: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new InvalidError(
      'json.syntax',
      `${source} is not JSON: ${cause instanceof Error ? cause.message : cause}`,
      {
        cause,
        hint: 'Check for a missing comma, quote or bracket.',
      },
    )
  }
  if (isDeeperThan(value, maxDepth)) {
    throw new InvalidError('json.too-deep', `${source} is nested more than ${maxDepth} levels deep.`, {
      hint: 'Flatten it.',
    })
  }
  const bad = mayHoldBadText(text) ? findBadText(value) : undefined
  if (bad !== undefined) {
    throw new InvalidError('json.bad-text', `${source} holds text that cannot be stored.`, {
      hint: 'Remove NUL characters and unpaired surrogates.',
      issues: [
        {
          path: jsonPath(bad),
          rule: 'text.unstorable',
          message: 'holds a NUL character or an unpaired surrogate',
        },
      ],
    })
  }
  return value
}

const isDeeperThan = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).some((inner) => levels === 0 || isDeeperThan(inner, levels - 1))

/** JSON holds NUL by an escape alone, and a lone surrogate by one or as it stands; most text has neither. */
const mayHoldBadText = (text: string): boolean => /\\u(0000|d[89a-f])/i.test(text) || !text.isWellFormed()

/** The path of the first string or key with a NUL or lone surrogate. */
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
