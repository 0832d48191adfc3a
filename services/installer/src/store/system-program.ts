import path from 'node:path'
import type { SystemProgram } from '@cli-apps/core'
import { digestOfFile } from '@cli-apps/core/node'
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
