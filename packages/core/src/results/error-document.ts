import * as z from 'zod'

export const IssueReport = z.object({
  path: z.string().describe('Where it is, such as install[0].version; empty for the whole'),
  message: z.string(),
  rule: z.string().optional().describe('Stable id of the rule that was broken'),
  hint: z.string().optional(),
  line: z.int().optional().describe('Of the file that was read, from 1'),
  column: z.int().optional(),
})

/** What went wrong, for programs. */
export const ErrorReportDocument = z.object({
  code: z.string().describe('Stable and dotted, such as download.checksum-mismatch'),
  message: z.string().describe('What happened, with the offending value; always English here'),
  hint: z.string().optional().describe('One next step'),
  issues: z.array(IssueReport).readonly().optional(),
  details: z.record(z.string(), z.unknown()).readonly().optional().describe('Facts that depend on the code'),
})

/** What every command prints with `--json` when it fails. */
export const ErrorDocument = z.object({ error: ErrorReportDocument })
export type ErrorDocument = z.infer<typeof ErrorDocument>
