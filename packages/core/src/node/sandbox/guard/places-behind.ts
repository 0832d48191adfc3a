import { realpathSync, statSync } from 'node:fs'
import path from 'node:path'
import { repositoryFiles } from '../../../workspace/protected-places.ts'
import { isInside } from '../../files.ts'
import { type FoundPlace, type InnerPath, innerPathOf, joinInner } from './found-place.ts'
import { filesOfGitSettings } from './git-settings.ts'
import { absoluteOf, listFolder, type WidenedFolders } from './list-folder.ts'

/** Code of packages and data of tools, which contain many links of their own. */
const unread: ReadonlySet<string> = new Set([
  '.cli-apps',
  'node_modules',
  '.venv',
  'venv',
  '.hg',
  '.jj',
  '.yarn',
])
/** Maximum entries of one protected folder; far more than anyone writes by hand. */
const mostEntries = 2_000

/**
 * Returns what a protected place leads to inside the workspace: the target of a link, of links in a folder, and files
 * and folders in Git settings. Changing those has the same effect as changing the place.
 */
export function placesBehind(root: string, place: FoundPlace, widened: WidenedFolders): string[] {
  const inner = innerPathOf(place)
  const links = linksAt(root, inner, place, widened).flatMap(
    (link) => insideOf(root, absoluteOf(root, link)) ?? [],
  )
  const settings = place.name === '.git' ? settingsAt(root, place.path) : []
  return [...links, ...settings].filter((target) => place.link !== undefined || !isInside(place.path, target))
}

function linksAt(
  root: string,
  inner: InnerPath,
  { name, link }: FoundPlace,
  widened: WidenedFolders,
): InnerPath[] {
  if (link !== undefined) return [inner]
  if (unread.has(name)) return []
  if (name !== '.git' || path.basename(inner.toString()) === 'hooks') return linksIn(root, inner, widened)
  const hooks = joinInner(inner, 'hooks')
  return [
    ...['hooks', 'config', 'config.worktree'].map((part) => joinInner(inner, part)),
    ...linksIn(root, hooks, widened),
  ]
}

/** Of values that happen to be folders, such as the name of a remote, only the hooks folder counts. */
function settingsAt(root: string, place: string): string[] {
  const at = path.join(root, place)
  const isPart = repositoryFiles.has(path.basename(place))
  const repository = isPart ? path.dirname(at) : at
  const files = filesOfGitSettings(repository, isPart ? repository : path.dirname(at))
  return files.flatMap(({ file, ofHooks }) => (ofHooks || isFile(file) ? (insideOf(root, file) ?? []) : []))
}

function isFile(file: string): boolean {
  try {
    return statSync(file).isFile()
  } catch {
    return false
  }
}

function linksIn(root: string, folder: InnerPath, widened: WidenedFolders): InnerPath[] {
  const links: InnerPath[] = []
  const folders = [folder]
  let entries = 0
  for (let at = folders.shift(); at !== undefined && entries < mostEntries; at = folders.shift()) {
    const listed = listFolder(absoluteOf(root, at), widened)
    for (const { name, isFolder, isLink } of typeof listed === 'string' ? [] : listed) {
      entries += 1
      if (isLink) links.push(joinInner(at, name))
      else if (isFolder) folders.push(joinInner(at, name))
    }
  }
  return links
}

/** The real path in the workspace; `undefined` for a missing path, the workspace itself and anything outside. */
function insideOf(root: string, file: InnerPath): string | undefined {
  try {
    const real = realpathSync.native(file)
    return isInside(root, real) && real !== root ? path.relative(root, real) : undefined
  } catch {
    return undefined
  }
}
