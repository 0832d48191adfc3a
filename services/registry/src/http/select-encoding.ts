/** How a body goes over the wire, the smallest first. */
export const encodings = ['br', 'gzip', 'identity'] as const
export type Encoding = (typeof encodings)[number]

/**
 * The encoding that an Accept-Encoding header likes best, the smaller one of equals. An unencoded body unless it is named
 * comes last; it is also the answer to a header that takes nothing at all, as RFC 9110 advises.
 */
export function selectEncoding(header: string | undefined): Encoding {
  if (header === undefined) return 'identity'
  const weights = new Map(header.toLowerCase().split(',').map(parseItem))
  const weightOf = (encoding: Encoding): number =>
    weights.get(encoding) ?? (encoding === 'identity' ? 0 : (weights.get('*') ?? 0))
  const best = encodings.reduce((best, next) => (weightOf(next) > weightOf(best) ? next : best))
  return weightOf(best) > 0 ? best : 'identity'
}

/** `gzip;q=0.5` as name and weight. A weight that is none counts as 0: what is not understood is not sent. */
function parseItem(item: string): [name: string, weight: number] {
  const [name = '', ...parameters] = item.split(';').map((part) => part.trim())
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1'
  return [name, /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(weight) ? Number(weight) : 0]
}
