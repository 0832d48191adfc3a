import type { AppName } from '@cli-apps/core'

/** Which of these names registries have, as far as this machine knows. Never fails: what cannot be read knows none. */
export type FindKnown = (names: readonly AppName[]) => Promise<ReadonlySet<AppName>>

/** A message does not wait longer; what is read meanwhile serves the next one. */
const searchTimeoutMs = 500

/** Asks for the apps only when there is a name to look for. */
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
