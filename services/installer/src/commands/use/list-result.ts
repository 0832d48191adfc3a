import * as z from 'zod'

/** `list --json`. */
export const ListResult = z.object({
  workspace: z.string().describe('Its absolute path'),
  apps: z.array(
    z.object({
      name: z.string(),
      version: z.string().describe('Of the entry'),
      installed_version: z.string().nullable().describe('That the program has; null where nothing tells it'),
      program_version: z.string().nullable().describe('What the program itself says'),
      method: z.string(),
      adopted: z.boolean(),
      signed_by: z.string().nullable().describe('Id of the key that signed its manifest'),
      foreign: z
        .boolean()
        .describe(
          'Its record came with the folder: this user did not install it here, and nothing of it is run',
        ),
      entry_point: z.string(),
      summary: z.string(),
      global: z.boolean().describe("It is in the user's own workspace, not in this one"),
      skill: z.string().describe('Path of its skill in the workspace; absolute where it is global'),
      copies: z.array(z.string()).describe('Paths of its copies for agents, in the workspace'),
    }),
  ),
})
export type ListResult = z.infer<typeof ListResult>
