import * as z from 'zod'
import { t } from '../../messages/t.ts'
import { bounded, line } from '../../text.ts'
import { DevicePath, FilePath, SocketPath, withoutSlash } from './access-path.ts'

const why = line(200).describe('What the app needs it for')

/** A name in ASCII or an address, with a port or without one; `*.` before a name stands for every name below it. */
const hostForm =
  /^(\[[0-9a-f:.]+\]|(\*\.)?[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*)(:[1-9]\d{0,4})?$/

function isHost(text: string): boolean {
  if (!hostForm.test(text) || (text.startsWith('*.') && !text.slice(2).includes('.'))) return false
  const url = `http://${text.replace(/^\*\./, '')}`
  if (!URL.canParse(url)) return false
  // What is rewritten, as an address in another notation, would look like another host than it is.
  const { hostname } = new URL(url)
  return hostname === text.replace(/^\*\./, '').replace(/:\d+$/, '') && !/^\*\.[\d.]+(:|$)/.test(text)
}

const Host = bounded(260).refine(isHost, {
  error: () =>
    t(
      'required-access.host',
      'must be a host such as "example.com", "*.example.com" or "example.com:8443": in lower case, an international name as xn--',
    ),
})

/** One entry for a path: two could differ in what they allow. */
const isOnce = (entries: readonly { path: string }[]): boolean =>
  new Set(entries.map(({ path }) => withoutSlash(path))).size === entries.length

const once = { error: () => t('required-access.once', 'must name each path once') }

/** What an app needs beyond what the sandbox gives to every app. */
export const RequiredAccess = z.strictObject({
  files: z
    .array(
      z.strictObject({
        path: FilePath.describe('The place'),
        mode: z.enum(['read', 'write']).describe('What the app does there'),
        why,
      }),
    )
    .max(50)
    .refine(isOnce, once)
    .optional()
    .describe(
      'Protected places of the workspace, such as .git, and files and folders outside of it, absolute or below "~/"; a folder that ends with "/" is created when it is granted',
    ),
  sockets: z
    .array(z.strictObject({ path: SocketPath.describe('The socket'), why }))
    .max(20)
    .refine(isOnce, once)
    .optional()
    .describe('Sockets of programs on this machine, or folders of such sockets'),
  network: z
    .union([
      z.enum(['none', 'all', 'raw']),
      z.strictObject({
        hosts: z.array(Host).min(1).max(50).describe('The only hosts that it may reach'),
      }),
    ])
    .optional()
    .describe(
      'none and hosts are limits that hold without a grant; all is what every app has; raw is that and packets of any kind, by a grant',
    ),
  devices: z
    .array(z.strictObject({ path: DevicePath.describe('The device'), why }))
    .max(20)
    .refine(isOnce, once)
    .optional()
    .describe('Devices, such as a camera'),
  nested: z
    .boolean()
    .optional()
    .describe('Namespaces of its own, as browsers and container engines make them'),
  display: z.boolean().optional().describe('Windows on the display of the user'),
})
export type RequiredAccess = z.infer<typeof RequiredAccess>
