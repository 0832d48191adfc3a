import path from 'node:path'
import * as z from 'zod'
import { AppName } from '../../app-name.ts'
import { parseJson } from '../../canonical-json.ts'
import { InvalidError } from '../../errors.ts'
import { isGrantable } from '../../protected-places.ts'
import { acquireLock } from '../file-lock.ts'
import { jsonText } from '../files.ts'
import { makePrivateFolder, readPrivateFile, writePrivateFile } from '../private-file.ts'

const exposed = 'grants.exposed'

/** Protected places that a person lets one app change in one workspace. */
const AccessGrant = z.object({
  app: AppName,
  registry: z.string().min(1),
  workspace: z.string().min(1),
  places: z.array(z.string().refine(isGrantable, 'must be a place that can be granted')),
})
export type AccessGrant = z.infer<typeof AccessGrant>

/** `grants/access.json` of the user, format 1. */
const AccessFile = z.object({ access: z.literal(1), apps: z.array(AccessGrant) })

/** Whom a grant is for: an app of one registry, in one workspace by its real path. */
export type AccessIdentity = Pick<AccessGrant, 'app' | 'registry' | 'workspace'>

/** Throws `ForbiddenError` `grants.exposed` when others may write the file, and `InvalidError` `grants.corrupt`. */
export async function readAccess(file: string): Promise<AccessGrant[]> {
  const text = await readPrivateFile(file, exposed)
  if (text === undefined) return []
  const parsed = AccessFile.safeParse(parsedOrUndefined(text, file))
  if (parsed.success) return parsed.data.apps
  throw new InvalidError('grants.corrupt', `The file of your grants is damaged: ${file}`, {
    hint: `Repair or delete ${file} and grant again.`,
    details: { file },
  })
}

function parsedOrUndefined(text: string, file: string): unknown {
  try {
    return parseJson(text, file)
  } catch {
    return undefined
  }
}

const isFor =
  ({ app, registry, workspace }: AccessIdentity) =>
  (one: AccessGrant): boolean =>
    one.app === app && one.registry === registry && one.workspace === workspace

/** Names of the places that are granted to an app. */
export const placesGranted = (grants: readonly AccessGrant[], whom: AccessIdentity): string[] =>
  grants.filter(isFor(whom)).flatMap(({ places }) => places)

/** Replaces what an app may change in a workspace; nothing takes the grant away. Throws as `readAccess`. */
export async function changeAccess(
  file: string,
  whom: AccessIdentity,
  change: (places: readonly string[]) => readonly string[],
): Promise<void> {
  const folder = path.dirname(file)
  await makePrivateFolder(folder, exposed)
  await using _lock = await acquireLock(folder, 'lock', { wait: 30_000, what: 'The file of your grants' })
  const before = await readAccess(file)
  const places = [...new Set(change(placesGranted(before, whom)))].sort()
  const others = before.filter((one) => !isFor(whom)(one))
  const apps = places.length === 0 ? others : [...others, { ...whom, places }]
  await writePrivateFile(file, jsonText(AccessFile.parse({ access: 1, apps })), exposed)
}
