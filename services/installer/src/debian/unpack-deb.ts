import { mkdir, open, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { CanceledError, type ClosurePackage, type DebianArchitecture, t } from '@cli-apps/core'
import { aboutFile, isDiskRefusal, jsonText } from '@cli-apps/core/node'
import { createUnpackGuard } from '../binary/unpack-guard.ts'
import { debError, otherPackage } from './deb-errors.ts'
import { openMember } from './open-member.ts'
import { findDebParts } from './read-ar.ts'
import { type DebControl, readControl } from './read-control.ts'
import { packageFile, type StoredPackage, treeFolder } from './stored-package.ts'
import { unpackData } from './unpack-data.ts'

interface UnpackDebOptions {
  /** The downloaded package, whose digest was verified. */
  file: string
  /** Its entry in the closure, which it must match. */
  expected: Pick<ClosurePackage, 'package' | 'version'>
  architecture: DebianArchitecture
  /** An empty folder, which the caller removes when this fails. */
  to: string
  environment: NodeJS.ProcessEnv
  signal: AbortSignal
}

/**
 * Unpacks a Debian package: its files below `to/tree`, and what it contains as `to/deb.json`. Maintainer scripts are not
 * unpacked. Throws `IntegrityError` `deb.other-package` and `deb.refused`, `InvalidError` `deb.broken`, `LimitError`s of
 * archives, and disk errors.
 */
export async function unpackDeb(options: UnpackDebOptions): Promise<StoredPackage> {
  const { file, expected, to, signal } = options
  const deb = `${expected.package} ${expected.version}`
  try {
    return await unpackParts(options, deb)
  } catch (error) {
    if (isDiskRefusal(error)) throw aboutFile(error, file)
    if (signal.aborted)
      throw new CanceledError('unpack.canceled', t('unpack.canceled', 'Unpacking was interrupted.'), {
        cause: error,
      })
    throw debError(error, deb)
  } finally {
    await rm(path.join(to, 'part'), { force: true })
  }
}

async function unpackParts(
  { file, expected, architecture, to, environment, signal }: UnpackDebOptions,
  deb: string,
): Promise<StoredPackage> {
  const { size } = await stat(file)
  const parts = await readParts(file, deb)
  const tree = treeFolder(to)
  await mkdir(tree, { recursive: true })
  const guard = createUnpackGuard(tree, size)
  const opening = { deb, scratch: path.join(to, 'part'), environment, signal }
  const control = await readControl(await openMember(file, parts.control, opening), deb, { guard, signal })
  requirePackage(control, expected, architecture)
  const data = await openMember(file, parts.data, opening)
  const content = await unpackData(data, { deb, folder: tree, guard, signal })
  const stored: StoredPackage = { deb: 1, ...control, ...content }
  await writeFile(packageFile(to), jsonText(stored))
  return stored
}

async function readParts(file: string, deb: string) {
  await using handle = await open(file)
  return await findDebParts(handle, deb)
}

function requirePackage(
  found: DebControl,
  expected: UnpackDebOptions['expected'],
  architecture: DebianArchitecture,
): void {
  const isSame =
    found.package === expected.package &&
    found.version === expected.version &&
    (found.architecture === architecture || found.architecture === 'all')
  if (isSame) return
  throw otherPackage(
    `${expected.package} ${expected.version} (${architecture})`,
    `${found.package} ${found.version} (${found.architecture})`,
  )
}
