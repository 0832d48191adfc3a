import { InstallResult } from '@cli-apps/core/results'
import * as z from 'zod'

/** `adopt --json`. */
export const AdoptResult = InstallResult.extend({
  manifest: z.string().describe('The manifest that was drafted, in the workspace; commit and improve it'),
})
export type AdoptResult = z.infer<typeof AdoptResult>
