import { decodeEscapes } from './decode-escapes.ts'

/** Shorter values would be found in ordinary words. */
export const shortestSecret = 4
/** Below this the text of an encoding would be found in ordinary words. */
const shortestEncoded = 6
/** Escapes within escapes that are followed, such as JSON within JSON within a URL. */
export const mostLevels = 4

/**
 * How a value may stand in an output once its escapes are decoded: as it is, as a form has it, its bytes taken for characters, in
 * base64 or hexadecimal; and, where the value itself looks like escapes, what decoding makes of it.
 */
export function secretForms(value: string): string[] {
  const well = value.toWellFormed()
  const texts = [value, well, ...decodedLevels(value), Buffer.from(well).toString('latin1')]
  const spaced = texts.map((text) => text.replaceAll(' ', '+'))
  const forms = new Set([...texts, ...spaced, ...base64Forms(well), ...hexForms(well)])
  return [...forms].filter(({ length }) => length >= shortestSecret)
}

function decodedLevels(value: string): string[] {
  const levels: string[] = []
  for (let text = decodeEscapes(value)?.text; text !== undefined && levels.length < mostLevels; ) {
    levels.push(text)
    text = decodeEscapes(text)?.text
  }
  return levels
}

/** The characters that the value alone decides on, for each of the three places at which it may begin. */
function base64Forms(value: string): string[] {
  const bytes = Buffer.from(value)
  return [0, 1, 2].flatMap((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
    const start = Math.ceil((before * 8) / 6)
    const end = Math.floor(((before + bytes.length) * 8) / 6)
    const sure = text.slice(start, end)
    if (sure.length < shortestEncoded) return []
    return [sure, sure.replaceAll('+', '-').replaceAll('/', '_')]
  })
}

function hexForms(value: string): string[] {
  const text = Buffer.from(value).toString('hex')
  return [text, text.toUpperCase()]
}
