import { Validator } from '@cfworker/json-schema'
import { type Issue, jsonPath, toLine, UsageError } from '@cli-apps/core'
import { checkableSchema } from './checkable-schema.ts'
import { type Checked, isObjectSchema, type ToolInput } from './input-schema.ts'

const mostCharacters = 200_000

/**
 * The input of a tool by a JSON Schema of anybody: read by an interpreter, so that nothing of it becomes code or a regular
 * expression. `pattern`, `patternProperties` and `format` are shown to models and not checked; unknown keywords are let be.
 * Throws `UsageError` `tool.bad-input` for what is no JSON, no object, too large, or refers to another document.
 */
export function openJsonSchema(tool: string, given: unknown): ToolInput {
  const copy = jsonCopy(given)
  if (!isObjectSchema(copy)) throw bad(tool, 'is not a JSON Schema of an object', 'Set "type": "object".')
  const { $schema, ...rest } = copy
  const schema = { ...rest, type: copy.type }
  const checkable = checkableSchema(schema)
  if ('fault' in checkable)
    throw bad(tool, checkable.fault, 'Simplify the schema, and keep it in one document.')
  // The interpreter marks what it is given as its own.
  const validator = new Validator(checkable.schema, draftOf($schema), false)
  return { schema, check: (value) => check(validator, value) }
}

const bad = (tool: string, what: string, hint: string): UsageError =>
  new UsageError('tool.bad-input', `The input schema of ${tool} ${what}.`, { hint })

function jsonCopy(given: unknown): unknown {
  try {
    const text = JSON.stringify(given)
    return text.length <= mostCharacters ? JSON.parse(text) : undefined
  } catch {
    return undefined
  }
}

function draftOf(schema: unknown): '4' | '7' | '2019-09' | '2020-12' {
  if (typeof schema !== 'string') return '2020-12'
  if (schema.includes('draft-04')) return '4'
  if (schema.includes('draft-06') || schema.includes('draft-07')) return '7'
  return schema.includes('2019-09') ? '2019-09' : '2020-12'
}

type Fault = ReturnType<Validator['validate']>['errors'][number]

/** Keywords that only say that something below them failed, which says so itself. */
const wrappers = new Set([
  '$ref',
  '$dynamicRef',
  '$recursiveRef',
  'properties',
  'patternProperties',
  'additionalProperties',
  'unevaluatedProperties',
  'items',
  'prefixItems',
  'additionalItems',
  'unevaluatedItems',
  'allOf',
  'then',
  'else',
  'dependentSchemas',
  'propertyNames',
])
const choices = /\/(anyOf|oneOf|not|if|contains)\//

function check(validator: Validator, value: unknown): Checked {
  let errors: Fault[]
  try {
    const copy: unknown = JSON.parse(JSON.stringify(value))
    const result = validator.validate(copy)
    if (result.valid) return { ok: true, value: copy }
    errors = result.errors
  } catch {
    // A schema that refers to itself without end, or to what it does not have.
    return { ok: false, issues: [{ path: '', message: 'cannot be checked by this schema' }], texts: [] }
  }
  // What the members of a choice said would read as if all of it were wanted.
  const own = errors.filter(
    ({ keyword, keywordLocation }) => !wrappers.has(keyword) && !choices.test(keywordLocation),
  )
  const texts = errors.filter(({ keyword }) => keyword === 'type').map((fault) => pathOf(fault))
  return { ok: false, issues: (own.length > 0 ? own : errors.slice(-1)).map(issueOf), texts }
}

const pathOf = ({ instanceLocation }: Fault): PropertyKey[] =>
  instanceLocation
    .split('/')
    .slice(1)
    .map((part) => decodeURI(part).replaceAll('~1', '/').replaceAll('~0', '~'))

function issueOf(fault: Fault): Issue {
  const path = pathOf(fault).map((part) => (/^\d{1,9}$/.test(String(part)) ? Number(part) : part))
  if (fault.keyword === 'false')
    return { path: jsonPath(path), rule: 'schema.unknown-key', message: 'is not a known key' }
  // The interpreter names the missing key in its words alone.
  const [, missing] = (fault.keyword === 'required' && /"(.*)"/s.exec(fault.error)) || []
  if (missing !== undefined)
    return { path: jsonPath([...path, missing]), rule: 'schema.required', message: 'is required' }
  return { path: jsonPath(path), rule: `schema.${kebab(fault.keyword)}`, message: toLine(fault.error, 200) }
}

const kebab = (word: string): string => word.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
