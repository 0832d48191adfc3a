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
  kind: z.enum(findKinds).optional().describe('Only hits of this kind'),
})

const description =
  'Finds what can do a task: installed command-line apps, their commands with input schemas, skills, tools of MCP ' +
  'servers, and apps that could be installed. Says why each fits; for a task of several steps it suggests a playbook or a chain.'

/** Discovery for models. */
export const createFindCliApps = ({ find }: { find: Find }): SimpleTool<typeof FindCliAppsInput> => ({
  name: 'find_cli_apps',
  description,
  input: FindCliAppsInput,
  effect: 'read',
  run: async ({ query, limit, kind }) => ({ ...(await find(query, { limit, kind })) }),
})
