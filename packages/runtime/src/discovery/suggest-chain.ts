/** One step of a task with the app for it. */
export interface ChainStep {
  /** The words of the task. */
  part: string
  /** Null if nothing matches. */
  app: string | null
  installed?: boolean
  /** Key of a command of the app, if one matches. */
  command?: string
}

/**
 * Returns the steps as a chain, or `undefined` unless they involve at least two apps. Consecutive steps for the same
 * app are merged.
 */
export function chainOf(steps: readonly ChainStep[]): ChainStep[] | undefined {
  const apps = new Set(steps.flatMap(({ app }) => app ?? []))
  if (apps.size < 2) return undefined
  const chain: ChainStep[] = []
  for (const step of steps) {
    const last = chain.at(-1)
    if (last === undefined || last.app !== step.app || step.app === null) chain.push(step)
    else {
      const { command: _, ...app } = last
      chain[chain.length - 1] = { ...app, part: `${last.part}, ${step.part}` }
    }
  }
  return chain
}
