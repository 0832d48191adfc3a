import { quote } from 'shell-quote'
import type { AppManifest } from '../manifest/manifest.ts'
import type { RecipeCall } from '../manifest/recipe/recipe.ts'
import { runWords } from '../manifest/recipe/run-words.ts'
import { promptMarkPlaces } from '../prompt-marks.ts'
import { unseenCharacter } from '../to-line.ts'
import { recipeJson } from './call-json.ts'
import type { CallStyle } from './skill-facts.ts'

/** Renders a call for whoever reads the skill; for the tool by default. */
export function styledCall(
  style: CallStyle | undefined,
  { name, entry_point: program }: CalledApp,
  call: RecipeCall,
): string {
  if (style === undefined || style === 'tool') return recipeJson(name, call)
  return (style === 'program' ? programCall(program, call) : undefined) ?? shellCall(name, call)
}

type CalledApp = Pick<AppManifest, 'name' | 'entry_point'>

/**
 * Renders a call of an app as one line for a POSIX shell, for agents that have no tool `run_cli_app`. It is safe to show:
 * invisible characters, and those that end a code span or start a runtime's marks, are written as `printf` escapes.
 */
export function shellCall(name: string, call: RecipeCall): string {
  const { stdin } = call
  const input = stdin === undefined ? '' : `printf '${printfText(stdin)}' | `
  return input + ['cli-apps', ...runWords(name, call)].map(shellWord).join(' ')
}

/**
 * Renders a call of the program itself in the same way; `undefined` where it needs more than this program, which may not be
 * on PATH.
 */
function programCall(entryPoint: string, call: RecipeCall): string | undefined {
  const { program, args, stdin, stdin_file: from, stdout_file: to, pipe } = call
  if (program !== undefined || pipe !== undefined) return undefined
  return [
    ...(stdin === undefined ? [] : [`printf '${printfText(stdin)}' |`]),
    ...[entryPoint, ...args].map(shellWord),
    ...(from === undefined ? [] : [`< ${shellWord(from)}`]),
    ...(to === undefined ? [] : [`> ${shellWord(to)}`]),
  ].join(' ')
}

/** Renders arguments in the same way. */
export const shellArgs = (args: readonly string[]): string => args.map(shellWord).join(' ')

const special = new RegExp(String.raw`${unseenCharacter}|[\x60\ufe0e\ufe0f]`, 'u')

/** What an agent would replace before its model reads it, and where no backslash of ours can stand. */
const substituted = /\$\\?\{CLAUDE_|(?<![\p{L}\p{N}_.+\\/-])@/u

function shellWord(text: string): string {
  const quoted = quote([text])
  const isPlain = !special.test(text) && promptMarkPlaces(text).length === 0 && !substituted.test(quoted)
  return isPlain ? quoted : `"$(printf '${printfText(text)}')"`
}

const hidden = new RegExp(String.raw`${unseenCharacter}|[\x60'@$\ufe0e\ufe0f]`, 'gu')

/** Between single quotes; a line break is `\n`, what must not be seen is written in octal bytes. */
function printfText(text: string): string {
  const marks = new Set(promptMarkPlaces(text))
  const marked = [...text.split('')].map((unit, at) => (marks.has(at) ? octal(unit) : escaped(unit))).join('')
  return marked.replace(hidden, octal)
}

const escaped = (unit: string): string =>
  unit === '\n' ? '\\n' : unit === '\\' ? '\\\\' : unit === '%' ? '%%' : unit

const octal = (text: string): string =>
  [...new TextEncoder().encode(text)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')
