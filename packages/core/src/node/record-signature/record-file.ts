import * as z from 'zod'

/** A record file: the parsed record, and the content that its signature covers, with keys that the schema does not know. */
export const recordFileOf = <Schema extends z.ZodType>(schema: Schema) =>
  z.unknown().transform((content, context) => {
    const parsed = schema.safeParse(content)
    if (parsed.success) return { content, record: parsed.data }
    for (const { path, message } of parsed.error.issues)
      context.issues.push({ code: 'custom', path, message, input: content })
    return z.NEVER
  })
