import { promptMarkPlaces } from '../prompt-marks.ts'
import { unseenCharacter } from '../to-line.ts'

/**
 * The call of an app as one line of JSON that is exact and safe to show: characters that could not be seen, that end a
 * code fence or that a runtime takes for its marks are written as escapes.
 */
export function callJson(name: string, args: readonly string[]): string {
  return `{"name": ${escaped(name)}, "args": [${args.map(escaped).join(', ')}]}`
}

/** A list of arguments, in the same way. */
export const argsJson = (args: readonly string[]): string => `[${args.map(escaped).join(', ')}]`

const special = new RegExp(String.raw`${unseenCharacter}|\x60|[\ufe0e\ufe0f]`, 'gu')

function escaped(text: string): string {
  // JSON itself writes no character as several that begins a mark.
  const json = JSON.stringify(text)
  let shown = ''
  let at = 0
  for (const place of promptMarkPlaces(json).sort((a, b) => a - b)) {
    if (place < at) continue
    shown += json.slice(at, place) + codeEscape(json.charCodeAt(place))
    at = place + 1
  }
  return (shown + json.slice(at)).replace(special, (found) =>
    [...Array(found.length).keys()].map((unit) => codeEscape(found.charCodeAt(unit))).join(''),
  )
}

const codeEscape = (code: number): string => `\\u${code.toString(16).padStart(4, '0')}`
