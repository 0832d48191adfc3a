import * as z from 'zod'

const Setting = z.object({
  key: z.string(),
  value: z.union([z.string(), z.array(z.string())]),
  source: z.enum(['environment', 'workspace', 'user', 'default']).describe('Where it is set'),
})

/** `config --json`: of `list` and `get` the settings, of `set` and `unset` what was changed. */
export const ConfigResult = z.union([
  z
    .object({
      file: z.string(),
      key: z.string(),
      values: z.array(z.string()).nullable(),
      changed: z.boolean(),
    })
    .describe('of `config set` and `config unset`'),
  z
    .object({
      file: z.string().optional(),
      settings: z.array(Setting),
      catalog_date: z.iso
        .date()
        .optional()
        .describe(
          'Day of the last change of the catalog in this package; absent where it is not used, or not known',
        ),
    })
    .describe('of `config list` and `config get`'),
])
export type ConfigResult = z.infer<typeof ConfigResult>
