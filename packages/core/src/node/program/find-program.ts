import which from 'which'
import { programPath } from '../environment.ts'

/** Absolute path of a program on PATH, or `undefined`. */
export async function findProgram(name: string, environment: NodeJS.ProcessEnv): Promise<string | undefined> {
  return (await which(name, { path: programPath(environment), nothrow: true })) ?? undefined
}
