import type * as z from 'zod'
import { parseJson } from '../../canonical-json.ts'
import { InvalidError } from '../../errors/errors.ts'
import { issuesOf, withoutValues } from '../../errors/issues.ts'

/** A document of a registry through its schema. Throws `registry.bad-document`. */
export const parseDocument = <Schema extends z.ZodType>(
  text: string,
  schema: Schema,
  location: string,
): z.output<Schema> => parseValue(parseJson(text, `The answer of ${location}`), schema, location)

/** The same for one that is JSON already. */
export function parseValue<Schema extends z.ZodType>(
  value: unknown,
  schema: Schema,
  location: string,
): z.output<Schema> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new InvalidError('registry.bad-document', `${location} does not answer like a cli-apps registry.`, {
    hint: 'Check the address of the registry.',
    issues: withoutValues(issuesOf(parsed.error, value)).slice(0, 10),
  })
}
