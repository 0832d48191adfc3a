import type * as z from 'zod'
import { t } from '../messages/t.ts'
import type { Issue } from './errors.ts'

/** Formats `['install', 0, 'version']` as `install[0].version`; keys that are not identifiers are quoted. */
export function jsonPath(path: readonly PropertyKey[]): string {
  let text = ''
  for (const key of path) {
    if (typeof key === 'number') text += `[${key}]`
    else if (/^[A-Za-z_$][\w$]*$/.test(String(key))) text += text === '' ? String(key) : `.${String(key)}`
    else text += `[${JSON.stringify(String(key))}]`
  }
  return text
}

/** More would help nobody. */
export const maxIssues = 200

/**
 * Converts a failed zod parse to `Issue`s with path, message, rule and hint. For a union, only the closest member is
 * reported, so that the reader learns about the value and not about all alternatives. Limited in number, with one more
 * issue that counts the rest.
 */
export function issuesOf(error: Pick<z.core.$ZodError, 'issues'>, input: unknown): Issue[] {
  const described = error.issues.slice(0, maxIssues).flatMap((issue) => describe(issue, [], input))
  const rest = error.issues.length - Math.min(error.issues.length, maxIssues)
  return limitIssues(described, rest)
}

/** Keeps the first issues and adds one that counts the rest; `more` counts those that were never described. */
export function limitIssues(issues: readonly Issue[], more = 0): Issue[] {
  if (issues.length <= maxIssues + 1 && more === 0) return [...issues]
  const rest = issues.length - Math.min(issues.length, maxIssues) + more
  return [
    ...issues.slice(0, maxIssues),
    {
      path: '',
      rule: 'schema.more',
      message: t('schema.more', 'has {rest} more problems, which are not listed', { rest }),
    },
  ]
}

/** Removes the content of an untrusted document from its issues: values, and keys that are not ours. */
export const withoutValues = (issues: readonly Issue[]): Issue[] =>
  issues.map(({ path, message, rule }) => ({ path: path.replace(/\["[^\n]*$/, '[…]'), message, rule }))

function describe(issue: z.core.$ZodIssue, prefix: readonly PropertyKey[], input: unknown): Issue[] {
  const path = [...prefix, ...issue.path]
  const at = jsonPath(path)
  switch (issue.code) {
    case 'invalid_union':
      return nearestMember(issue).flatMap((inner) => describe(inner, path, input))
    case 'unrecognized_keys':
      return issue.keys.slice(0, maxIssues + 1).map((key) => ({
        path: jsonPath([...path, key]),
        rule: 'schema.unknown-key',
        message: t('schema.unknown-key.not-known-key', 'is not a known key'),
        hint: t('schema.unknown-key.hint.remove-check-spelling', 'Remove it, or check its spelling.'),
      }))
    case 'invalid_type':
      return [typeIssue(issue, path, input)]
    case 'invalid_value':
      return [
        {
          path: at,
          rule: 'schema.choice',
          message: t('schema.choice', 'must be one of: {values}', {
            values: issue.values.map(String).join(', '),
          }),
          hint: shown(input, path),
        },
      ]
    case 'too_big':
    case 'too_small':
      return [
        {
          path: at,
          rule: `schema.${issue.code.replace('_', '-')}`,
          message: lengthMessage(issue),
          hint: shown(input, path),
        },
      ]
    case 'invalid_key':
      return issue.issues
        .flatMap((inner) => describe(inner, [], path.at(-1)))
        .map(({ message }) => ({ path: at, rule: 'schema.key', message }))
    default:
      return [{ path: at, rule: 'schema.format', message: issue.message, hint: shown(input, path) }]
  }
}

function typeIssue(
  { expected }: z.core.$ZodIssueInvalidType,
  path: readonly PropertyKey[],
  input: unknown,
): Issue {
  const at = jsonPath(path)
  if (valueAt(input, path) !== undefined)
    return {
      path: at,
      rule: 'schema.type',
      message: t('schema.type.must-type', 'must be of type {expected}', { expected }),
      hint: shown(input, path),
    }
  return {
    path: at,
    rule: 'schema.required',
    message: t('schema.required.required', 'is required'),
    hint: t('schema.required.hint', 'Give it a value of type {expected}.', { expected }),
  }
}

function lengthMessage(issue: z.core.$ZodIssueTooBig | z.core.$ZodIssueTooSmall): string {
  if (issue.message.startsWith('must')) return issue.message
  if (issue.code === 'too_small' && issue.origin === 'array' && issue.minimum === 1)
    return t('text.must-not-empty', 'must not be empty')
  const bound =
    issue.code === 'too_big'
      ? t('issues.most', 'at most {maximum}', { maximum: issue.maximum })
      : t('issues.least', 'at least {minimum}', { minimum: issue.minimum })
  if (issue.origin === 'string')
    return t('issues.must-have-characters', 'must have {bound} characters', { bound })
  return issue.origin === 'array'
    ? t('issues.must-have-items', 'must have {bound} items', { bound })
    : t('issues.must', 'must be {bound}', { bound })
}

/**
 * Returns the issues of the closest member of a failed union: one whose literals all match, otherwise one that lists
 * the allowed literals; among those the one with the deepest issues, then the one with the fewest.
 */
export function nearestMember(issue: z.core.$ZodIssueInvalidUnion): readonly z.core.$ZodIssue[] {
  const isLiteral = (inner: z.core.$ZodIssue): inner is z.core.$ZodIssueInvalidValue =>
    inner.code === 'invalid_value' && inner.path.length === 1
  const fitting = issue.errors.filter((errors) => !errors.some(isLiteral))
  if (fitting.length > 0 || issue.errors.length === 0)
    return [...fitting].sort((a, b) => shallowest(b) - shallowest(a) || a.length - b.length)[0] ?? []
  const literals = issue.errors.flatMap((errors) => errors.filter(isLiteral))
  const [first] = literals
  if (first === undefined) return []
  return [{ ...first, values: [...new Set(literals.flatMap(({ values }) => values))] }]
}

/** Depth of the shallowest issue: a member of another type fails at the top. */
const shallowest = (issues: readonly z.core.$ZodIssue[]): number =>
  Math.min(...issues.map(({ code, path }) => path.length + (code === 'unrecognized_keys' ? 1 : 0)))

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (at, key) => (at as Record<PropertyKey, unknown> | null | undefined)?.[key],
    input,
  )
}

function shown(input: unknown, path: readonly PropertyKey[]): string | undefined {
  const value = valueAt(input, path)
  // Serializing a large value for each of its issues would take minutes.
  if (typeof value === 'object' && value !== null && Object.keys(value).length > 20) return undefined
  const text = JSON.stringify(typeof value === 'string' ? value.slice(0, 100) : value)
  if (text === undefined) return undefined
  return t('issues.it-is', 'It is {value}.', { value: text.length > 80 ? `${text.slice(0, 79)}…` : text })
}
