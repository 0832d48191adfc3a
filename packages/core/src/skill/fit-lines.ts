import { estimateTokens } from '../tokens.ts'

/** Splits lines into the leading ones that fit, and the rest. */
export function fitLines(lines: readonly string[], tokens: number): { shown: string[]; rest: string[] } {
  let remaining = tokens
  const at = lines.findIndex((line) => {
    remaining -= estimateTokens(line) + 3
    return remaining < 0
  })
  return at < 0 ? { shown: [...lines], rest: [] } : { shown: lines.slice(0, at), rest: lines.slice(at) }
}
