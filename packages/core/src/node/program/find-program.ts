import which from 'which'
import { programPath, shellPath } from '../environment.ts'

/** Absolute path of a program on PATH, or `undefined`. */
export async function findProgram(name: string, environment: NodeJS.ProcessEnv): Promise<string | undefined> {
  return (await which(name, { path: programPath(environment), nothrow: true })) ?? undefined
}

/** Absolute path of what this name starts in a shell of the user, which may be a shim of ours; or `undefined`. */
export async function findInShell(name: string, environment: NodeJS.ProcessEnv): Promise<string | undefined> {
  return (await which(name, { path: shellPath(environment), nothrow: true })) ?? undefined
}
