import path from 'node:path'
import { isInside } from '@cli-apps/core/node'

const mostPaths = 64

/**
 * Returns paths inside `root` that arguments may name: `out.pdf`, `--output=out.pdf`, `of=disk.img`, `-oout.pdf`. Does
 * not access the disk, so most of them will not exist.
 */
export function namedPaths(args: readonly string[], { cwd, root }: { cwd: string; root: string }): string[] {
  const paths = new Set<string>()
  for (const word of args.flatMap(wordsOf)) {
    if (paths.size === mostPaths) break
    const file = path.resolve(cwd, word)
    if (file !== cwd && isInside(root, file)) paths.add(file)
  }
  return [...paths]
}

/** Long texts are not paths, and options without a value name none. */
function wordsOf(arg: string): string[] {
  if (arg.length > 4096 || arg.includes('\n')) return []
  const value = /^[\w.-]+=(.+)$/.exec(arg)?.[1]
  const glued = /^-\w(.+)$/.exec(arg)?.[1]
  const bare = arg.startsWith('-') ? undefined : arg
  return [bare, value, glued].filter((word): word is string => word !== undefined && word !== '')
}
