import path from 'node:path'
import { exists, readText } from '@cli-apps/core/node'

/** What of a workspace belongs to this machine alone. */
const entry = '.cli-apps/'
const covers = /^(\/|\*\*\/)?\.cli-apps\/?(\*\*?)?$/

/**
 * The workspace's `.gitignore` with the folder of this machine's state in it; `undefined` where nothing is to be changed:
 * outside of git checkouts, and where this file or one above it has a line for it.
 */
export async function planGitignore(root: string): Promise<string | undefined> {
  const top = await checkoutOf(root)
  if (top === undefined) return undefined
  for (let folder = root; ; folder = path.dirname(folder)) {
    const text = await readText(path.join(folder, '.gitignore'))
    // Above the workspace only a line for any depth counts: "/.cli-apps" means another folder there.
    if (text?.split(/\r?\n/).some((line) => covers.test(line.trim()) && (folder === root || line[0] !== '/')))
      return undefined
    if (folder === top) break
  }
  return withEntry((await readText(path.join(root, '.gitignore'))) ?? '')
}

/** Appends the line with the line ends that the text has. */
export function withEntry(text: string): string {
  const end = text.includes('\r\n') ? '\r\n' : '\n'
  return `${text}${text === '' || text.endsWith('\n') ? '' : end}${entry}${end}`
}

/** The checkout that a folder belongs to; in worktrees and submodules `.git` is a file. */
async function checkoutOf(root: string): Promise<string | undefined> {
  for (let folder = root; ; folder = path.dirname(folder)) {
    if (await exists(path.join(folder, '.git'))) return folder
    if (folder === path.dirname(folder)) return undefined
  }
}
