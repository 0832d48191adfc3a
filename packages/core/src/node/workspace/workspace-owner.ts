import { lstat, stat } from 'node:fs/promises'

/** A file or folder of a workspace that somebody else made, and that is therefore not obeyed. */
export interface ForeignPart {
  path: string
  /** The workspace that it belongs to. */
  root: string
  /** Its numeric user. */
  owner: number
}

/**
 * Users whose files this process obeys: its own, root, and behind sudo the person who called it. `undefined` where files have
 * no owners, as on Windows.
 */
export function trustedOwners(environment: NodeJS.ProcessEnv): ReadonlySet<number> | undefined {
  const own = process.geteuid?.()
  if (own === undefined) return undefined
  const caller =
    own === 0 && /^\d{1,10}$/.test(environment.SUDO_UID ?? '') ? [Number(environment.SUDO_UID)] : []
  return new Set([own, 0, ...caller])
}

/** Paths of a workspace that decide what is run. */
interface WorkspaceParts {
  root: string
  file: string
  lockfile: string
  state: string
  skills: string
}

/** The first part of a workspace that is of somebody else; links count by who made them. */
export async function findForeignPart(
  { root, file, lockfile, state, skills }: WorkspaceParts,
  owners: ReadonlySet<number>,
): Promise<ForeignPart | undefined> {
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

/** Ends a search for a workspace here? It leaves no home, no file system, and no folder of somebody else. */
export async function isSearchBorder(
  folder: string,
  parent: string,
  { owners, home }: { owners: ReadonlySet<number>; home: string | undefined },
): Promise<boolean> {
  if (folder === home) return true
  const [here, above] = await Promise.all([stat(folder), stat(parent)])
  return here.dev !== above.dev || !owners.has(here.uid)
}

/** May everybody put files there? Bits tell nothing of folders that a user alone owns, such as those of Windows in WSL. */
export async function isShared(folder: string): Promise<boolean> {
  const { mode, uid } = await stat(folder)
  return (mode & 0o002) !== 0 && (uid === 0 || uid !== process.geteuid?.())
}

const ownerOf = (file: string): Promise<number | undefined> =>
  lstat(file).then(
    ({ uid }) => uid,
    () => undefined,
  )
