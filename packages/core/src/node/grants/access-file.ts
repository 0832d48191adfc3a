import * as z from 'zod'
import { AppName } from '../../manifest/app-name.ts'
import { isAccessPath } from '../../manifest/requires/access-path.ts'
import { t } from '../../messages/t.ts'
import { isGrantable } from '../../workspace/protected-places.ts'
import { changeGrantList, type GrantList, readGrantList } from './grant-list.ts'

/** Whether a grant may have this name, besides the names of protected places. */
const isAccessName = (name: string): boolean => {
  const [, kind, path = ''] = /^(file|socket|device):(.+)$/.exec(name) ?? []
  if (kind === undefined) return ['network:raw', 'nested', 'display'].includes(name)
  return kind === 'device' ? path.startsWith('/dev/') : isAccessPath(path)
}

/** Something outside of the workspace that a person allowed an app to use. */
const GrantedAccess = z.object({
  name: z.string().refine(isAccessName, {
    error: () => t('access-file.access', 'must be an access such as "file:~/.ssh" or "nested"'),
  }),
  /** As declared when it was granted: a manifest that later asks for more needs another grant. */
  mode: z.enum(['read', 'write']),
  /** The real path that it led to at that time. */
  leads_to: z.string().optional(),
})
export type GrantedAccess = z.infer<typeof GrantedAccess>

/** What a person allowed one app to use in one workspace. */
const AccessGrant = z.object({
  app: AppName,
  registry: z.string().min(1),
  workspace: z.string().min(1),
  places: z.array(
    z.string().refine(isGrantable, {
      error: () => t('access-file.place-that-can', 'must be a place that can be granted'),
    }),
  ),
  access: z.array(GrantedAccess).optional(),
})
export type AccessGrant = z.infer<typeof AccessGrant>

/** The user's `grants/access.json`, format 1. */
const accessFile: GrantList<AccessGrant> = {
  schema: z.object({ access: z.literal(1), apps: z.array(AccessGrant) }),
  format: { access: 1 },
  repair: (file) =>
    t('access-file.repair-delete-grant-again', 'Repair or delete {file} and grant again.', { file }),
}

/** The grantee: an app of one registry, in one workspace by its real path. */
export type AccessIdentity = Pick<AccessGrant, 'app' | 'registry' | 'workspace'>

/** Throws `ForbiddenError` `grants.exposed` if others can write the file, and `InvalidError` `grants.corrupt`. */
export const readAccess = (file: string): Promise<AccessGrant[]> => readGrantList(file, accessFile)

const isFor =
  ({ app, registry, workspace }: AccessIdentity) =>
  (one: AccessGrant): boolean =>
    one.app === app && one.registry === registry && one.workspace === workspace

/** What an app may use because of grants. */
export interface HeldAccess {
  /** Names of protected places. */
  places: readonly string[]
  access: readonly GrantedAccess[]
}

/** Returns what is granted to an app. */
export function accessGranted(grants: readonly AccessGrant[], whom: AccessIdentity): HeldAccess {
  const own = grants.filter(isFor(whom))
  return {
    places: own.flatMap(({ places }) => places),
    access: own.flatMap(({ access = [] }) => access),
  }
}

/** Replaces what an app may use in a workspace; holding nothing removes the entry. Throws like `readAccess`. */
export async function changeAccess(
  file: string,
  whom: AccessIdentity,
  change: (held: HeldAccess) => HeldAccess,
): Promise<void> {
  await changeGrantList(file, accessFile, (before) => {
    const held = change(accessGranted(before, whom))
    const places = [...new Set(held.places)].sort()
    const byName = new Map(held.access.map((one) => [one.name, one]))
    const access = [...byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
    const others = before.filter((one) => !isFor(whom)(one))
    if (places.length + access.length === 0) return others
    return [...others, { ...whom, places, ...(access.length > 0 && { access }) }]
  })
}
