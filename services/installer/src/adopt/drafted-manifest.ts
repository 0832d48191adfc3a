import path from 'node:path'
import { type AppName, type InstallRecord, parseJson } from '@cli-apps/core'
import { manifestDigest, readText, type Workspace } from '@cli-apps/core/node'

/** Path of the manifest that `adopt` drafts, in the workspace. It is committed, so that a clone has it. */
export const draftedPath = (name: AppName): string => `cli-apps.d/${name}.json`

/** Returns the path of an adopted app's drafted manifest, if it is still the installed one. */
export async function findDrafted(
  { name, method, registry, digest }: Pick<InstallRecord, 'name' | 'method' | 'registry' | 'digest'>,
  { root }: Workspace,
): Promise<string | undefined> {
  const file = path.join(root, draftedPath(name))
  // The record names its place in full, and the workspace may have been moved since.
  if (method !== 'adopted' || !registry.endsWith(`/${draftedPath(name)}`)) return undefined
  const text = await readText(file)
  if (text === undefined) return undefined
  try {
    return manifestDigest(parseJson(text, file)) === digest ? draftedPath(name) : undefined
  } catch {
    // Somebody edited it, so it stays.
    return undefined
  }
}
