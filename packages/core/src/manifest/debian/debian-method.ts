import * as z from 'zod'
import { Digest } from '../../digest.ts'
import { t } from '../../messages/t.ts'
import { bounded } from '../../text.ts'
import { DebianArchitecture } from './debian-architecture.ts'

/** As Debian's policy, section 5.6.1, defines names of packages. */
export const DebianPackageName = bounded(214).regex(/^[a-z0-9][a-z0-9+.-]+$/, {
  error: () =>
    t('install-method.must', 'must be {what}', {
      what: t('install-method.debian-name', 'a Debian package name'),
    }),
})

/** As Debian's policy, section 5.6.12, defines versions. */
export const DebianVersion = bounded(100).regex(/^(?:\d+:)?\d[A-Za-z0-9.+~-]*$/, {
  error: () => t('debian-method.version', 'must be the exact version of a Debian package, such as 1.6-2.1'),
})

const ClosureFacts = z.strictObject({
  closure: Digest.describe('Of the document that lists every package'),
  packages: z.int().positive().describe('How many it lists'),
  size: z.int().positive().describe('Bytes to download'),
  installed_size: z.int().positive().describe('Bytes on disk, as the packages say'),
  tried: z.boolean().describe('Whether the tests of the entry ran on this architecture'),
})

/**
 * A program of Debian, unpacked with everything that it needs into a root of its own, on any Linux and without root.
 */
export const debianFields = {
  package: DebianPackageName.describe('Name of the package'),
  version: DebianVersion.describe('Its exact version'),
  suite: bounded(40)
    .regex(/^[a-z][a-z0-9-]*$/)
    .describe('The release of Debian that it is from'),
  architectures: z
    .partialRecord(DebianArchitecture, ClosureFacts)
    .refine((closures) => Object.keys(closures).length > 0, {
      error: () => t('debian-method.offer-architecture', 'must offer at least one architecture'),
    })
    .describe('The packages that it needs, by architecture'),
}
