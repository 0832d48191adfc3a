/** Returns a function that answers with what was loaded at most so many milliseconds before. Failures are not kept. */
export function keepFor<Value>(
  ms: number,
  now: () => Date,
  load: () => Promise<Value>,
): () => Promise<Value> {
  let known: { at: number; value: Promise<Value> } | undefined
  return () => {
    const at = now().getTime()
    if (known === undefined || at - known.at >= ms) {
      const value = load()
      known = { at, value }
      value.catch(() => {
        known = undefined
      })
    }
    return known.value
  }
}
