import path from 'node:path'
import * as z from 'zod/mini'
import type { Digest } from '../../digest.ts'
import { t } from '../../messages/t.ts'
import { jsonText, readJson } from '../files.ts'
import { writeFileAtomic } from '../write-file-atomic.ts'

const TrustedDigest = z.custom<Digest>((text) => /^sha256:[0-9a-f]{64}$/.test(String(text)))

/**
 * Which workspaces of other users this user trusts, stored only in the user's data folder. Uses the small form of zod,
 * since it is read at every start.
 */
export const WorkspaceTrust = z.object({
  trust: z.literal(1),
  /** Absolute paths of workspaces of other users. */
  folders: z.array(z.string()),
  templates: z.array(TrustedDigest),
  /** Package registries from files of a workspace, and whether they are used there. */
  registries: z.optional(z.array(z.object({ workspace: z.string(), url: z.string(), trusted: z.boolean() }))),
  /** Which declarations of MCP servers are used in a workspace: exactly those of this digest. */
  mcp_servers: z.optional(z.array(z.object({ workspace: z.string(), digest: TrustedDigest }))),
})
export type WorkspaceTrust = z.infer<typeof WorkspaceTrust>

export const workspaceTrustFile = (home: string): string => path.join(home, 'workspace-trust.json')

/** Throws `InvalidError` `trust.corrupt` for a damaged file. */
export async function readWorkspaceTrust(home: string): Promise<WorkspaceTrust> {
  const file = workspaceTrustFile(home)
  const found = await readJson(file, WorkspaceTrust, {
    what: t('workspace-trust.list-trusted-workspaces', 'The list of trusted workspaces'),
    code: 'trust.corrupt',
    repair: t(
      'workspace-trust.delete-nothing-trusted-then',
      'Delete {file}; nothing is trusted then until you run "{cli} trust" again.',
      { file },
    ),
  })
  return found ?? { trust: 1, folders: [], templates: [] }
}

export const writeWorkspaceTrust = (home: string, trust: WorkspaceTrust): Promise<void> =>
  writeFileAtomic(workspaceTrustFile(home), jsonText(trust))
