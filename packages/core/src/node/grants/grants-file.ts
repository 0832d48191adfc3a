import * as z from 'zod'
import { AppName } from '../../manifest/app-name.ts'
import { EnvironmentName } from '../../manifest/environment-name.ts'
import { t } from '../../messages/t.ts'
import { changeGrantList, type GrantList, readGrantList } from './grant-list.ts'

/** A granted value: text of limited length that an environment can contain. */
export const GrantValue = z
  .string()
  .min(1, { error: () => t('grants-file.not-empty', 'must not be empty') })
  .max(32_768, { error: () => t('grants-file.have-most-characters', 'must have at most 32,768 characters') })
  .refine((text) => text.isWellFormed() && !text.includes('\0'), {
    error: () => t('grants-file.text-without-nul', 'must be text without NUL'),
  })

/** A value, or the account of the keyring that has it. */
const StoredVariable = z.union([
  z.object({ name: EnvironmentName, value: GrantValue }),
  z.object({ name: EnvironmentName, keyring: z.string().regex(/^[\w./-]{1,300}$/) }),
])
export type StoredVariable = z.infer<typeof StoredVariable>

/** Values for the app of this name from this registry. */
const AppGrants = z.object({
  app: AppName,
  registry: z.string().min(1),
  env: z.array(StoredVariable),
})
export type AppGrants = z.infer<typeof AppGrants>

/** The user's `grants/grants.json`, format 1. */
const grantsFile: GrantList<AppGrants> = {
  schema: z.object({ grants: z.literal(1), apps: z.array(AppGrants) }),
  format: { grants: 1 },
  repair: (file) =>
    t('grants-file.correct-delete-set-values', 'Correct or delete {file} and set the values again.', {
      file,
    }),
}

/** The grantee. An app of the same name from another registry is a different app. */
export type GrantIdentity = Pick<AppGrants, 'app' | 'registry'>

/**
 * Reads all of the user's grants. Throws `ForbiddenError` `grants.exposed` if others can read the file, and
 * `InvalidError` `grants.corrupt`, which reveals none of its content.
 */
export const readGrants = (file: string): Promise<AppGrants[]> => readGrantList(file, grantsFile)

/** What is stored for one app, by variable name. */
export function grantsOf(
  grants: readonly AppGrants[],
  { app, registry }: GrantIdentity,
): Map<string, StoredVariable> {
  const found = grants.filter((one) => one.app === app && one.registry === registry)
  return new Map(found.flatMap(({ env }) => env.map((one) => [one.name, one])))
}

/** Changes the file under a lock. Apps without values are removed. Throws like `readGrants`. */
export const changeGrants = (
  file: string,
  change: (grants: readonly AppGrants[]) => readonly AppGrants[] | Promise<readonly AppGrants[]>,
): Promise<void> =>
  changeGrantList(file, grantsFile, async (before) =>
    (await change(before)).filter(({ env }) => env.length > 0),
  )
