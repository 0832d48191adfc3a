import * as z from 'zod'

const Shim = z.object({
  app: z.string(),
  name: z.string().describe('What people type'),
  file: z.string(),
})

/** `shim --json`. */
export const ShimResult = z.object({
  folder: z.string().describe('What belongs on PATH'),
  on_path: z.boolean(),
  changed: z.boolean(),
  shims: z.array(Shim).describe('All of the list, or those that were written or removed'),
})
export type ShimResult = z.infer<typeof ShimResult>
