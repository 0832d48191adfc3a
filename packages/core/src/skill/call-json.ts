import type { RecipeCall } from '../manifest/recipe/recipe.ts'
import { promptMarkPlaces } from '../prompt-marks.ts'
import { unseenCharacter } from '../to-line.ts'

/**
 * Renders a call of an app, with its input, its output and the programs that follow, as one line of JSON that is exact
 * and safe to show: invisible characters, and those that end a code fence or start a runtime's marks, are escaped.
 */
export function recipeJson(
  name: string,
  { program, args, stdin, stdin_file: from, stdout_file: to, pipe = [] }: RecipeCall,
): string {
  const texts = Object.entries({ stdin, stdin_file: from, stdout_file: to }).flatMap(([key, text]) =>
    text === undefined ? [] : [`, "${key}": ${escaped(text)}`],
  )
  const stages = pipe.map((stage) => `{${stageText(stage)}}`).join(', ')
  return `{${stageText({ name, args, program })}${texts.join('')}${stages && `, "pipe": [${stages}]`}}`
}

interface Stage {
  name: string
  args: readonly string[]
  program?: string | undefined
}

function stageText({ name, args, program }: Stage): string {
  const called = program === undefined ? '' : `, "program": ${escaped(program)}`
  return `"name": ${escaped(name)}${called}, "args": ${argsJson(args)}`
}

/** Renders a text in the same way. */
export const textJson = (text: string): string => escaped(text)

/** Renders a list of arguments in the same way. */
export const argsJson = (args: readonly string[]): string => `[${args.map(escaped).join(', ')}]`

const special = new RegExp(String.raw`${unseenCharacter}|\x60|[\ufe0e\ufe0f]`, 'gu')

function escaped(text: string): string {
  // JSON itself escapes no character that begins a mark.
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
