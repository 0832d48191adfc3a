import * as z from 'zod'

/** The output of `uninstall --json`. */
export const UninstallResult = z.object({ uninstalled: z.array(z.string()) })
export type UninstallResult = z.infer<typeof UninstallResult>
