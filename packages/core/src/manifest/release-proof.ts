import * as z from 'zod'

/** Who vouched for a release of a package when it was locked. An update that loses either is refused. */
export const ReleaseProof = z.looseObject({
  /** Id of the key with which the package registry signed it. */
  signature: z.string().optional(),
  /** The builder according to the certificate of its provenance. */
  builder: z
    .looseObject({
      /** URL of the workflow and its ref, such as `https://github.com/o/r/.github/workflows/release.yml@refs/tags/v1.0.0`. */
      workflow: z.string(),
      /** Who vouched for that identity, such as `https://token.actions.githubusercontent.com`. */
      issuer: z.string(),
    })
    .optional(),
})
export type ReleaseProof = z.infer<typeof ReleaseProof>
