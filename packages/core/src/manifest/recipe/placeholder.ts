import * as z from 'zod'
import { t } from '../../messages/t.ts'
import { Argument, bounded } from '../../text.ts'

export const placeholderName = bounded(40).regex(/^[a-z][a-z0-9_]*$/, {
  error: () => t('placeholder.name', 'must be lower case letters, digits and underscores'),
})

export const Placeholder = z.strictObject({
  type: z.enum(['file', 'folder', 'url', 'number', 'choice', 'text']).describe('What a value must be'),
  example: Argument.describe('A value with which the call works'),
  choices: z.array(Argument).min(2).max(50).optional().describe('The values of a choice'),
})
export type Placeholder = z.infer<typeof Placeholder>

/** The examples of placeholders, by name: with them, a call works as it stands. */
export const exampleValues = (
  placeholders: Readonly<Record<string, Pick<Placeholder, 'example'>>> = {},
): Record<string, string> =>
  Object.fromEntries(Object.entries(placeholders).map(([name, { example }]) => [name, example]))

/** The texts of a call in which placeholders are replaced. */
interface PlacedTexts {
  args: readonly string[]
  stdin?: string | undefined
  stdin_file?: string | undefined
  stdout_file?: string | undefined
  pipe?: readonly { args: readonly string[] }[] | undefined
}

const placedTexts = ({
  args,
  stdin_file: from = '',
  stdout_file: to = '',
  pipe = [],
}: PlacedTexts): string[] => [...args, from, to, ...pipe.flatMap((stage) => stage.args)]

/** Template languages of programs put one of these before a name in braces: `${name}`, `%{name}`, `{{name}}`. */
const proper = (name: string): RegExp => new RegExp(String.raw`(?<![{$%#\\])\{${name}\}`, 'g')
/** Whatever begins like the placeholder: `{name}`, `{name, age}`, `{ name }`. */
const similar = (name: string): RegExp => new RegExp(String.raw`\{\s*${name}(?![\w-])`, 'g')

const count = (text: string, pattern: RegExp): number => [...text.matchAll(pattern)].length

const isUsed = (call: PlacedTexts, name: string): boolean =>
  placedTexts(call).some((text) => count(text, proper(name)) > 0)

/** Whether the name also stands in braces where they belong to the program, so that readers could not tell which is which. */
const isAmbiguous = (call: PlacedTexts, name: string): boolean =>
  count(call.stdin ?? '', similar(name)) > 0 ||
  placedTexts(call).some((text) => count(text, similar(name)) !== count(text, proper(name)))

/** Checks the example and the choices of a placeholder. */
function placeholderFault(placeholder: Placeholder): { key: string; message: string } | undefined {
  const { type, choices, example } = placeholder
  if ((type === 'choice') !== (choices !== undefined))
    return {
      key: 'choices',
      message: t('placeholder.choices', 'must be there for a choice, and for no other type'),
    }
  const dashed = choices?.find((choice) => choice.startsWith('-'))
  if (dashed !== undefined) return { key: 'choices', message: beginsWithDash() }
  const message = valueFault(placeholder, example)
  return message === undefined ? undefined : { key: 'example', message }
}

const beginsWithDash = (): string =>
  t('placeholder.dash', 'must not begin with "-", which the program would read as an option')

const controls = /\p{Cc}/u

/** Checks a value for a placeholder; returns what is wrong with it. */
export function valueFault({ type, choices = [] }: Placeholder, value: string): string | undefined {
  if (!value.isWellFormed() || value.includes('\0'))
    return t('grants-file.text-without-nul', 'must be text without NUL')
  const isPath = type === 'file' || type === 'folder'
  if (!isPath && value.startsWith('-')) return beginsWithDash()
  if (type === 'text') return undefined
  if (value === '') return t('text.must-not-empty', 'must not be empty')
  if (controls.test(value)) return t('placeholder.one-line', 'must be one line without control characters')
  if (type === 'number' && !/^\d+(?:\.\d+)?$/.test(value))
    return t('placeholder.number', 'must be a number such as 5 or 0.5')
  if (type === 'url' && !(/^[a-z][a-z0-9+.-]*:\/\/\S+$/i.test(value) && URL.canParse(value)))
    return t('placeholder.url', 'must be a URL such as https://example.com/')
  if (type === 'choice' && !choices.includes(value))
    return t('schema.choice', 'must be one of: {values}', { values: choices.join(', ') })
  return undefined
}

interface PlaceholderIssue {
  path: string[]
  message: string
}

/** Checks placeholders, each by itself and against the calls in which it stands. */
export function placeholderIssues(
  placeholders: Readonly<Record<string, Placeholder>> = {},
  calls: readonly PlacedTexts[],
): PlaceholderIssue[] {
  return Object.entries(placeholders).flatMap(([name, placeholder]) => {
    const issue = (message: string, ...rest: string[]): PlaceholderIssue => ({
      path: ['placeholders', name, ...rest],
      message,
    })
    const fault = placeholderFault(placeholder)
    const use = useFault(name, calls)
    return [
      ...(fault === undefined ? [] : [issue(fault.message, fault.key)]),
      ...(use === undefined ? [] : [issue(use)]),
    ]
  })
}

function useFault(name: string, calls: readonly PlacedTexts[]): string | undefined {
  if (calls.some((call) => isAmbiguous(call, name)))
    return t(
      'recipe.ambiguous',
      'also stands in the call where nothing is replaced, as after a $ or in double braces; choose another name',
    )
  return calls.some((call) => isUsed(call, name))
    ? undefined
    : t('recipe.unused', 'does not stand in the arguments or files of the call')
}
