import { InstallResult } from '@cli-apps/core/results'
import * as z from 'zod'

/** The output of `ci --json`. */
export const CiResult = z.object({
  workspace: z.string().describe('Its absolute path'),
  restored: InstallResult.shape.installed,
})
export type CiResult = z.infer<typeof CiResult>
