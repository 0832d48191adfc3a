type Node = Record<string, unknown>
type Subschema = Node | boolean

/** Keywords whose value is a schema, a list of schemas, or schemas by name. */
const single = new Set(
  'items additionalItems unevaluatedItems contains additionalProperties unevaluatedProperties propertyNames not if then else'.split(
    ' ',
  ),
)
const listed = new Set(['prefixItems', 'allOf', 'anyOf', 'oneOf'])
const named = new Set(['properties', '$defs', 'definitions', 'dependentSchemas'])

const isNumber = (value: unknown): boolean => typeof value === 'number'
const isText = (value: unknown): boolean => typeof value === 'string'
const areTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText)
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Keywords that are compared as they are, each with the form that it has to have. */
const plain: Readonly<Record<string, (value: unknown) => boolean>> = {
  type: (value) => isText(value) || areTexts(value),
  enum: Array.isArray,
  const: () => true,
  required: areTexts,
  dependentRequired: (value) => isNode(value) && Object.values(value).every(areTexts),
  $ref: isText,
  $anchor: isText,
  multipleOf: isNumber,
  maximum: isNumber,
  minimum: isNumber,
  exclusiveMaximum: (value) => isNumber(value) || typeof value === 'boolean',
  exclusiveMinimum: (value) => isNumber(value) || typeof value === 'boolean',
  ...Object.fromEntries(
    'maxLength minLength maxItems minItems maxProperties minProperties minContains maxContains'
      .split(' ')
      .map((keyword) => [keyword, isNumber]),
  ),
  uniqueItems: (value) => typeof value === 'boolean',
}

const deepest = 100
/** Places that a check may come to for one value; references to references multiply them. */
const mostPlaces = 100_000

/**
 * What of a schema of anybody can be checked: well-formed keywords that are known and need no regular expression. A schema
 * whose references multiply without bound is checked as far as that it wants an object. `fault` says what is refused.
 */
export function checkableSchema(schema: Node): { schema: Node } | { fault: string } {
  const faults: string[] = []
  const checkable = clean(schema, 0, faults)
  const [fault] = faults
  if (fault !== undefined) return { fault }
  if (!isNode(checkable)) return { schema: { type: 'object' } }
  const targets = targetsOf(checkable)
  return { schema: placesOf(checkable, targets, new Map()) > mostPlaces ? { type: 'object' } : checkable }
}

function clean(schema: unknown, depth: number, faults: string[]): Subschema {
  if (typeof schema === 'boolean') return schema
  if (depth > deepest) faults.push('is nested too deeply')
  if (!isNode(schema) || depth > deepest) return true
  const inner = (value: unknown): Subschema => clean(value, depth + 1, faults)
  // A key such as `__proto__` stays a key.
  const checkable = Object.fromEntries(
    Object.entries(schema).flatMap(([keyword, value]): [string, unknown][] => {
      if (keyword === '$ref' && isText(value) && !String(value).startsWith('#'))
        faults.push('refers to another document')
      if (Object.hasOwn(plain, keyword)) return plain[keyword]?.(value) ? [[keyword, value]] : []
      if ((listed.has(keyword) || keyword === 'items') && Array.isArray(value))
        return [[keyword, value.map(inner)]]
      if (single.has(keyword)) return [[keyword, inner(value)]]
      if (!named.has(keyword) || !isNode(value)) return []
      return [[keyword, Object.fromEntries(Object.entries(value).map(([name, one]) => [name, inner(one)]))]]
    }),
  )
  // Without the patterns nobody knows which keys are additional.
  if (schema.patternProperties !== undefined) {
    delete checkable.additionalProperties
    delete checkable.unevaluatedProperties
  }
  return checkable
}

/** Schemas by the references that lead to them. References to nothing are taken out. */
function targetsOf(root: Node): Map<string, Subschema> {
  const targets = new Map<string, Subschema>([['#', root]])
  const referring: Node[] = []
  const visit = (schema: unknown, at: string): void => {
    if (typeof schema === 'boolean') targets.set(at, schema)
    if (!isNode(schema)) return
    targets.set(at, schema)
    if (typeof schema.$anchor === 'string') targets.set(`#${schema.$anchor}`, schema)
    if (schema.$ref !== undefined) referring.push(schema)
    for (const [keyword, value] of Object.entries(schema)) {
      const here = `${at}/${keyword}`
      if (named.has(keyword) && isNode(value))
        for (const [name, one] of Object.entries(value)) visit(one, `${here}/${escapeName(name)}`)
      else if (Array.isArray(value) && (listed.has(keyword) || keyword === 'items'))
        for (const [index, one] of value.entries()) visit(one, `${here}/${index}`)
      else if (single.has(keyword)) visit(value, here)
    }
  }
  visit(root, '#')
  for (const schema of referring) if (!targets.has(String(schema.$ref))) delete schema.$ref
  return targets
}

const escapeName = (name: string): string =>
  encodeURI(name.replaceAll('~', '~0').replaceAll('/', '~1')).replaceAll('#', '%23')

/** How many schemas a value may have to be held against: each as often as references lead to it. */
function placesOf(
  schema: unknown,
  targets: ReadonlyMap<string, Subschema>,
  known: Map<unknown, number>,
): number {
  if (!isNode(schema)) return 1
  const before = known.get(schema)
  if (before !== undefined) return before
  // One that leads back to itself ends with the value, or runs out of stack, which the check reports.
  known.set(schema, 0)
  const target = typeof schema.$ref === 'string' ? targets.get(schema.$ref) : undefined
  const below = Object.entries(schema).flatMap(([keyword, value]) => {
    if (named.has(keyword)) return keyword.includes('def') || !isNode(value) ? [] : Object.values(value)
    if (Array.isArray(value)) return listed.has(keyword) || keyword === 'items' ? value : []
    return single.has(keyword) ? [value] : []
  })
  const sum = [...below, target].reduce((total: number, one) => total + placesOf(one, targets, known), 1)
  known.set(schema, sum)
  return sum
}
