import { createReadStream, createWriteStream } from 'node:fs'
import { chmod, lstat, mkdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { type ArchiveKind, CanceledError, t } from '@cli-apps/core'
import { aboutFile, isDiskRefusal, isMissing } from '@cli-apps/core/node'
import { unpackError } from './archive-errors.ts'
import { requireKind } from './archive-kind.ts'
import { counted, createUnpackGuard, type UnpackGuard } from './unpack-guard.ts'

export interface UnpackOptions {
  archive: ArchiveKind
  from: string
  /** A folder for an archive of several files; the file itself for `none` and `gz`. */
  to: string
  /** The file to make executable, whatever its mode in the archive. */
  program?: string | undefined
  /** For compression formats that only a system program supports. */
  environment: NodeJS.ProcessEnv
  signal: AbortSignal
}

/**
 * Unpacks a download. Entries that lead out of the folder, special files and zip bombs are refused; the caller cleans
 * up.
 */
export async function unpack(options: UnpackOptions): Promise<void> {
  const { archive, from, to, program, signal } = options
  const { size } = await stat(from)
  try {
    await requireKind(from, archive)
    if (archive === 'none' || archive === 'gz') {
      await mkdir(path.dirname(to), { recursive: true })
      await unpackFile(options, createUnpackGuard(path.dirname(to), size))
      return
    }
    await mkdir(to, { recursive: true })
    await unpackFolder({ ...options, archive }, createUnpackGuard(to, size))
    if (program !== undefined) await makeExecutable(path.join(to, ...program.split('/')))
  } catch (error) {
    if (isDiskRefusal(error)) throw aboutFile(error, to)
    if (signal.aborted)
      throw new CanceledError('unpack.canceled', t('unpack.canceled', 'Unpacking was interrupted.'), {
        cause: error,
      })
    throw unpackError(error, archive)
  }
}

async function unpackFile({ archive, from, to, signal }: UnpackOptions, guard: UnpackGuard): Promise<void> {
  const [source, target] = [createReadStream(from), createWriteStream(to, { flags: 'wx' })]
  if (archive === 'gz') await pipeline(source, createGunzip(), counted(guard), target, { signal })
  else await pipeline(source, counted(guard), target, { signal })
  await chmod(to, 0o755)
}

async function unpackFolder(
  {
    archive,
    from,
    environment,
    signal,
  }: UnpackOptions & { archive: 'tar.gz' | 'tar.xz' | 'tar.zst' | 'zip' },
  guard: UnpackGuard,
): Promise<void> {
  if (archive === 'zip') return (await import('./unpack-zip.ts')).unpackZip(from, guard, signal)
  const [{ unpackTar }, { openContent }] = await Promise.all([
    import('./unpack-tar.ts'),
    import('./open-content.ts'),
  ])
  await unpackTar(await openContent(from, archive, { environment, signal }), guard, signal)
}

async function makeExecutable(file: string): Promise<void> {
  try {
    if ((await lstat(file)).isFile()) await chmod(file, 0o755)
  } catch (error) {
    // Whoever looks for the program reports that it is missing.
    if (!isMissing(error)) throw error
  }
}
