import type { Machine } from '../../cli.ts'
import type { DocsRegistry } from './docs-registry.ts'

/** Where a block runs. */
export interface Place {
  machine: Machine
  registry: DocsRegistry
  /** Of ann, who owns the apps. */
  token: string
  /** What the lines so far showed. */
  printed: string
  /** What names of the documents stand for in this block. */
  names: [words: RegExp, instead: string][]
}

/** Runs `cli-apps`, which must succeed. */
export async function succeed(machine: Machine, ...args: string[]): Promise<string> {
  const { status, stdout, stderr } = await machine.cli(...args)
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}:\n${stdout}${stderr}`)
  return stdout
}
