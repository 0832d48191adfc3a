/** Describes in a few words why a request failed: undici nests the cause, as do attempts at several addresses. */
export function networkReason(error: unknown): string {
  let reason = error
  for (let depth = 0; depth < 10; depth++) {
    const inner = reason instanceof AggregateError ? reason.errors[0] : causeOf(reason)
    if (!(inner instanceof Error)) break
    reason = inner
  }
  if (!(reason instanceof Error)) return String(reason)
  return (reason.message || reason.name).replace(/\.$/, '')
}

const causeOf = (error: unknown): unknown => (error instanceof Error ? error.cause : undefined)
