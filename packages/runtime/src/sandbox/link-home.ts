import { closeSync, mkdirSync, readlinkSync, symlinkSync, unlinkSync } from 'node:fs'
import { hasCode, isMissing, openBeneath, openFolder, through } from '@cli-apps/core/node'

/** A link in an app's own home to a declared path in the user's. */
export interface HomeLink {
  /** Relative to the home. */
  at: string
  to: string
  /** Removed when absent from the grants; a file of the app's own stays. */
  isGiven: boolean
}

/**
 * Makes and removes links in the home of an app. Nothing is followed on the way: the app may have replaced any part of
 * its home. Linux only; elsewhere nothing is linked.
 */
export function linkHome(home: string, links: readonly HomeLink[]): void {
  if (process.platform !== 'linux' || links.length === 0) return
  const top = openFolder(home)
  try {
    for (const link of links) change(top, link)
  } finally {
    closeSync(top)
  }
}

function change(top: number, { at, to, isGiven }: HomeLink): void {
  const parts = at.split('/')
  const name = parts.pop() ?? ''
  const folder = openParent(top, parts, isGiven)
  if (folder === undefined) return
  try {
    const link = through(folder, name)
    if (isGiven) symlinkSync(to, link)
    else if (readlinkSync(link) === to) unlinkSync(link)
  } catch (error) {
    // What the app has there itself stays; there is nothing to remove; or its home cannot be changed.
    if (!isMissing(error) && !['EEXIST', 'EINVAL', 'EROFS', 'EACCES'].some((code) => hasCode(error, code)))
      throw error
  } finally {
    if (folder !== top) closeSync(folder)
  }
}

/** Opens the folder around a link, creating it; `undefined` where the app has something else there. */
function openParent(top: number, parts: readonly string[], isMade: boolean): number | undefined {
  let folder = top
  for (const part of parts) {
    if (isMade) makeFolderIn(folder, part)
    const next = openBeneath(folder, part)
    if (folder !== top) closeSync(folder)
    if (next === undefined) return undefined
    folder = next
  }
  return folder
}

function makeFolderIn(folder: number, part: string): void {
  try {
    mkdirSync(through(folder, part), { mode: 0o700 })
  } catch (error) {
    if (!['EEXIST', 'ENOTDIR', 'EROFS', 'EACCES'].some((code) => hasCode(error, code))) throw error
  }
}
