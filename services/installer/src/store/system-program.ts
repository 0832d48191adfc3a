import { stat } from 'node:fs/promises'
import path from 'node:path'
import { Digest, InvalidError, type SystemProgram, t } from '@cli-apps/core'
import { hashFile } from './file-list.ts'
import type { StoredApp } from './store.ts'

/** Returns the file that an argv prefix runs: the script if there is one, else the program. */
export const executableOf = (argv: readonly string[]): string =>
  argv.findLast((word) => path.isAbsolute(word)) ?? ''

/** Reads the facts about a program of the system that later show whether the system changed it. */
export async function readSystemProgram({
  argv,
  artifacts,
}: Pick<StoredApp, 'argv' | 'artifacts'>): Promise<SystemProgram> {
  return { version: artifacts[0]?.version || null, executable: await digestOfFile(executableOf(argv)) }
}

export async function digestOfFile(file: string): Promise<Digest> {
  const stats = await stat(file)
  // A record may name a device, and reading it would never end.
  const size = stats.isFile() ? stats.size : undefined
  if (size === undefined)
    throw new InvalidError('program.no-file', t('program.no-file', '{file} is not a file.', { file }), {
      hint: t('program.no-file.hint', 'Install the app again: its record names no program.'),
    })
  return Digest.parse(`sha256:${await hashFile(file, size)}`)
}
