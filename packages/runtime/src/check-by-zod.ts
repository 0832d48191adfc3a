import { issuesOf, nearestMember } from '@cli-apps/core'
import * as z from 'zod/v4/core'
import type { Checked } from './tools/schemas/input-schema.ts'

/** Checks the input of a tool by a zod schema. */
export function checkByZod(input: z.$ZodType, value: unknown): Checked {
  const parsed = z.safeParse(input, value)
  if (parsed.success) return { ok: true, value: parsed.data }
  return { ok: false, issues: issuesOf(parsed.error, value), texts: parsed.error.issues.flatMap(wrongTypes) }
}

function wrongTypes(issue: z.$ZodIssue): (readonly PropertyKey[])[] {
  if (issue.code === 'invalid_type') return [issue.path]
  if (issue.code !== 'invalid_union') return []
  return nearestMember(issue).flatMap((inner) =>
    wrongTypes({ ...inner, path: [...issue.path, ...inner.path] }),
  )
}
