import { partsOf, type RootFolder, type RootTree } from './root-tree.ts'

/**
 * Returns what a link of a root must say so that it leads to the same place in the root and, read from outside, nowhere
 * else: relative, and never above the root. `folder` holds the link.
 */
export function insideTarget(tree: RootTree, folder: RootFolder, to: string): string {
  const depth = pathOf(folder).length
  const parts = partsOf(to)
  const isAbsolute = to.startsWith('/')
  const ups = parts.findIndex((part) => part !== '..')
  const leading = ups === -1 ? parts.length : ups
  const names = parts.slice(leading)
  if (!names.includes('..')) {
    if (isAbsolute) return join(depth, names)
    return join(Math.min(leading, depth), names)
  }
  // After a name, `..` leads to the folder above what that name leads to, which may be a link itself.
  return join(depth, walk(tree, folder, to))
}

function walk(tree: RootTree, folder: RootFolder, to: string): string[] {
  const found = tree.find(to, folder)
  if (found?.kind === 'folder') return pathOf(found)
  const parts = partsOf(to)
  const last = parts.at(-1) ?? ''
  const above = `${to.startsWith('/') ? '/' : ''}${parts.slice(0, -1).join('/')}`
  const parent = last === '..' ? undefined : tree.find(above, folder)
  if (parent?.kind === 'folder') return [...pathOf(parent), last]
  // It leads nowhere; its text alone decides.
  const path = to.startsWith('/') ? [] : pathOf(folder)
  for (const part of parts) {
    if (part === '..') path.pop()
    else path.push(part)
  }
  return path
}

const join = (ups: number, names: readonly string[]): string =>
  [...Array<string>(ups).fill('..'), ...names].join('/') || '.'

/** The names from the root to a folder. */
function pathOf(folder: RootFolder): string[] {
  const names: string[] = []
  for (let at: RootFolder | undefined = folder; at?.parent !== undefined; at = at.parent)
    names.unshift(at.name)
  return names
}
