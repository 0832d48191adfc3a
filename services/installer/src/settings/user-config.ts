import { t } from '@cli-apps/core'
import { readJson } from '@cli-apps/core/node'
import * as z from 'zod/mini'
import { languages } from '../messages/language.ts'

/** The user's `config.json`. */
export const UserConfig = z.looseObject({
  registries: z.optional(z.array(z.string().check(z.minLength(1)))),
  mirrors: z.optional(z.record(z.string(), z.string())),
  hosts: z.optional(z.array(z.string().check(z.minLength(1)))),
  lang: z.optional(z.enum(languages)),
  policy: z.optional(
    z.looseObject({
      minimum_release_age: z.optional(z.int().check(z.minimum(0), z.maximum(8760))),
      release_age_exceptions: z.optional(z.array(z.string())),
      strict: z.optional(z.boolean()),
    }),
  ),
  report_installs: z.optional(z.boolean()),
  max_age_days: z.optional(z.record(z.string(), z.int().check(z.minimum(1)))),
})
export type UserConfig = z.infer<typeof UserConfig>

/** Reads the user's settings. Throws `InvalidError` `config.corrupt` if the file is not valid. */
export const readUserConfig = async (file: string): Promise<UserConfig> =>
  (await readJson(file, UserConfig, {
    what: t('user-config.your-configuration', 'Your configuration'),
    code: 'config.corrupt',
    repair: t('user-config.fix-delete', 'Fix or delete {file}.', { file }),
  })) ?? {}
