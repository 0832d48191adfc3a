import * as z from 'zod'

/** `mcp --json`, printed when the last client has gone. */
export const McpResult = z.object({
  transport: z.enum(['stdio', 'http']),
  url: z.url().optional().describe('Where clients connected to, with --http'),
})
export type McpResult = z.infer<typeof McpResult>
