import * as z from 'zod'
import { findKinds } from '../discovery/findable.ts'
import type { Find } from '../discovery/open-find.ts'
import type { SimpleTool } from './tool.ts'

const FindCliAppsInput = z.strictObject({
  query: z
    .string()
    .max(1000)
    .refine((text) => text.trim() !== '', 'must say what is looked for')
    .describe('What is to be done, or a name'),
  limit: z.int().min(1).max(50).optional(),
  kind: z.enum(findKinds).optional(),
})

const description =
  'Finds what can do a task: installed apps and their commands, skills, MCP tools, and apps that could be installed.'

/** Discovery for models. */
export const createFindCliApps = ({ find }: { find: Find }): SimpleTool<typeof FindCliAppsInput> => ({
  name: 'find_cli_apps',
  description,
  input: FindCliAppsInput,
  effect: 'read',
  run: async ({ query, limit, kind }) => ({ ...(await find(query, { limit, kind })) }),
})
