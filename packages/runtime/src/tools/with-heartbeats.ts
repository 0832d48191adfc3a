import type { ToolCallContext } from './tool.ts'

/** MCP clients may abort a call that reports nothing for a minute. */
const intervalMs = 10_000

/** Reports every ten seconds that the work goes on, until it ends. */
export async function withHeartbeats<Value>(
  work: Promise<Value>,
  message: string,
  { progress }: Pick<ToolCallContext, 'progress'>,
): Promise<Value> {
  progress(message)
  const begun = Date.now()
  const timer = setInterval(
    () => progress(`${message} (${Math.round((Date.now() - begun) / 1000)} s)`),
    intervalMs,
  )
  try {
    return await work
  } finally {
    clearInterval(timer)
  }
}
