import { type ClosurePackage, type DebianClosure, isAppError, t, UnavailableError } from '@cli-apps/core'
import { download } from '../binary/download.ts'

/** Where every package of a stable Debian is until the next point release. */
export const pool = 'https://deb.debian.org'
/** Where every package that Debian ever had is, by the time of its index. */
export const archive = 'https://snapshot.debian.org/archive'

/** The places of a package, in the order in which they are tried: the pool and the archive, or the mirrors configured for them. */
export function packageUrls(
  path: string,
  snapshot: DebianClosure['snapshot'],
  mirror: (url: string) => string,
): string[] {
  const inPool = `${pool}/${path}`
  const [name = '', ...rest] = path.split('/')
  const inArchive = `${archive}/${name}/${snapshot}/${rest.join('/')}`
  return [mirror(inPool), mirror(inArchive)]
}

interface DownloadPackageOptions {
  /** In the order in which they are tried. */
  urls: readonly string[]
  to: string
  signal: AbortSignal
  onProgress: (bytes: number) => void
}

/**
 * Downloads a package from the first place that has it. A place that answers with other bytes stops the install: a mirror
 * that alters packages is never passed over in silence. Throws `IntegrityError` `download.checksum-mismatch`,
 * `UnavailableError` `debian.unreachable`, `CanceledError`, and disk errors.
 */
export async function downloadPackage(
  { package: name, version, sha256, size }: ClosurePackage,
  { urls, ...rest }: DownloadPackageOptions,
): Promise<void> {
  const failures: string[] = []
  for (const url of urls) {
    try {
      await download({ url, sha256, size, ...rest })
      return
    } catch (error) {
      if (!isAppError(error) || error.code !== 'download.failed') throw error
      failures.push(error.message)
    }
  }
  throw new UnavailableError(
    'debian.unreachable',
    t('debian.unreachable', 'The Debian package {name} {version} cannot be downloaded. {failures}', {
      name,
      version,
      failures: failures.join(' '),
    }),
    {
      hint: t(
        'debian.unreachable.hint',
        'Check the network or a proxy, or configure a mirror: {cli} config set mirrors.{pool} URL',
        { pool },
      ),
    },
  )
}
