import * as z from 'zod'

/** `mcp --json`, printed when the last client has gone, and what `mcp login` and `mcp logout` print. */
export const McpResult = z.union([
  z
    .object({
      transport: z.enum(['stdio', 'http']),
      url: z.url().optional().describe('Where clients connected to, with --http'),
    })
    .describe('of `mcp`'),
  z
    .object({
      server: z.string(),
      logged_in: z.boolean(),
      changed: z.boolean(),
      file: z.string().describe('Keeps the logins'),
    })
    .describe('of `mcp login` and `mcp logout`'),
])
export type McpResult = z.infer<typeof McpResult>
