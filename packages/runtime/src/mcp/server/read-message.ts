import { hasMoreLevels } from '../../json-levels.ts'

/** Maximum bytes per message, over any transport. */
export const mostMessageBytes = 4_000_000

/** Maximum nesting depth; far below a stack overflow of the parser. */
const mostLevels = 500

type MessageId = string | number | null

/** An error response of JSON-RPC 2.0. */
interface MessageError {
  jsonrpc: '2.0'
  id: MessageId
  error: { code: number; message: string }
}

const parseError = -32_700
const invalidRequest = -32_600

const refusal = (code: number, message: string, id: MessageId = null): MessageError => ({
  jsonrpc: '2.0',
  id,
  error: { code, message },
})

/** Refuses a message that is too long, given its first and last part. */
export const tooLarge = (start: string, end: string): MessageError =>
  refusal(invalidRequest, `The message has more than ${mostMessageBytes} bytes.`, idAround(start, end))

/** The `id` of an unparsed message, only if it must be the message's own. */
function idAround(start: string, end: string): MessageId {
  const id = String.raw`(-?\d{1,15}|"[^"\\]{0,200}")`
  const [, found] =
    new RegExp(String.raw`^\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?"id"\s*:\s*${id}\s*,`).exec(start) ??
    new RegExp(String.raw`,\s*"id"\s*:\s*${id}\s*\}\s*$`).exec(end) ??
    []
  return found === undefined ? null : JSON.parse(found)
}

/** Returns why a line is not a JSON-RPC 2.0 message; `undefined` if it is. */
export function messageFault(line: Uint8Array): MessageError | undefined {
  const message = parse(line)
  if (message === undefined) return refusal(parseError, 'The message is not JSON in UTF-8.')
  const { value } = message
  if (Array.isArray(value))
    return refusal(invalidRequest, 'Batches are not supported: send one message per line.')
  if (!isObject(value)) return refusal(invalidRequest, 'The message is not an object.')
  const id = typeof value.id === 'string' || typeof value.id === 'number' ? value.id : null
  if (hasMoreLevels(value, mostLevels))
    return refusal(invalidRequest, `The message has more than ${mostLevels} levels.`, id)
  return isMessage(value)
    ? undefined
    : refusal(invalidRequest, 'The message does not follow JSON-RPC 2.0.', id)
}

function parse(line: Uint8Array): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(line)) }
  } catch {
    return undefined
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function isMessage(value: Record<string, unknown>): boolean {
  const { id, method, params, error } = value
  const hasId = typeof id === 'string' || typeof id === 'number'
  if (value.jsonrpc !== '2.0') return false
  if (method !== undefined)
    return (
      typeof method === 'string' && (hasId || id === undefined) && (params === undefined || isObject(params))
    )
  if (error !== undefined) return (hasId || id === undefined || id === null) && isObject(error)
  return hasId && isObject(value.result)
}
