import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { isRepository, protectedPlace } from '@cli-apps/core'

/**
 * Whether a path leads to or through a place by which a later tool runs code. `parts` are its names below the workspace; folders that
 * cannot be read hold no repository.
 */
export async function isProtected(workspace: string, parts: readonly string[]): Promise<boolean> {
  for (const [index, part] of parts.entries()) {
    const folder = path.join(workspace, ...parts.slice(0, index))
    const entries = await readdir(folder).catch(() => [])
    const around = { name: parts[index - 1] ?? '', isRepository: isRepository(new Set(entries)) }
    if (protectedPlace(part, around) !== undefined) return true
  }
  return false
}
