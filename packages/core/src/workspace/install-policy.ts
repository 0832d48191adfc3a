import * as z from 'zod'
import { bounded } from '../text.ts'

/** A workspace's requirements for packages before they are installed. */
export const InstallPolicy = z.looseObject({
  minimum_release_age: z
    .int()
    .min(0)
    .max(8760)
    .optional()
    .describe('Hours that a release must have been published for; 24 when absent, 0 turns it off'),
  release_age_exceptions: z
    .array(bounded(214))
    .optional()
    .describe('Packages whose releases may be newer, by the names that npm or PyPI know them under'),
  strict: z.boolean().optional().describe('Refuse a release whose age cannot be found out'),
})
export type InstallPolicy = z.infer<typeof InstallPolicy>
