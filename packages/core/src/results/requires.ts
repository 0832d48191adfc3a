import * as z from 'zod'

/** A variable that an app declares. No value is ever in it. */
export const Variable = z.object({
  name: z.string(),
  description: z.string(),
  required: z.boolean(),
  secret: z.boolean(),
  set: z.boolean().describe('A value is kept for this app'),
})

/** Something that an app declares to need beyond the sandbox, and that a person may grant. */
export const AccessEntry = z.object({
  name: z.string().describe('What grant and revoke take: ".git", "file:~/.ssh", "nested"'),
  kind: z.enum(['place', 'file', 'socket', 'device', 'network', 'nested', 'display']),
  path: z.string().nullable().describe('A protected place of the workspace, or a path of the machine'),
  mode: z.enum(['read', 'write']).describe('What the app asks for'),
  why: z.string().describe('What the app says it needs it for'),
  granted: z.boolean(),
  reason: z.string().optional().describe('Why a grant does not apply, or not in full'),
})
export type AccessEntry = z.infer<typeof AccessEntry>

/** The network that an app declares; `none` and hosts are limits that always hold. */
export const DeclaredNetwork = z
  .union([z.enum(['none', 'all', 'raw']), z.object({ hosts: z.array(z.string()) })])
  .nullable()
  .describe('The network that the app declares; none and hosts are limits that always hold')
export type DeclaredNetwork = z.infer<typeof DeclaredNetwork>

/** What an app needs besides its program, and what of it is there. */
export const Requires = z.object({
  env: z.array(Variable),
  services: z.array(
    z.object({
      name: z.string(),
      start: z.string().nullable().describe('How a person starts it; never run'),
      check: z.string().nullable().describe('How a person looks whether it runs; never run'),
      own: z.boolean().describe('The app itself is the server: "cli-apps service start" starts it'),
    }),
  ),
  bins: z.array(z.object({ name: z.string(), path: z.string().nullable().describe('Where it is on PATH') })),
  accounts: z.array(
    z.object({
      name: z.string(),
      sign_in: z.array(z.string()).nullable().describe('Arguments with which a person signs in; never run'),
    }),
  ),
  access: z.array(AccessEntry).describe('What it declares to need beyond the sandbox'),
  network: DeclaredNetwork,
})
