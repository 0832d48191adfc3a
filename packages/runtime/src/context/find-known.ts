import type { AppName } from '@cli-apps/core'

/**
 * Returns those names that registries have, as far as this machine knows. Never fails: an unreadable source knows none.
 */
export type FindKnown = (names: readonly AppName[]) => Promise<ReadonlySet<AppName>>

/** A message waits no longer than this; what is read in the meantime serves the next one. */
const searchTimeoutMs = 500

type Known = readonly { name: string }[]

/** Loads the apps only when there is a name to look up. */
export function createFindKnown(available: () => Promise<{ apps: Known }>): FindKnown {
  return async (names) => {
    if (names.length === 0) return new Set()
    const all = new Set((await soon(available)).map(({ name }) => name))
    return new Set(names.filter((name) => all.has(name)))
  }
}

async function soon(read: () => Promise<{ apps: Known }>): Promise<Known> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<{ apps: Known }>((resolve) => {
    timer = setTimeout(resolve, searchTimeoutMs, { apps: [] })
  })
  try {
    return (await Promise.race([read().catch(() => ({ apps: [] })), late])).apps
  } finally {
    clearTimeout(timer)
  }
}
