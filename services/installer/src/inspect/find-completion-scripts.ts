import { realpath } from 'node:fs/promises'
import path from 'node:path'
import { isInside, readText } from '@cli-apps/core/node'
import type { CompletionScript } from '@cli-apps/help'
import { programFile, programPrefixes } from './program-prefixes.ts'

/** Larger scripts are generated from the help, and ask the program for the rest. */
const mostBytes = 400_000

/** Where packages place the script of a program, below the folder above its bin folder. */
const places = (name: string): readonly (readonly [CompletionScript['shell'], string])[] => [
  ['fish', `share/fish/vendor_completions.d/${name}.fish`],
  ['fish', `share/fish/completions/${name}.fish`],
  ['zsh', `share/zsh/vendor-completions/_${name}`],
  ['zsh', `share/zsh/site-functions/_${name}`],
  // Archives and packages of npm.
  ...['complete', 'completion', 'completions', 'autocomplete'].flatMap((folder) => [
    ['fish', `${folder}/${name}.fish`] as const,
    ['zsh', `${folder}/_${name}`] as const,
  ]),
]

/** fish brings scripts for many programs, in whatever version their authors had. */
const fishItself = 'share/fish/config.fish'

/**
 * Finds the scripts that complete a program's calls in a shell and lie below the program's own prefix. They are read as
 * text. One that is too large, or leads out of the prefix, is left out.
 */
export async function findCompletionScripts(
  argv: readonly string[],
  name: string,
): Promise<CompletionScript[]> {
  const file = programFile(argv)
  if (file === undefined || !/^[\w.+-]{1,80}$/.test(name)) return []
  const names = [...new Set([name, path.basename(file)])].filter((one) => /^[\w.+-]{1,80}$/.test(one))
  const found = new Map<string, CompletionScript>()
  for (const prefix of await programPrefixes(file)) {
    const hasFish = (await ownText(prefix, fishItself)) !== undefined
    for (const [shell, place] of names.flatMap(places)) {
      if (hasFish && place.startsWith('share/fish/completions/')) continue
      const text = await ownText(prefix, place)
      if (text !== undefined) found.set(text, { shell, text })
    }
  }
  return [...found.values()]
}

async function ownText(prefix: string, place: string): Promise<string | undefined> {
  try {
    const [real, base] = await Promise.all([realpath(path.join(prefix, place)), realpath(prefix)])
    return isInside(base, real) ? await readText(real, { atMost: mostBytes }) : undefined
  } catch {
    return undefined
  }
}
