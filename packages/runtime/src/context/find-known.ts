import type { AppName } from '@cli-apps/core'

/**
 * Returns those names that registries have, as far as this machine knows. Never fails: an unreadable source knows none.
 */
export type FindKnown = (names: readonly AppName[]) => Promise<ReadonlySet<AppName>>

/** A message waits no longer than this; what is read in the meantime serves the next one. */
const searchTimeoutMs = 500

/** Loads the apps only when there is a name to look up. */
export function createFindKnown(available: () => Promise<readonly { name: string }[]>): FindKnown {
  return async (names) => {
    if (names.length === 0) return new Set()
    const all = new Set((await soon(available)).map(({ name }) => name))
    return new Set(names.filter((name) => all.has(name)))
  }
}

async function soon<Item>(read: () => Promise<readonly Item[]>): Promise<readonly Item[]> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<readonly Item[]>((resolve) => {
    timer = setTimeout(resolve, searchTimeoutMs, [])
  })
  try {
    return await Promise.race([read().catch(() => []), late])
  } finally {
    clearTimeout(timer)
  }
}
