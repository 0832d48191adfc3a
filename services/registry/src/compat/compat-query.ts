import * as z from 'zod'

/** Schema of a `limit` parameter from 1 up; values above `most` become `most`, as these clients expect. */
export const countUpTo = (most: number, usual: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,5}$/, `must be a whole number from 1 to ${most}`)
    .transform((text) => Math.min(Number(text), most))
    .default(usual)
