import { redactText } from './redact-secrets.ts'

/**
 * A JSON value without the values, in keys and texts: JSON may write any character as `\u0026` and the like, which the text
 * that was parsed hid. For values of few levels, as `shapeOutput` gives them.
 */
export function redactJson(value: unknown, secrets: readonly string[]): unknown {
  if (secrets.length === 0) return value
  if (typeof value === 'string') return redactText(value, secrets)
  if (Array.isArray(value)) return value.map((one) => redactJson(one, secrets))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [redactText(key, secrets), redactJson(one, secrets)]),
  )
}
