import { realpath } from 'node:fs/promises'
import path from 'node:path'
import { programFiles } from '@cli-apps/core/node'

const binFolder = /^(?:\.?bin|sbin|games|libexec)$/

/** The file that an argv prefix is about: the script, not its interpreter. */
export const programFile = (argv: readonly string[]): string | undefined => programFiles(argv).at(-1)

/**
 * The folders below which a program's own pages and completions lie: the one above its bin folder, or else its own
 * folder, by its path and its real path. Never the root of the file system, which everything lies below.
 */
export async function programPrefixes(file: string): Promise<string[]> {
  const real = await realpath(file).catch(() => file)
  const prefixes = [file, real].map((place) => {
    const folder = path.dirname(place)
    return binFolder.test(path.basename(folder)) ? path.dirname(folder) : folder
  })
  return [...new Set(prefixes)].filter((prefix) => path.dirname(prefix) !== prefix)
}
