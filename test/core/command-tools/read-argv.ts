import type { CommandChain } from '../../../packages/core/src/command-tools/command-chain.ts'
import {
  type InputSlot,
  inputSlots,
  type OptionSlot,
} from '../../../packages/core/src/command-tools/input-slots.ts'

/**
 * Reads arguments as a careful program would that has the options of the chain, and gives the input that they stand for.
 * Throws where a program could take a word for something else.
 */
export function readArgv(chain: CommandChain, argv: readonly string[]): Record<string, unknown> {
  const slots = inputSlots(chain)
  const input = new Map<string, unknown>()
  const words = [...argv]
  for (let owner = 0; owner < chain.length; owner++) {
    const isLast = owner === chain.length - 1
    const options = slots.filter((slot) => slot.kind === 'option').filter((slot) => slot.owner === owner)
    while (words.length > 0 && isOption(words[0] ?? '', options)) readOption(words, options, input)
    if (!isLast && !chain[owner + 2]?.name.startsWith(`${chain[owner + 1]?.name}:`))
      expectWord(words, chain[owner + 1]?.name)
  }
  if (words[0] === '--') words.shift()
  else if (words.some((word) => word.startsWith('-') && word !== '-'))
    throw new Error(`unknown option in ${words}`)
  assignArguments(slots, words, input)
  return Object.fromEntries(input)
}

const isOption = (word: string, options: readonly OptionSlot[]): boolean =>
  /^(-[^-]|\+|--.)/su.test(word) && options.some((slot) => match(slot, word) !== undefined)

function expectWord(words: string[], expected: string | undefined): void {
  const word = words.shift()
  if (word !== expected) throw new Error(`${word} is not the command ${expected}`)
}

/** The value that touches the name, '' after `=` too; `null` where nothing touches it; `undefined` for another option. */
function match({ form, option }: OptionSlot, word: string): string | null | undefined {
  if (word === form.name || word === form.negation) return null
  if (option.value === null) return undefined
  const isShort = [...form.name].length === 2
  if (isShort && word.startsWith(form.name)) return word.slice(form.name.length)
  return !isShort && word.startsWith(`${form.name}=`) ? word.slice(form.name.length + 1) : undefined
}

function readOption(words: string[], options: readonly OptionSlot[], input: Map<string, unknown>): void {
  const word = words.shift() ?? ''
  const exact = options.find(({ form }) => form.name === word || form.negation === word)
  const slot = exact ?? options.find((one) => match(one, word) !== undefined)
  if (slot === undefined) throw new Error(`no option ${word}`)
  const { property, form } = slot
  const add = (value: unknown): void => {
    const before = input.get(property)
    if (form.takes === 'nothing')
      input.set(property, before === undefined ? true : before === true ? 2 : Number(before) + 1)
    else if (form.isRepeatable && form.takes !== 'spread')
      input.set(property, [...((before as unknown[]) ?? []), value])
    else if (before === undefined) input.set(property, value)
    else throw new Error(`${word} stands there twice`)
  }
  if (word === form.negation) input.set(property, false)
  else if (form.takes === 'nothing') add(true)
  else if (form.takes === 'spread') {
    const values: unknown[] = []
    while (words.length > 0 && !/^-(?!$|\.?\d)/.test(words[0] ?? '')) values.push(typed(slot, words.shift()))
    add(values.length === 0 ? true : values)
  } else if (typeof form.takes === 'number') add(words.splice(0, form.takes).map((one) => typed(slot, one)))
  else add(readValue(slot, match(slot, word) ?? null, words))
}

function readValue(slot: OptionSlot, touching: string | null, words: string[]): unknown {
  const { form } = slot
  if (touching !== null) return typed(slot, touching)
  if (form.isOptional) {
    const next = words[0]
    if (!form.isGlued && next !== undefined && !next.startsWith('-'))
      throw new Error(`${form.name} would take ${next}`)
    return true
  }
  if (form.isGlued) throw new Error(`${form.name} has no value that touches it`)
  const next = words.shift()
  if (next === undefined) throw new Error(`${form.name} has no value`)
  if (form.name.startsWith('--') && next.startsWith('-') && next !== '-')
    throw new Error(`${next} would be taken for an option`)
  return typed(slot, next)
}

function typed({ option }: OptionSlot, text: string | undefined): unknown {
  if (text === undefined) throw new Error('no value')
  if (option.choices.length > 0) return text
  if (option.value?.type === 'number') return String(Number(text)) === text ? Number(text) : text
  return option.value?.type === 'boolean' ? text === 'true' : text
}

/** Words by place; the one argument that takes many gets what the others leave. */
function assignArguments(slots: readonly InputSlot[], words: string[], input: Map<string, unknown>): void {
  const places = slots.filter((slot) => slot.kind !== 'option')
  const many = places.findIndex((slot) => slot.kind === 'rest' || slot.argument.variadic)
  const after = many === -1 ? [] : places.slice(many + 1)
  for (const { property } of many === -1 ? places : places.slice(0, many))
    if (words.length > 0) input.set(property, words.shift())
  const last = words.splice(words.length - after.length)
  if (many !== -1 && words.length > 0) input.set(places[many]?.property ?? '', words.splice(0))
  after.forEach(({ property }, index) => void input.set(property, last[index]))
  if (words.length > 0) throw new Error(`${words} stand for nothing`)
}
