import { type CommandNode, type CommandOption, commandWords } from '../command-tree.ts'
import { codeSpan, safeProse } from './safe-text.ts'

const secretName = /token|secret|passw|api-?key|credential/i

const statedDefault = /\s*[([]defaults?\b[^)\]]{0,300}[)\]]|\bdefaults? (?:is|to):? \S+/gi

/** One option as a list item: names and value in a code span, then what it does. */
export function optionLine(option: CommandOption, maxText: number): string {
  const names = [...option.short, ...option.long].join(', ')
  const { value } = option
  const shown =
    value === null
      ? ''
      : `${value.glued ? '=' : ' '}<${value.name.length > maxPlaceholder && option.choices.length > 0 ? 'value' : value.name.replace(/^<(.*)>$/, '$1')}>`
  const isSecret = secretName.test(names)
  const description = isSecret ? option.description.replace(statedDefault, '') : option.description
  const text = [safeProse(description, maxText), ...marksOf(option, isSecret)]
    .filter((part) => part !== '')
    .join(' ')
  const head = codeSpan(`${names}${value?.optional ? `[${shown}]` : shown}`, 120)
  return text === '' ? `- ${head}` : `- ${head}: ${text}`
}

const maxChoices = 20
const maxPlaceholder = 60

/** The placeholder itself spells the choices: `<always|never>`. */
const namesChoices = ({ value, choices }: CommandOption): boolean =>
  value !== null &&
  value.name.length <= maxPlaceholder &&
  choices.every((choice) => value.name.includes(choice))

function choicesMark(choices: readonly string[]): string {
  const shown = choices.slice(0, maxChoices).map((choice) => codeSpan(choice, 40))
  const more = choices.length - shown.length
  return `(one of ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''})`
}

/** Facts that the description does not state in its own words. */
function marksOf(option: CommandOption, isSecret: boolean): string[] {
  const marks: string[] = []
  const says = (word: string): boolean => option.description.toLowerCase().includes(word)
  if (option.required && !says('required')) marks.push('(required)')
  const listed = option.choices.filter((choice) => !option.description.includes(choice))
  if (listed.length > 0 && !namesChoices(option)) marks.push(choicesMark(option.choices))
  if (option.default !== null && !isSecret && !says('default'))
    marks.push(`(default ${codeSpan(option.default, 80)})`)
  if (option.env !== null && !option.description.includes(option.env))
    marks.push(`(or ${codeSpan(option.env, 80)})`)
  return marks
}

/** One command as a list item: the words that call it with its arguments, then its summary. */
export function commandLine(node: CommandNode, path: readonly string[], maxText: number): string {
  const words = [...commandWords(path), ...node.arguments.slice(0, 6).map(argumentText)].join(' ')
  const aliases = node.aliases.slice(0, 4).map((alias) => codeSpan(alias, 40))
  const also = aliases.length === 0 ? '' : ` (also ${aliases.join(', ')})`
  const text = safeProse(node.summary, maxText)
  return `- ${codeSpan(words, 120)}${also}${text === '' ? '' : `: ${text}`}`
}

export const argumentText = ({ name, required, variadic }: CommandNode['arguments'][number]): string => {
  const inner = `${name}${variadic ? '...' : ''}`
  return required ? `<${inner}>` : `[${inner}]`
}
