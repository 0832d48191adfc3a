import * as z from 'zod'

/** One key of a document: `installed[].name`, or `apps.*.version` for every key of a record. */
export interface SchemaRow {
  path: string
  type: string
  about: string
}

type JsonSchema = z.core.JSONSchema.BaseSchema

/** Splits the schema of a command's output into documents by kind; a single document has no name. */
export function documentsOf(schema: z.core.$ZodType): { of: string; rows: SchemaRow[] }[] {
  const members = schema instanceof z.ZodUnion ? schema.options : []
  const named = members.flatMap((member) =>
    member instanceof z.ZodType && member.description !== undefined
      ? [{ of: member.description, rows: schemaRows(member) }]
      : [],
  )
  return named.length > 0 && named.length === members.length ? named : [{ of: '', rows: schemaRows(schema) }]
}

/** Lists every key with its type once, in the order of the schema; of a union, the keys of all members. */
export function schemaRows(schema: z.core.$ZodType): SchemaRow[] {
  const rows = new Map<string, SchemaRow>()
  for (const row of rowsOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), '')) {
    const known = rows.get(row.path)
    const types = new Set([...(known?.type.split(' or ') ?? []), ...row.type.split(' or ')])
    rows.set(row.path, { ...row, type: [...types].join(' or '), about: known?.about || row.about })
  }
  return [...rows.values()]
}

function rowsOf(schema: JsonSchema, path: string): SchemaRow[] {
  const below = (schema.anyOf ?? schema.oneOf ?? []).flatMap((member) => rowsOf(asSchema(member), path))
  const items = schema.type === 'array' ? rowsOf(asSchema(schema.items), `${path}[]`) : []
  const other = schema.additionalProperties
  const values = isSchema(other) ? rowsOf(other, `${path}.*`) : []
  const keys = Object.entries(schema.properties ?? {}).flatMap(([key, value]) => {
    const at = path === '' ? key : `${path}.${key}`
    const child = asSchema(value)
    const isNeeded = schema.required?.includes(key) === true
    const type = isNeeded ? typeOf(child) : `${typeOf(child)} or absent`
    return [{ path: at, type, about: child.description ?? '' }, ...rowsOf(child, at)]
  })
  return [...keys, ...items, ...values, ...below]
}

function typeOf(schema: JsonSchema): string {
  const members = schema.anyOf ?? schema.oneOf
  if (members !== undefined) {
    const types = [...new Set(members.map((member) => typeOf(asSchema(member))))]
    return types.length > 3 ? 'any JSON' : types.join(' or ')
  }
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``
  if (schema.enum !== undefined) {
    const words = schema.enum.map((value) => `\`${JSON.stringify(value)}\``)
    return words.length > 7
      ? `${words.slice(0, 2).join(', ')} or ${words.length - 2} others`
      : words.join(' or ')
  }
  if (schema.type === 'array') {
    const type = typeOf(asSchema(schema.items))
    return type === 'object' ? 'list' : `list of ${type}`
  }
  if (Array.isArray(schema.type)) return schema.type.join(' or ')
  return typeof schema.type === 'string' ? schema.type : 'any JSON'
}

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const asSchema = (value: unknown): JsonSchema => (isSchema(value) ? value : {})
