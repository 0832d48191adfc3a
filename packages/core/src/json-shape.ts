/** How much work a JSON text makes for whoever parses it. */
interface JsonShape {
  /** Levels of arrays and objects inside each other. */
  depth: number
  /** At least as many as the text has values. */
  values: number
}

/**
 * Reads the shape of a JSON text in one pass, before anything is built from it. For text that is not JSON the shape means
 * nothing; parsing it fails anyway.
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
