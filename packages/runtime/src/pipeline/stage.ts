import type { Confinement } from '../sandbox/confinement.ts'

/** One program of a run: what starts it, what it sees of the environment, and how it is confined. */
export interface Stage {
  name: string
  argv: readonly string[]
  env: Readonly<Record<string, string>>
  confinement: Confinement
}
