import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'

/** Settings whose value is a file that Git reads as settings, or a program that it starts (git-config(1)). */
const keys =
  /^(hookspath|path|fsmonitor|sshcommand|editor|pager|askpass|program|textconv|command|cmd|clean|smudge|process|driver|helper|external|gitproxy)$/

const mostBytes = 2 ** 20
/** As many as Git follows. */
const deepest = 10

/** Paths, relative to the workspace, that a file of Git's settings may name; not all of them are there. */
export function filesOfGitSettings(root: string, file: string, depth = 0): string[] {
  const text = depth < deepest ? readSettings(path.join(root, file)) : undefined
  if (text === undefined) return []
  const folder = path.dirname(file)
  return settingsIn(text).flatMap(({ key, value }) => {
    // Included files are named from this one, hooks and programs from the working tree.
    const named = [folder, path.dirname(folder)].map((base) =>
      path.isAbsolute(value) ? path.relative(root, value) : path.join(base, value),
    )
    return key === 'path' ? named.flatMap((one) => [one, ...filesOfGitSettings(root, one, depth + 1)]) : named
  })
}

/** Of a value that is a command its first word: programs on PATH are nothing that lies in the workspace. */
function settingsIn(text: string): { key: string; value: string }[] {
  return [...text.matchAll(/^\s*(?:\[[^\]\n]*\]\s*)?([A-Za-z][\w-]*)\s*=\s*"?!?\s*([^\s"#;]+)/gm)].flatMap(
    ([line, key = '', value = '']) =>
      keys.test(key.toLowerCase()) || line.includes('!') ? [{ key: key.toLowerCase(), value }] : [],
  )
}

function readSettings(file: string): string | undefined {
  try {
    const stats = statSync(file)
    return stats.isFile() && stats.size <= mostBytes ? readFileSync(file, 'utf8') : undefined
  } catch {
    return undefined
  }
}
