import { LimitError } from '@cli-apps/core'
import { redactText } from '../../invoke/redact-secrets.ts'

/** Looking for values in more text would take seconds, in which nothing else is answered. */
const mostCharacters = 2_000_000

/**
 * Removes values of the user from what a server returned, in keys and texts. Images and sounds are left as they are. Throws
 * `LimitError` `mcp.answer-too-large` for more text than can be searched.
 */
export function redactAnswer(answer: unknown, secrets: readonly string[]): unknown {
  let left = mostCharacters
  const redact = (text: string): string => {
    left -= text.length
    if (left >= 0) return redactText(text, secrets)
    throw new LimitError('mcp.answer-too-large', 'The answer of the MCP server is too large.', {
      hint: 'Ask for less of it.',
    })
  }
  const walk = (value: unknown): unknown => {
    if (typeof value === 'string') return redact(value)
    if (Array.isArray(value)) return value.map(walk)
    if (typeof value !== 'object' || value === null) return value
    const entries = Object.entries(value)
    const isMedia = entries.some(([key, one]) => key === 'type' && (one === 'image' || one === 'audio'))
    return Object.fromEntries(
      entries.map(([key, one]) => [redact(key), isMedia && key === 'data' ? one : walk(one)]),
    )
  }
  return walk(answer)
}
