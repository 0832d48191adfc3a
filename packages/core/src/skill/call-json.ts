import { unseenCharacter } from '../text.ts'

/**
 * The call of an app as one line of JSON that is exact and safe to show: characters that could not be seen, that end a
 * code fence or that a runtime takes for its marks are written as escapes.
 */
export function callJson(name: string, args: readonly string[]): string {
  return `{"name": ${escaped(name)}, "args": [${args.map(escaped).join(', ')}]}`
}

/** A list of arguments, in the same way. */
export const argsJson = (args: readonly string[]): string => `[${args.map(escaped).join(', ')}]`

const special = new RegExp(String.raw`${unseenCharacter}|\x60|\[(?=\s*/?\s*runtime)`, 'giu')

const escaped = (text: string): string =>
  JSON.stringify(text).replace(special, (found) =>
    [...Array(found.length).keys()]
      .map((at) => `\\u${found.charCodeAt(at).toString(16).padStart(4, '0')}`)
      .join(''),
  )
