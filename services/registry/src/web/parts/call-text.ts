import { argumentOf } from './shown-text.ts'

interface Stage {
  name?: string | undefined
  program?: string | undefined
  args: readonly string[]
}

export interface ShownCall {
  call: Stage & {
    stdin_file?: string | undefined
    stdout_file?: string | undefined
    pipe?: readonly (Stage & { name: string })[] | undefined
  }
  program: string
  /** The programs of other apps in a pipe, by the app, where they are not called as the app. */
  programs?: Readonly<Record<string, string>> | undefined
  /** Examples by the name of the placeholder. */
  placeholders: Readonly<Record<string, string>>
}

/** A part of a command line. */
export interface LinePart {
  text: string
  /** Whether people put a value of their own there. */
  isExample: boolean
}

/** A call as a command line of a shell, with examples in the place of placeholders. */
export function callParts({ call, program, programs, placeholders }: ShownCall): LinePart[] {
  const { args, stdin_file: from, stdout_file: to, pipe = [] } = call
  const word = (text: string): LinePart[] => wordParts(text, placeholders)
  const stage = (name: string, words: readonly string[]): LinePart[] => [
    fixed(argumentOf(name)),
    ...words.flatMap((arg) => [fixed(' '), ...word(arg)]),
  ]
  return [
    ...stage(program, args),
    ...(from === undefined ? [] : [fixed(' < '), ...word(from)]),
    ...pipe.flatMap((one) => [
      fixed(' | '),
      ...stage(one.program ?? calledProgram(programs, one.name), one.args),
    ]),
    ...(to === undefined ? [] : [fixed(' > '), ...word(to)]),
  ]
}

/** The program that a call of an app starts where it names none. */
export const calledProgram = (programs: Readonly<Record<string, string>> | undefined, app: string): string =>
  (programs && Object.hasOwn(programs, app) ? programs[app] : undefined) ?? app

const fixed = (text: string): LinePart => ({ text, isExample: false })

const plain = /^[\w@%+=:,./-]+$/

/** An argument with its examples. */
export const exampleParts = (text: string, placeholders: ShownCall['placeholders']): LinePart[] =>
  text.split(/(\{[a-z][a-z0-9_]*\})/).map((part) => {
    const name = part.startsWith('{') ? part.slice(1, -1) : ''
    const example = Object.hasOwn(placeholders, name) ? placeholders[name] : undefined
    return { text: argumentOf(example ?? part), isExample: example !== undefined }
  })

/** The same, quoted where a shell needs it. */
function wordParts(text: string, placeholders: ShownCall['placeholders']): LinePart[] {
  const parts = exampleParts(text, placeholders)
  if (plain.test(parts.map((part) => part.text).join(''))) return parts
  const quoted = parts.map((part) => ({ ...part, text: part.text.replaceAll("'", `'\\''`) }))
  return [fixed("'"), ...quoted, fixed("'")]
}
