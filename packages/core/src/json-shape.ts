/** How expensive a JSON text is to parse. */
interface JsonShape {
  /** Maximum nesting of arrays and objects. */
  depth: number
  /** Upper bound of the number of values. */
  values: number
}

/**
 * Determines the shape of a JSON text in one pass, without parsing it. Meaningless for text that is not JSON, whose
 * parsing fails anyway.
 */
export function jsonShape(text: string): JsonShape {
  let depth = 0
  let deepest = 0
  let values = 1
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case quote:
        at = endOfString(text, at)
        break
      case comma:
        values++
        break
      case openArray:
      case openObject:
        values++
        depth++
        if (depth > deepest) deepest = depth
        break
      case closeArray:
      case closeObject:
        depth--
        break
    }
  }
  return { depth: deepest, values }
}

const [quote, backslash, comma, openArray, closeArray, openObject, closeObject] = [...'"\\,[]{}'].map(
  (sign) => sign.charCodeAt(0),
)

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) return at
    if (code === backslash) at++
  }
  return text.length
}
