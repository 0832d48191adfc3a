import { IntegrityError, t } from '@cli-apps/core'
import type { DebFile } from './stored-package.ts'

/** A file of a root, and where the store has it; no place for one that the root has of its own. */
interface RootFile {
  kind: 'file'
  /** What the package says of it; `undefined` for an empty file of the root's own. */
  file: DebFile | undefined
  /** Absolute path of its content. */
  from: string | undefined
}
interface RootLink {
  kind: 'link'
  to: string
}
export interface RootFolder {
  kind: 'folder'
  children: Map<string, RootNode>
  /** `undefined` for the root itself. */
  parent: RootFolder | undefined
  name: string
}
type RootNode = RootFile | RootLink | RootFolder

const mostLinks = 40

/**
 * The files of a root before any of them is made. As in dpkg, a link to a folder that is already there is followed, and
 * `..` above the root stays in the root: no path leads out.
 */
export class RootTree {
  readonly top: RootFolder = { kind: 'folder', children: new Map(), parent: undefined, name: '' }

  /** Adds a folder, or finds the one that its path leads to. */
  addFolder(path: string): RootFolder {
    return this.#walk(partsOf(path), { creates: true, path })
  }

  /**
   * Adds a file. A later one takes the place of an earlier one and of a link; dpkg would ask for a diversion or for
   * `Replaces`, which Debian's own packages have where their files overlap.
   */
  addFile(path: string, file: Omit<RootFile, 'kind'>): void {
    const { folder, name } = this.#placeOf(path)
    if (folder.children.get(name)?.kind === 'folder') throw conflict(path)
    folder.children.set(name, { kind: 'file', ...file })
  }

  /** Adds a link. Where a folder is already, it stays if the link leads to a folder too. */
  addLink(path: string, to: string): void {
    const { folder, name } = this.#placeOf(path)
    const there = folder.children.get(name)
    if (there?.kind !== 'folder') {
      folder.children.set(name, { kind: 'link', to })
      return
    }
    if (there.children.size === 0) folder.children.set(name, { kind: 'link', to })
    else if (this.find(to, folder)?.kind !== 'folder') throw conflict(path)
  }

  /** Returns what a path leads to, read in `from`; `undefined` where nothing is. */
  find(path: string, from: RootFolder = this.top): RootNode | undefined {
    const { node } = this.#follow(partsOf(path), {
      start: path.startsWith('/') ? this.top : from,
      left: mostLinks,
    })
    return node
  }

  /** Every node with its path, folders before what they hold. */
  *entries(folder = this.top, path = ''): Generator<[path: string, node: RootNode, folder: RootFolder]> {
    for (const [name, node] of [...folder.children].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const at = path === '' ? name : `${path}/${name}`
      yield [at, node, folder]
      if (node.kind === 'folder') yield* this.entries(node, at)
    }
  }

  #placeOf(path: string): { folder: RootFolder; name: string } {
    const parts = partsOf(path)
    const name = parts.pop()
    if (name === undefined) throw conflict(path)
    return { folder: this.#walk(parts, { creates: true, path }), name }
  }

  #walk(parts: readonly string[], { path }: { creates: true; path: string }): RootFolder {
    const { node } = this.#follow(parts, { start: this.top, left: mostLinks, creates: true })
    if (node?.kind !== 'folder') throw conflict(path)
    return node
  }

  #follow(
    parts: readonly string[],
    { start, left, creates = false }: { start: RootFolder; left: number; creates?: boolean },
  ): { node: RootNode | undefined } {
    let at: RootNode | undefined = start
    for (const [index, part] of parts.entries()) {
      if (at?.kind !== 'folder' || left < 0) return { node: undefined }
      const folder: RootFolder = at
      if (part === '..') {
        at = folder.parent ?? folder
        continue
      }
      const next = folder.children.get(part)
      if (next?.kind === 'link') {
        const rest = [...partsOf(next.to), ...parts.slice(index + 1)]
        const from = next.to.startsWith('/') ? this.top : folder
        return this.#follow(rest, { start: from, left: left - 1, creates })
      }
      at = next ?? (creates ? newFolder(folder, part) : undefined)
    }
    return { node: at }
  }
}

function newFolder(parent: RootFolder, name: string): RootFolder {
  const made: RootFolder = { kind: 'folder', children: new Map(), parent, name }
  parent.children.set(name, made)
  return made
}

/** The parts of a path without empty and `.` ones. */
export const partsOf = (path: string): string[] =>
  path.split('/').filter((part) => part !== '' && part !== '.')

const conflict = (path: string): IntegrityError =>
  new IntegrityError(
    'debian.conflict',
    t('debian.conflict', 'Two Debian packages disagree whether {path} is a folder.', { path: `/${path}` }),
    {
      hint: t(
        'debian.conflict.hint',
        'The list of packages does not fit together. Report it to the registry of the app, or choose another method with --method.',
      ),
    },
  )
