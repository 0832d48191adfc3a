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

/** Most of a text is in strings, which `indexOf` skips many times as fast as a loop that was not compiled yet. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let escapes = 0
    while (text.charCodeAt(end - 1 - escapes) === backslash) escapes++
    if (escapes % 2 === 0) return end
  }
  return text.length
}
