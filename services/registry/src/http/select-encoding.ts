/** Supported content encodings, smallest result first. */
export const encodings = ['br', 'gzip', 'identity'] as const
export type Encoding = (typeof encodings)[number]

/**
 * Selects the encoding that Accept-Encoding prefers; on a tie, the one with the smaller result. `identity` comes last
 * unless named. It is also the answer to a header that accepts nothing, as RFC 9110 recommends.
 */
export function selectEncoding(header: string | undefined): Encoding {
  if (header === undefined) return 'identity'
  const weights = new Map(header.toLowerCase().split(',').map(parseItem))
  const weightOf = (encoding: Encoding): number =>
    weights.get(encoding) ?? (encoding === 'identity' ? 0 : (weights.get('*') ?? 0))
  const best = encodings.reduce((best, next) => (weightOf(next) > weightOf(best) ? next : best))
  return weightOf(best) > 0 ? best : 'identity'
}

/**
 * Parses an item such as `gzip;q=0.5`. A malformed weight counts as 0, so we never send an encoding that we did not
 * understand.
 */
function parseItem(item: string): [name: string, weight: number] {
  const [name = '', ...parameters] = item.split(';').map((part) => part.trim())
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1'
  return [name, /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(weight) ? Number(weight) : 0]
}
