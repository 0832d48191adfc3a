import * as z from 'zod'

/** The output of `pin --json`; without a name, the list of pins. */
export const PinResult = z.union([
  z
    .object({
      name: z.string(),
      range: z.string().describe('What cli-apps.json declares now'),
      reason: z.string().nullable().describe('Null where the pin was taken away'),
    })
    .describe('of `pin` with a name'),
  z
    .object({
      workspace: z.string().describe('Its absolute path'),
      pins: z.array(z.object({ name: z.string(), range: z.string().nullable(), reason: z.string() })),
    })
    .describe('of `pin` alone'),
])
export type PinResult = z.infer<typeof PinResult>
