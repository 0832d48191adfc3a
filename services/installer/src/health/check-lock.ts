import type { InstallRecord, LockedApp, LockedArtifact } from '@cli-apps/core'
import { t } from '@cli-apps/core'
import { entryAt, readAppFile } from '../store/store.ts'
import { isNodeArtifact } from '../strategies/npm/npm-node.ts'
import type { CheckContext } from './check.ts'
import type { Fault } from './fault.ts'

/** Checks that the lockfile matches what is installed. */
export async function checkLock(
  record: InstallRecord,
  { lockfile, workspace }: CheckContext,
): Promise<Fault[]> {
  if (lockfile === undefined) return []
  const difference = await differenceOf(record, lockfile.apps[record.name])
  if (difference === undefined) return []
  return [
    {
      code: 'lockfile.differs',
      app: record.name,
      message: t(
        'check-lock.installed-but-cli-apps-lock',
        '{name} {version} is installed, but cli-apps.lock {difference}.',
        { name: record.name, version: record.version, difference },
      ),
      hint: t(
        'check-lock.hint',
        'Run "{cli} doctor --fix" to make them match; where the lockfile has the app, it decides.',
      ),
      paths: [workspace.lockfile],
    },
  ]
}

async function differenceOf(
  record: InstallRecord,
  locked: LockedApp | undefined,
): Promise<string | undefined> {
  if (locked === undefined) return t('check-lock.does-not-have', 'does not have it')
  if (locked.version !== record.version)
    return t('check-lock.has', 'has {version}', { version: locked.version })
  if (locked.digest !== record.digest)
    return t('check-lock.has-other-content-under', 'has other content under that version')
  const here = locked.platforms[record.platform]
  if (here === undefined)
    return t('check-lock.has-nothing', 'has nothing for {platform}', { platform: record.platform })
  if (here.method !== record.method)
    return t('check-lock.has-not', 'has it with {method}, not {expected}', {
      method: here.method,
      expected: record.method,
    })
  if (record.store === null) return undefined
  // Another check reports an entry that cannot be read.
  const app = await readAppFile(entryAt(record.store)).catch(() => undefined)
  const isFree = !here.artifacts.some(isNodeArtifact)
  const other = app?.artifacts.find(
    (artifact) => !(isFree && isNodeArtifact(artifact)) && !isLocked(artifact, here.artifacts),
  )
  return (
    other &&
    t('check-lock.has-other-content', 'has other content for its {name} {version}', {
      name: other.name,
      version: other.version,
    })
  )
}

/** Requires the same version, and one common hash if both have any: a release may have several files. */
function isLocked(
  { name, version, integrity, interpreter }: LockedArtifact,
  locked: readonly LockedArtifact[],
): boolean {
  const known = locked.find((one) => one.name === name && one.interpreter === interpreter)
  if (known === undefined || known.version !== version) return false
  if (known.integrity === null || integrity === null) return true
  const hashes = known.integrity.split(' ')
  return integrity.split(' ').some((hash) => hashes.includes(hash))
}
