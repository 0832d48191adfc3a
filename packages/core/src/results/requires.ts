import * as z from 'zod'

/** A variable that an app declares. No value is ever in it. */
export const Variable = z.object({
  name: z.string(),
  description: z.string(),
  required: z.boolean(),
  secret: z.boolean(),
  set: z.boolean().describe('A value is kept for this app'),
})

/** What an app needs besides its program, and what of it is there. */
export const Requires = z.object({
  env: z.array(Variable),
  services: z.array(
    z.object({
      name: z.string(),
      start: z.string().nullable().describe('How a person starts it; never run'),
      check: z.string().nullable().describe('How a person looks whether it runs; never run'),
    }),
  ),
  bins: z.array(z.object({ name: z.string(), path: z.string().nullable().describe('Where it is on PATH') })),
  accounts: z.array(
    z.object({
      name: z.string(),
      sign_in: z.array(z.string()).nullable().describe('Arguments with which a person signs in; never run'),
    }),
  ),
})
