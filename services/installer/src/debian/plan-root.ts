import path from 'node:path'
import type { DebianClosure } from '@cli-apps/core'
import { RootTree } from './root-tree.ts'
import { foldersOfSetup } from './setup-steps.ts'
import { type StoredPackage, treeFolder } from './stored-package.ts'

/** An unpacked package and its folder in the store. */
export interface PlacedPackage {
  folder: string
  content: StoredPackage
}

/** Folders at the top that are links into `usr` in every Debian since 12. */
const merged = ['bin', 'sbin', 'lib', 'lib64']
const mergedWherePresent = ['lib32', 'libx32']

/** Places where the sandbox mounts files and folders of the host, or memory. */
const mountedFiles = [
  'etc/resolv.conf',
  'etc/hosts',
  'etc/passwd',
  'etc/group',
  'etc/localtime',
  'etc/ssl/certs/ca-certificates.crt',
]
const mountedFolders = ['usr/share/zoneinfo', 'var/tmp', 'dev', 'proc', 'tmp']

/** For programs that look up names: only files and DNS, which need no service of the host. */
export const ownFiles: Readonly<Record<string, string>> = {
  'etc/nsswitch.conf': 'passwd: files\ngroup: files\nhosts: files dns\n',
}

/** Joins the packages of a closure, in its order, to one root. Nothing is written. */
export function planRoot(
  packages: readonly PlacedPackage[],
  closure: Pick<DebianClosure, 'links' | 'setup' | 'architecture'>,
): RootTree {
  const { links = [] } = closure
  const tree = new RootTree()
  const top = new Set(packages.flatMap(({ content }) => topNames(content)))
  for (const name of [...merged, ...mergedWherePresent.filter((one) => top.has(one))]) {
    tree.addFolder(`usr/${name}`)
    tree.addLink(name, `usr/${name}`)
  }
  for (const one of packages) addPackage(tree, one)
  for (const { at, to } of links) if (!isTaken(tree, at)) tree.addLink(at, to)
  for (const name of foldersOfSetup(closure)) tree.addFolder(name)
  for (const name of mountedFolders) if (tree.find(name) === undefined) tree.addFolder(name)
  for (const name of mountedFiles) addEmpty(tree, name)
  for (const name of Object.keys(ownFiles)) if (tree.find(name) === undefined) addEmpty(tree, name)
  return tree
}

function addPackage(tree: RootTree, { folder, content }: PlacedPackage): void {
  for (const name of content.folders) tree.addFolder(name)
  for (const { at, to } of content.links) tree.addLink(at, to)
  for (const file of content.files)
    tree.addFile(file.path, { file, from: path.join(treeFolder(folder), file.path) })
}

const topNames = ({ folders, files, links }: StoredPackage): string[] =>
  [...folders, ...files.map((file) => file.path), ...links.map(({ at }) => at)].map(
    (name) => name.split('/')[0] ?? '',
  )

const parentOf = (at: string): string => path.posix.dirname(at)

/** update-alternatives, too, leaves a file of a package alone. */
const isTaken = (tree: RootTree, at: string): boolean => {
  const folder = tree.find(parentOf(at))
  const there = folder?.kind === 'folder' ? folder.children.get(path.posix.basename(at)) : undefined
  return there !== undefined && there.kind !== 'link'
}

/** A mount point must be a file; a link would lead elsewhere. */
function addEmpty(tree: RootTree, name: string): void {
  const folder = tree.addFolder(parentOf(name))
  const there = folder.children.get(path.posix.basename(name))
  if (there?.kind !== 'file') tree.addFile(name, { file: undefined, from: undefined })
}
