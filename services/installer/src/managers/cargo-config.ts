import * as z from 'zod'

const Text = z.string().optional()
const Source = z.object({ registry: Text, 'local-registry': Text, directory: Text, 'replace-with': Text })
/** The part of cargo's configuration that is used: no wrapper, runner, linker, alias or credential provider. */
export const CargoConfig = z.object({
  source: z.record(z.string(), Source).optional(),
  registries: z.record(z.string(), z.object({ index: Text })).optional(),
  registry: z.object({ default: Text }).optional(),
  http: z
    .object({
      proxy: Text,
      cainfo: Text,
      timeout: z.number().optional(),
      multiplexing: z.boolean().optional(),
    })
    .optional(),
  net: z.object({ retry: z.number().optional(), offline: z.boolean().optional() }).optional(),
})
export type CargoConfig = z.infer<typeof CargoConfig>
