import * as z from 'zod/v4/core'
import { parseJson } from '../../canonical-json.ts'
import { InvalidError } from '../../errors/errors.ts'
import { issuesOf, withoutValues } from '../../errors/issues.ts'
import { t } from '../../messages/t.ts'

/** Parses and validates a document of a registry. Throws `registry.bad-document`. */
export const parseDocument = <Schema extends z.$ZodType>(
  text: string,
  schema: Schema,
  location: string,
): z.output<Schema> =>
  parseValue(
    parseJson(text, t('parse-document.answer', 'The answer of {location}', { location })),
    schema,
    location,
  )

/** Like `parseDocument`, for parsed JSON. */
export function parseValue<Schema extends z.$ZodType>(
  value: unknown,
  schema: Schema,
  location: string,
): z.output<Schema> {
  const parsed = z.safeParse(schema, value)
  if (parsed.success) return parsed.data
  throw new InvalidError(
    'registry.bad-document',
    t('registry.bad-document', '{location} does not answer like a cli-apps registry.', { location }),
    {
      hint: t('registry.bad-document.hint', 'Check the address of the registry.'),
      issues: withoutValues(issuesOf(parsed.error, value)).slice(0, 10),
    },
  )
}
