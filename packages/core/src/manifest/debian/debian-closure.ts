import * as z from 'zod'
import { t } from '../../messages/t.ts'
import { bounded } from '../../text.ts'
import { Sha256 } from '../sha256.ts'
import { DebianArchitecture } from './debian-architecture.ts'
import { DebianPackageName, DebianVersion } from './debian-method.ts'

/** Path of a package below the root of a mirror: its archive, `debian` or `debian-security`, and its place in the pool. */
const PoolPath = bounded(300).regex(
  /^debian(-security)?\/pool\/(?:[A-Za-z0-9][A-Za-z0-9.+~_-]*\/)+[A-Za-z0-9][A-Za-z0-9.+~_%-]*\.deb$/,
  {
    error: () => t('debian-closure.pool-path', 'must be the path of a .deb in the pool of a Debian archive'),
  },
)

const rootPath = bounded(300).regex(/^(?:\/(?!\.{1,2}(?:\/|$))[^/\0\p{Cc}]+)+$/u, {
  error: () => t('debian-closure.root-path', 'must be an absolute path with no empty, "." or ".." part'),
})

const ClosurePackage = z.strictObject({
  package: DebianPackageName,
  version: DebianVersion,
  path: PoolPath,
  size: z.int().positive().max(4_000_000_000).describe('Bytes of the .deb'),
  sha256: Sha256,
})
export type ClosurePackage = z.infer<typeof ClosurePackage>

/**
 * What maintainer scripts would do to a root and programs need: each name stands for one fixed command, which runs inside the
 * root without network. Other parts of maintainer scripts are never run.
 */
export const SetupStep = z.enum([
  'ldconfig',
  'glib-compile-schemas',
  'gdk-pixbuf-query-loaders',
  'update-mime-database',
  'fc-cache',
  'dot',
])
export type SetupStep = z.infer<typeof SetupStep>

/**
 * Every package that a program needs on an empty system, exactly: computed once from Debian's signed package indexes, so
 * that no client resolves anything. A document of its own, in RFC 8785 form; the manifest holds its digest.
 */
export const DebianClosure = z
  .strictObject({
    closure: z.literal(1),
    suite: bounded(40).regex(/^[a-z][a-z0-9-]*$/),
    architecture: DebianArchitecture,
    snapshot: bounded(16)
      .regex(/^\d{8}T\d{6}Z$/)
      .describe('The time of the indexes, by which the dated archive names its copies'),
    packages: z.array(ClosurePackage).min(1).max(2000),
    links: z
      .array(z.strictObject({ at: rootPath, to: rootPath }))
      .max(2000)
      .optional()
      .describe('Links that update-alternatives would make; paths in the root'),
    setup: z.array(SetupStep).max(SetupStep.options.length).optional(),
  })
  .refine(({ packages }) => new Set(packages.map((one) => one.package)).size === packages.length, {
    path: ['packages'],
    error: () => t('debian-closure.package-twice', 'must name each package once'),
  })
export type DebianClosure = z.infer<typeof DebianClosure>
