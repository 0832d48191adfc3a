/** One step of a task with what would do it. */
export interface ChainStep {
  /** The words of the task. */
  part: string
  /** Null where nothing fits. */
  app: string | null
  installed?: boolean
  /** Key of a command of the app, where one fits. */
  command?: string
}

/**
 * The steps as a chain, or none when they do not lead to at least two apps. Steps that follow each other and lead to
 * the same app are one.
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
