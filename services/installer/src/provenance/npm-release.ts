import { IntegrityError, t } from '@cli-apps/core'
import * as z from 'zod'

/** The part of a packument's version that says who vouches for it (npm documentation, "Package metadata"). */
export const NpmDist = z.object({
  integrity: z.string().optional(),
  signatures: z.array(z.object({ keyid: z.string(), sig: z.string() })).optional(),
  attestations: z.object({ provenance: z.object({ predicateType: z.string() }).optional() }).optional(),
})
export type NpmDist = z.infer<typeof NpmDist>

/** The TUF repository in which Sigstore publishes trusted keys, including npm's. */
export const sigstoreRepository = 'https://tuf-repo-cdn.sigstore.dev'

/** One release of an npm package, with the digest that its registry serves. */
export interface NpmRelease {
  name: string
  version: string
  /** Subresource integrity, such as `sha512-…`. */
  integrity: string
}

/** An invalid proof served with a release. No option disables this error. */
export const badProof = (
  { name, version }: NpmRelease,
  { code, what, cause }: { code: string; what: string; cause?: unknown },
): IntegrityError =>
  new IntegrityError(
    code,
    t('npm-release.not-valid', 'The {what} of {name} {version} is not valid.', { what, name, version }),
    {
      hint: t(
        'npm-release.hint',
        'Do not install it: the release or the registry was changed. Report it to the package and the registry.',
      ),
      cause,
    },
  )
