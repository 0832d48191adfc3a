import * as z from 'zod'

/** The output of `sbom`, with and without `--json`: a CycloneDX document (cyclonedx.org/docs/1.6/json). */
export const SbomResult = z.looseObject({
  bomFormat: z.literal('CycloneDX'),
  specVersion: z.literal('1.6'),
  components: z.array(z.looseObject({ type: z.string(), name: z.string() })).optional(),
})
export type SbomResult = z.infer<typeof SbomResult>
