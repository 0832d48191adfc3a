import { hasCode } from '@cli-apps/core/node'

/** What reading a record gives, where a damaged one counts as none: it is reported elsewhere, or about to be replaced. */
export const intactRecord = <Record>(reading: Promise<Record | undefined>): Promise<Record | undefined> =>
  reading.catch((error: unknown) => {
    if (!hasCode(error, 'record.corrupt')) throw error
    return undefined
  })
