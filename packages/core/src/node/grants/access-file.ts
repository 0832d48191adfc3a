import * as z from 'zod'
import { AppName } from '../../manifest/app-name.ts'
import { t } from '../../messages/t.ts'
import { isGrantable } from '../../workspace/protected-places.ts'
import { changeGrantList, type GrantList, readGrantList } from './grant-list.ts'

/** Protected places that a person allowed one app to change in one workspace. */
const AccessGrant = z.object({
  app: AppName,
  registry: z.string().min(1),
  workspace: z.string().min(1),
  places: z.array(
    z.string().refine(isGrantable, {
      error: () => t('access-file.place-that-can', 'must be a place that can be granted'),
    }),
  ),
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
type AccessIdentity = Pick<AccessGrant, 'app' | 'registry' | 'workspace'>

/** Throws `ForbiddenError` `grants.exposed` if others can write the file, and `InvalidError` `grants.corrupt`. */
export const readAccess = (file: string): Promise<AccessGrant[]> => readGrantList(file, accessFile)

const isFor =
  ({ app, registry, workspace }: AccessIdentity) =>
  (one: AccessGrant): boolean =>
    one.app === app && one.registry === registry && one.workspace === workspace

/** Names of the places granted to an app. */
export const placesGranted = (grants: readonly AccessGrant[], whom: AccessIdentity): string[] =>
  grants.filter(isFor(whom)).flatMap(({ places }) => places)

/**
 * Replaces the places that an app may change in a workspace; an empty list revokes the grant. Throws like `readAccess`.
 */
export async function changeAccess(
  file: string,
  whom: AccessIdentity,
  change: (places: readonly string[]) => readonly string[],
): Promise<void> {
  await changeGrantList(file, accessFile, (before) => {
    const places = [...new Set(change(placesGranted(before, whom)))].sort()
    const others = before.filter((one) => !isFor(whom)(one))
    return places.length === 0 ? others : [...others, { ...whom, places }]
  })
}
