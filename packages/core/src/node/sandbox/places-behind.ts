import { realpathSync } from 'node:fs'
import path from 'node:path'
import { repositoryFiles } from '../../protected-places.ts'
import { isInside } from '../files.ts'
import { type FoundPlace, type InnerPath, innerPathOf, joinInner, splitInner } from './found-place.ts'
import { filesOfGitSettings } from './git-settings.ts'
import { absoluteOf, listFolder, type WidenedFolders } from './list-folder.ts'

/** Code of packages and data of tools: links in there are theirs, and there are many. */
const unread: ReadonlySet<string> = new Set([
  '.cli-apps',
  'node_modules',
  '.venv',
  'venv',
  '.hg',
  '.jj',
  '.yarn',
])
/** Entries of one protected folder; far more than anybody writes by hand. */
const mostEntries = 2_000

/**
 * What a protected place leads to inside the workspace: the target of a link, of links in a folder, and the files and folders
 * that settings of Git name. Whoever may change those decides as much as whoever may change the place.
 */
export function placesBehind(root: string, place: FoundPlace, widened: WidenedFolders): string[] {
  const inner = innerPathOf(place)
  const targets = place.link === undefined ? targetsIn(root, inner, place.name, widened) : [inner]
  return targets
    .flatMap((target) => insideOf(root, target) ?? [])
    .filter((target) => place.link !== undefined || !isInside(place.path, target))
}

function targetsIn(root: string, inner: InnerPath, name: string, widened: WidenedFolders): InnerPath[] {
  if (unread.has(name)) return []
  if (name !== '.git') return linksIn(root, inner, widened)
  const base = splitInner(inner)[1].toString()
  if (base === 'hooks') return linksIn(root, inner, widened)
  if (repositoryFiles.has(base)) return filesOfGitSettings(root, inner.toString())
  const hooks = joinInner(inner, 'hooks')
  const settings = ['config', 'config.worktree'].map((file) => `${inner}/${file}`)
  return [
    ...[hooks, ...settings],
    ...linksIn(root, hooks, widened),
    ...settings.flatMap((file) => filesOfGitSettings(root, file)),
  ]
}

function linksIn(root: string, folder: InnerPath, widened: WidenedFolders): InnerPath[] {
  const links: InnerPath[] = []
  const folders = [folder]
  let entries = 0
  for (let at = folders.shift(); at !== undefined && entries < mostEntries; at = folders.shift())
    for (const { name, isFolder, isLink } of listFolder(absoluteOf(root, at), widened)) {
      entries += 1
      if (isLink) links.push(joinInner(at, name))
      else if (isFolder) folders.push(joinInner(at, name))
    }
  return links
}

/** The real path in the workspace; `undefined` for nothing, for the workspace itself and for what is outside. */
function insideOf(root: string, inner: InnerPath): string | undefined {
  try {
    const real = realpathSync.native(absoluteOf(root, inner))
    return isInside(root, real) && real !== root ? path.relative(root, real) : undefined
  } catch {
    return undefined
  }
}
