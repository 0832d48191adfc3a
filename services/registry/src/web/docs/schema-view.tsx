import type { Child, FC } from 'hono/jsx'
import type { oas31 } from 'zod-openapi'

type Schema = oas31.SchemaObject | oas31.ReferenceObject
/** Components that only link to other pages. */
export interface RootProps {
  root: string
}

interface SchemaProps extends RootProps {
  schema: Schema
}

/** Describes a JSON Schema in words, with the fields of an object. */
export const SchemaView: FC<SchemaProps> = ({ schema, root }) => (
  <>
    <p>
      <Type schema={schema} root={root} />
    </p>
    <Fields schema={schema} root={root} />
  </>
)

/** Describes the type of a value in one phrase. */
export const Type: FC<SchemaProps> = ({ schema, root }) => {
  if (isReference(schema)) {
    const name = schema.$ref.split('/').at(-1) ?? ''
    return <a href={`${root}/docs/schemas/${name}`}>{name}</a>
  }
  const choices = choicesOf(schema)
  if (choices !== undefined)
    return joined(
      choices.map((choice) => <Type schema={choice} root={root} />),
      ' or ',
    )
  if (schema.const !== undefined) return <code>{JSON.stringify(schema.const)}</code>
  if (schema.enum !== undefined)
    return joined(
      schema.enum.map((value) => <code>{JSON.stringify(value)}</code>),
      ', ',
    )
  if (schema.type === 'array')
    return (
      <>
        list of <Type schema={schema.items ?? {}} root={root} />
        {bounds(schema.minItems, schema.maxItems, 'items')}
      </>
    )
  if (schema.type === 'object') return <ObjectType schema={schema} root={root} />
  return <Scalar schema={schema} root={root} />
}

interface OwnProps extends RootProps {
  schema: oas31.SchemaObject
}

const ObjectType: FC<OwnProps> = ({ schema, root }) =>
  typeof schema.additionalProperties === 'object' && schema.properties === undefined ? (
    <>
      object of <Type schema={schema.additionalProperties} root={root} />
    </>
  ) : (
    <>object</>
  )

const Scalar: FC<OwnProps> = ({ schema }) => (
  <>
    {schema.type === undefined ? 'any JSON' : [schema.type].flat().map(wordOf).join(' or ')}
    {bounds(schema.minimum, schema.maximum, '')}
    {bounds(schema.minLength, schema.maxLength, 'characters')}
    {schema.format !== undefined && ` (${schema.format})`}
    {schema.pattern !== undefined && (
      <>
        , matching <code>{schema.pattern}</code>
      </>
    )}
  </>
)

/** The fields of an object, or of the objects in an array or union. */
const Fields: FC<SchemaProps> = ({ schema, root }) => {
  if (isReference(schema)) return null
  const { properties, required = [] } = schema
  if (properties !== undefined)
    return (
      <ul class="fields">
        {Object.entries(properties).map(([name, field]) => (
          <li>
            <code>{name}</code>{' '}
            <span class="quiet">
              <Type schema={field} root={root} />
            </span>{' '}
            {!required.includes(name) && <span class="may">optional</span>}
            {field.description !== undefined && <p>{field.description}</p>}
            <Fields schema={field} root={root} />
          </li>
        ))}
      </ul>
    )
  const inner = [...(choicesOf(schema) ?? []), ...(schema.items === undefined ? [] : [schema.items])]
  if (typeof schema.additionalProperties === 'object') inner.push(schema.additionalProperties)
  return (
    <>
      {inner.map((part) => (
        <Fields schema={part} root={root} />
      ))}
    </>
  )
}

const isReference = (schema: Schema): schema is oas31.ReferenceObject => schema.$ref !== undefined

const choicesOf = ({ anyOf, oneOf }: oas31.SchemaObject): Schema[] | undefined => anyOf ?? oneOf

const wordOf = (type: string): string => (type === 'string' ? 'text' : type)

function bounds(min: number | undefined, max: number | undefined, unit: string): string {
  const range =
    min !== undefined && max !== undefined
      ? min === max
        ? `${min}`
        : `${min} to ${max}`
      : max !== undefined
        ? `at most ${max}`
        : min !== undefined && min > 0
          ? `at least ${min}`
          : ''
  return range === '' ? '' : `, ${`${range} ${unit}`.trim()}`
}

const joined = (parts: Child[], between: string) => (
  <>{parts.flatMap((part, index) => (index === 0 ? [part] : [between, part]))}</>
)
