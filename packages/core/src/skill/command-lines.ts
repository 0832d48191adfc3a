import { type CommandNode, type CommandOption, commandWords } from '@cli-apps/help/command-tree'
import { negatedName } from '../negated-name.ts'
import { isSecretName } from '../secret-text.ts'
import { codeSpan, safeProse } from './safe-text.ts'
import { fillWords, type SkillWords } from './skill-words.ts'

interface LineOptions {
  words: SkillWords
  /** Maximum characters of a description. */
  maxText: number
  /** Whether to list every choice of a value; by default only the first ones. */
  namesAllChoices?: boolean
}

/**
 * What a description says about the current value: a default, or a variable's value on the machine that printed the
 * help.
 */
const statedDefault =
  /\s*[([]defaults?\b[^)\]]{0,300}[)\]]|\bdefaults?(?: value)?(?: is| to|:|=):? ?\S+|(?<=\benv: ?\w{1,100})=[^\]\s]{0,300}/gi

const maxNames = 400
/** In SKILL.md, which has references for the rest; a reference lists them all. */
const fewChoices = 12
const allChoices = 200
const maxPlaceholder = 60

/** Renders an option as a list item: names and value in a code span, then its description and other facts. */
export function optionLine(
  option: CommandOption,
  { words, maxText, namesAllChoices = false }: LineOptions,
): string {
  const isSecret = isSecretName([namesOf(option), option.env ?? '', option.value?.name ?? ''].join(' '))
  const description = isSecret
    ? option.description.replace(statedDefault, '')
    : withoutDefault(option.description, option.default)
  const text = withoutFact(safeProse(plainSentence(leadingSentences(description, maxText)), maxText))
  const marks = marksOf(option, { isSecret, words, maxChoices: namesAllChoices ? allChoices : fewChoices })
  const mark = marks.length === 0 ? '' : fillWords(words.marks, { marks: marks.join(words.comma) })
  return `- ${optionSpan(option)}${text === '' ? '' : words.colon + text}${mark}`
}

const namesOf = ({ short, long }: CommandOption): string => [...short, ...long].join(', ')

