import path from 'node:path'
import * as z from 'zod'
import { AppName } from '../../app-name.ts'
import { parseJson } from '../../canonical-json.ts'
import { InvalidError } from '../../errors.ts'
import { EnvironmentName } from '../../manifest.ts'
import { acquireLock } from '../file-lock.ts'
import { jsonText } from '../files.ts'
import { makePrivateFolder, readPrivateFile, writePrivateFile } from '../private-file.ts'

/** What may be granted: bounded text that an environment can carry. */
export const GrantValue = z
  .string()
  .min(1, 'must not be empty')
  .max(32_768, 'must have at most 32,768 characters')
  .refine((text) => text.isWellFormed() && !text.includes('\0'), 'must be text without NUL')

const exposed = 'grants.exposed'

/** Values for one app: of this name, from this registry. */
const AppGrants = z.object({
  app: AppName,
  registry: z.string().min(1),
  env: z.array(z.object({ name: EnvironmentName, value: GrantValue })),
})
export type AppGrants = z.infer<typeof AppGrants>

/** `grants/grants.json` of the user, format 1. */
const GrantsFile = z.object({ grants: z.literal(1), apps: z.array(AppGrants) })

/** Whom a value is for. An app of the same name from another registry is another app. */
export type GrantIdentity = Pick<AppGrants, 'app' | 'registry'>

/**
 * Everything that the user granted. Throws `ForbiddenError` `grants.exposed` when others may read the file, and
 * `InvalidError` `grants.corrupt`, which tells nothing of its content.
 */
export async function readGrants(file: string): Promise<AppGrants[]> {
  const text = await readPrivateFile(file, exposed)
  if (text === undefined) return []
  const parsed = GrantsFile.safeParse(parsedOrUndefined(text, file))
  if (parsed.success) return parsed.data.apps
  throw new InvalidError('grants.corrupt', `The file of your grants is damaged: ${file}`, {
    hint: `Correct or delete ${file} and set the values again.`,
    details: { file },
  })
}

/** An error of the parser could quote a secret. */
function parsedOrUndefined(text: string, file: string): unknown {
  try {
    return parseJson(text, file)
  } catch {
    return undefined
  }
}

/** Values of one app by the name of the variable. */
export function grantsOf(
  grants: readonly AppGrants[],
  { app, registry }: GrantIdentity,
): Map<string, string> {
  const found = grants.filter((one) => one.app === app && one.registry === registry)
  return new Map(found.flatMap(({ env }) => env.map(({ name, value }) => [name, value])))
}

/** Changes the file as the only process that does. Apps without values are left out. Throws as `readGrants`. */
export async function changeGrants(
  file: string,
  change: (grants: readonly AppGrants[]) => readonly AppGrants[],
): Promise<void> {
  const folder = path.dirname(file)
  await makePrivateFolder(folder, exposed)
  await using _lock = await acquireLock(folder, 'lock', { wait: 30_000, what: 'The file of your grants' })
  const apps = change(await readGrants(file)).filter(({ env }) => env.length > 0)
  await writePrivateFile(file, jsonText(GrantsFile.parse({ grants: 1, apps })), exposed)
}
