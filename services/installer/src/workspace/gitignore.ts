import path from 'node:path'
import { exists, readText } from '@cli-apps/core/node'

/** The part of a workspace that belongs to this machine alone. */
const entry = '.cli-apps/'
const covers = /^(\/|\*\*\/)?\.cli-apps\/?(\*\*?)?$/

/**
 * Returns the new `.gitignore` of a workspace, with the folder of this machine's state; `undefined` if no change is
 * needed: outside a git checkout, or if this file or one above it covers the folder already.
 */
export async function planGitignore(root: string): Promise<string | undefined> {
  const top = await checkoutOf(root)
  if (top === undefined) return undefined
  for (let folder = root; ; folder = path.dirname(folder)) {
    const text = await readText(path.join(folder, '.gitignore'))
    // Above the workspace, only patterns for any depth match: "/.cli-apps" is a different folder there.
    if (text?.split(/\r?\n/).some((line) => covers.test(line.trim()) && (folder === root || line[0] !== '/')))
      return undefined
    if (folder === top) break
  }
  return withEntry((await readText(path.join(root, '.gitignore'))) ?? '')
}

/** Appends the line with the text's own line ending. */
export function withEntry(text: string): string {
  const end = text.includes('\r\n') ? '\r\n' : '\n'
  return `${text}${text === '' || text.endsWith('\n') ? '' : end}${entry}${end}`
}

/** Returns the checkout that contains a folder; in worktrees and submodules `.git` is a file. */
async function checkoutOf(root: string): Promise<string | undefined> {
  for (let folder = root; ; folder = path.dirname(folder)) {
    if (await exists(path.join(folder, '.git'))) return folder
    if (folder === path.dirname(folder)) return undefined
  }
}
