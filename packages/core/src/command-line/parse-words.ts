import { parseArgs } from 'node:util'
import {
  type CommandDefinition,
  type OptionDefinitions,
  type OptionValues,
  usageOf,
} from './command-definition.ts'
import {
  missingArgument,
  missingOption,
  missingValue,
  type UsageFault,
  unexpectedArgument,
  unexpectedValue,
  unknownOption,
} from './usage-faults.ts'

interface ParsedWords {
  /** Values of the options that are valid. */
  values: OptionValues
  positionals: readonly string[]
  /** The first mistake. Words after it may name the language of its message, so nothing is thrown here. */
  fault: UsageFault | undefined
}

/** Reads words by the definition of the command that they belong to. Never throws. */
export function parseWords(words: readonly string[], definition: CommandDefinition): ParsedWords {
  const { own, passed } = splitPassedOn(tokensOf(words, definition.options), words, definition)
  const values: Record<string, string | boolean | string[]> = {}
  const positionals: string[] = []
  const faults: UsageFault[] = []
  for (const token of own) {
    if (token.kind === 'positional') positionals.push(token.value)
    if (token.kind !== 'option') continue
    const fault = optionFault(token, definition.options)
    if (fault !== undefined) faults.push(fault)
    else values[token.name] = optionValue(token, definition.options, values[token.name])
  }
  const [fault = values.help === true ? undefined : countFault(values, positionals, definition)] = faults
  return { values, positionals: [...positionals, ...passed], fault }
}

/** Node's tokens, without its checks: it stops at the first mistake, and has no stable way to tell which. */
const tokensOf = (words: readonly string[], options: OptionDefinitions) =>
  parseArgs({
    args: [...words],
    options: { ...options },
    allowPositionals: true,
    strict: false,
    tokens: true,
  }).tokens

type Token = ReturnType<typeof tokensOf>[number]
type OptionToken = Extract<Token, { kind: 'option' }>

function splitPassedOn(
  tokens: readonly Token[],
  words: readonly string[],
  { passesArguments }: CommandDefinition,
): { own: readonly Token[]; passed: readonly string[] } {
  const at = passesArguments ? tokens.findIndex(({ kind }) => kind === 'positional') : -1
  const first = tokens[at]
  return first === undefined
    ? { own: tokens, passed: [] }
    : { own: tokens.slice(0, at + 1), passed: words.slice(first.index + 1) }
}

function optionFault(token: OptionToken, options: OptionDefinitions): UsageFault | undefined {
  const { name, rawName, value, inlineValue } = token
  const option = Object.hasOwn(options, name) ? options[name] : undefined
  if (option === undefined) return unknownOption(rawName)
  if (option.type === 'boolean') return value === undefined ? undefined : unexpectedValue(rawName)
  // The next option was probably not meant as the value; `--name=-value` is.
  const isMissing = value === undefined || (!inlineValue && /^-./.test(value))
  return isMissing ? missingValue(rawName) : undefined
}

function optionValue(
  { name, value }: OptionToken,
  options: OptionDefinitions,
  before: string | boolean | string[] | undefined,
): string | boolean | string[] {
  if (options[name]?.multiple !== true) return value ?? true
  return [...(Array.isArray(before) ? before : []), String(value)]
}

/** The first argument or required option that is missing, or the first argument too many. */
function countFault(
  values: OptionValues,
  given: readonly string[],
  definition: CommandDefinition,
): UsageFault | undefined {
  const { options, positionals } = definition
  const wanted = Object.keys(positionals ?? {})
  const missing = wanted[given.length]
  if (missing !== undefined) return missingArgument(missing.toUpperCase(), usageOf(definition))
  const extra = given[wanted.length]
  if (positionals !== undefined && extra !== undefined) return unexpectedArgument(extra, usageOf(definition))
  const absent = Object.keys(options).find((name) => options[name]?.required && values[name] === undefined)
  return absent === undefined ? undefined : missingOption(`--${absent}`)
}
