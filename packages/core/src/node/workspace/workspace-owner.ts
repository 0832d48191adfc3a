import { lstat, stat } from 'node:fs/promises'

/** A file or folder of a workspace that belongs to an untrusted user and is therefore ignored. */
export interface UntrustedPart {
  path: string
  /** Root of its workspace. */
  root: string
  /** Numeric user id. */
  owner: number
}

/**
 * Users whose files this process trusts: its own user, root, and under sudo the caller. `undefined` on systems without
 * file owners, such as Windows.
 */
export function trustedOwners(environment: NodeJS.ProcessEnv): ReadonlySet<number> | undefined {
  const own = process.geteuid?.()
  if (own === undefined) return undefined
  const caller =
    own === 0 && /^\d{1,10}$/.test(environment.SUDO_UID ?? '') ? [Number(environment.SUDO_UID)] : []
  return new Set([own, 0, ...caller])
}

/** The paths of a workspace that decide what runs. */
interface WorkspaceParts {
  root: string
  file: string
  lockfile: string
  state: string
  skills: string
}

/** Returns the first part of a workspace that belongs to an untrusted user. A symbolic link counts by its own owner. */
export async function findUntrustedPart(
  { root, file, lockfile, state, skills }: WorkspaceParts,
  owners: ReadonlySet<number>,
): Promise<UntrustedPart | undefined> {
  let isThere = false
  for (const part of [file, lockfile, state, skills]) {
    const owner = await ownerOf(part)
    if (owner === undefined) continue
    isThere = true
    if (!owners.has(owner)) return { path: part, root, owner }
  }
  const { uid } = await stat(root)
  return isThere && !owners.has(uid) ? { path: root, root, owner: uid } : undefined
}

/**
 * Whether the search for a workspace ends here: at the home folder, a file system boundary, or a folder of another
 * user.
 */
export async function isSearchBorder(
  folder: string,
  parent: string,
  { owners, home }: { owners: ReadonlySet<number>; home: string | undefined },
): Promise<boolean> {
  if (folder === home) return true
  const [here, above] = await Promise.all([stat(folder), stat(parent)])
  return here.dev !== above.dev || !owners.has(here.uid)
}

/**
 * Whether every user can create files in the folder. Mode bits are meaningless for folders that only the user owns,
 * such as Windows folders in WSL.
 */
export async function isShared(folder: string): Promise<boolean> {
  const { mode, uid } = await stat(folder)
  return (mode & 0o002) !== 0 && (uid === 0 || uid !== process.geteuid?.())
}

const ownerOf = (file: string): Promise<number | undefined> =>
  lstat(file).then(
    ({ uid }) => uid,
    () => undefined,
  )