/** Names and value of an option in a code span. */
export function optionSpan(option: CommandOption): string {
  const { value } = option
  if (value === null || isPlainSwitch(option)) return codeSpan(namesOf(option), maxNames)
  const isLong = value.name.length > maxPlaceholder && option.choices.length > 0
  const goesOn = value.type === 'list' && option.repeatable && /^[\w-]+$/.test(value.name)
  const name = isLong ? 'value' : value.name.replace(/^<(.*)>$/, '$1') + (goesOn ? '...' : '')
  // A placeholder that already has brackets needs no others.
  const marked = /^[<[{]/.test(name) ? name : `<${name}>`
  // `-n5` and `-env:X=1`: nothing stands between such a name and its value.
  const equals = value.direct || touches([...option.short, ...option.long].at(-1) ?? '') ? '' : '='
  const shown = value.glued
    ? value.optional
      ? `[${equals}${marked}]`
      : `${equals}${marked}`
    : ` ${value.optional ? `[${name.replace(/^\[(.*)\]$/, '$1')}]` : marked}`
  return codeSpan(namesOf(option) + shown, maxNames)
}

/** A switch that may also be written `--overwrite=true`; one that is on by default must be written so to be off. */
const isPlainSwitch = ({ value, default: usual }: CommandOption): boolean =>
  value?.type === 'boolean' && value.optional && value.glued && usual !== 'true'

/** Names only, for an option that is described elsewhere. */
export const optionNames = (option: CommandOption): string => codeSpan(namesOf(option), maxNames)

/** A description without the period or sign that ends it, and without leading dashes and colons. */
const plainSentence = (text: string): string =>
  text
    .trim()
    .replace(/^[-:–—]\s+/, '')
    .replace(/(?:(?<!\.)\.|[;,])$/, '')

const sentenceEnd = /(?<=[.!?;])\s+(?=[\p{Lu}\d"'\x60(-])|(?<=[。！？；])/u

/** The sentences of a text that fit; the whole text if none does. */
function leadingSentences(text: string, max: number): string {
  if (text.length <= max) return text
  let kept = ''
  for (const sentence of text.slice(0, max * 2).split(sentenceEnd)) {
    const longer = kept === '' ? sentence : `${kept} ${sentence}`
    if (longer.length > max) break
    kept = longer
  }
  // A list introduction without its items is no sentence.
  return kept === '' || kept.endsWith(':') ? text : kept
}

const emptyDefault = /\s?[([]defaults?(?: value)?(?: is|:|=)? ?(?:\[\]|\{\}|""|'')[)\]]/i
const defaultBegins = /\s{0,2}[([]defaults?(?: value)?(?: is| to)?\s?[:=]?\s?["'`]?$/i

/** A description without brackets that only state the default, or that there is none; the marks include it. */
function withoutDefault(description: string, value: string | null): string {
  const text = description.replace(emptyDefault, '')
  const at = value === null || value === '' ? -1 : text.indexOf(value)
  if (value === null || at < 0) return text
  const begins = defaultBegins.exec(text.slice(Math.max(0, at - 40), at))?.[0]
  const ends = /^["'`]?[)\]]/.exec(text.slice(at + value.length))?.[0]
  if (begins === undefined || ends === undefined) return text
  return text.slice(0, at - begins.length) + text.slice(at + value.length + ends.length)
}

const withoutFact = (text: string): string => text.replace(/\s*\((?:optional)\)$/i, '')

/** The placeholder itself lists the choices: `<always|never>`. */
const namesChoices = ({ value, choices }: CommandOption): boolean =>
  value !== null &&
  value.name.length <= maxPlaceholder &&
  choices.every((choice) => value.name.includes(choice))

/** Facts that the description does not already state. */
function marksOf(
  option: CommandOption,
  { isSecret, words, maxChoices }: { isSecret: boolean; words: SkillWords; maxChoices: number },
): string[] {
  const marks: string[] = []
  const description = withoutDefault(option.description, option.default).toLowerCase()
  const says = (pattern: RegExp): boolean => pattern.test(description)
  if (option.required && !says(/required|mandatory|必需|必填/)) marks.push(words.required)
  const listed = option.choices.filter((choice) => !description.includes(choice.toLowerCase()))
  if (listed.length > 0 && !namesChoices(option))
    marks.push(fillWords(words.oneOf, { choices: shortList(option.choices, maxChoices, words) }))
  if (
    option.default !== null &&
    !/^(?:|\[\]|\{\})$/.test(option.default) &&
    !isPlainSwitch(option) &&
    !isSecret &&
    !says(/default|默认/)
  )
    marks.push(fillWords(words.defaultValue, { value: codeSpan(option.default, 80) }))
  if (option.env !== null && !option.description.includes(option.env))
    marks.push(fillWords(words.fromEnvironment, { name: codeSpan(option.env, 80) }))
  // Dots after the placeholder already say so.
  if (
    option.repeatable &&
    option.value?.type !== 'list' &&
    !says(/repeat|multiple|more than once|times|comma|list|重复|多个|多次/)
  )
    marks.push(words.repeatable)
  const [name] = option.long
  if (option.negatable && name !== undefined && !/^--(?:no-|\[no-\])/.test(name))
    marks.push(fillWords(words.negated, { name: codeSpan(negatedName(name), 80) }))
  if (option.deprecated && !says(/deprecated|弃用/)) marks.push(words.deprecated)
  return marks
}

/** The first texts as code spans, followed by the number of the others, or another phrase for them. */
export function shortList(
  texts: readonly string[],
  most: number,
  words: SkillWords,
  others = words.more,
): string {
  const shown = texts.slice(0, most).map((text) => codeSpan(text, 120))
  const more = texts.length - shown.length
  return shown.join(words.comma) + (more > 0 ? ` ${fillWords(others, { count: more })}` : '')
}

/** Renders a command as a list item: the words that call it with its arguments, then its summary. */
export function commandLine(
  node: CommandNode,
  path: readonly string[],
  { words, maxText }: LineOptions,
): string {
  const head = `- ${callSpan(node, path)}${commandMarks(node, words)}`
  const text = summaryText(node, maxText)
  return text === '' ? head : head + words.colon + text
}

/** The words that call a command with its arguments, in a code span. */
export const callSpan = (node: CommandNode, path: readonly string[]): string =>
  codeSpan([...commandWords(path), ...node.arguments.slice(0, 12).map(argumentText)].join(' '), maxNames)

export const summaryText = (node: CommandNode, maxText: number): string =>
  safeProse(plainSentence(leadingSentences(node.summary, maxText)), maxText)

/** Aliases and deprecation of a command, to append to a text; may be empty. */
export function commandMarks(node: CommandNode, words: SkillWords): string {
  const marks = [
    ...(node.aliases.length > 0
      ? [fillWords(words.alias, { names: shortList(node.aliases, 8, words) })]
      : []),
    ...(node.deprecated ? [words.deprecated] : []),
  ]
  return marks.length === 0 ? '' : fillWords(words.marks, { marks: marks.join(words.comma) })
}

const argumentText = ({ name, required, variadic }: CommandNode['arguments'][number]): string => {
  const inner = `${name}${variadic ? '...' : ''}`
  return required ? `<${inner}>` : `[${inner}]`
}

/** Whether a value directly follows an option's name, without `=`: a letter (`-n5`), or a name that ends with a colon. */
const touches = (name: string): boolean =>
  (!name.startsWith('--') && [...name].length === 2) || /[:,]$/.test(name)
