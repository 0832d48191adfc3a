import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'

const mostBytes = 2 ** 20
/** Git's own limit for nested includes. */
const deepest = 10

interface NamedFile {
  file: string
  /** Whether it is the hooks folder. */
  ofHooks: boolean
}

/**
 * Returns absolute paths that a repository's settings may refer to; most do not exist. The meaning of a value depends
 * on its key (git-config(1)) and on Git's version, so every value counts, and every word of one that may be a command.
 */
export function filesOfGitSettings(repository: string, workingTree: string): NamedFile[] {
  const git = gitFolder(repository)
  const common = readText(path.join(git, 'commondir'))?.trim()
  const folders = common === undefined ? [git] : [git, path.resolve(git, common)]
  return folders.flatMap((folder) =>
    ['config', 'config.worktree'].flatMap((name) => named(path.join(folder, name), workingTree, 0)),
  )
}

/** The folder itself, or the one that a `.git` file of a submodule or worktree refers to. */
function gitFolder(repository: string): string {
  const [, named] = /^gitdir: *(.+?) *$/m.exec(readText(repository) ?? '') ?? []
  return named === undefined ? repository : path.resolve(path.dirname(repository), named)
}

function named(file: string, workingTree: string, depth: number): NamedFile[] {
  const text = depth < deepest ? readText(file) : undefined
  if (text === undefined) return []
  return valuesIn(text).flatMap(({ key, words }) => {
    // Included files are relative to this one, hooks and programs to the worktree.
    const files = words
      .flatMap((word) => [path.dirname(file), workingTree].map((base) => path.resolve(base, word)))
      .map((one) => ({ file: one, ofHooks: key === 'hookspath' }))
    const included = key === 'path' ? files.flatMap((one) => named(one.file, workingTree, depth + 1)) : []
    return [...files, ...included]
  })
}

function valuesIn(text: string): { key: string; words: string[] }[] {
  const lines = text.replace(/\\\r?\n/g, '').split(/\r?\n/)
  return lines.flatMap((line) => {
    const [, key, value] =
      /^\s*(?:\[(?:"(?:\\.|[^"])*"|[^\]"])*\]\s*)?([A-Za-z][\w-]*)\s*=\s*(.*?)\s*$/.exec(line) ?? []
    if (key === undefined || value === undefined || value === '') return []
    const plain = value.replace(/\\(.)/g, '$1').replace(/["']|\$\w+\//g, '')
    return [
      {
        key: key.toLowerCase(),
        words: [plain, ...plain.split(/[\s;|&<>()!=:]+/)].filter((word) => word !== ''),
      },
    ]
  })
}

function readText(file: string): string | undefined {
  try {
    const stats = statSync(file)
    return stats.isFile() && stats.size <= mostBytes ? readFileSync(file, 'utf8') : undefined
  } catch {
    return undefined
  }
}
