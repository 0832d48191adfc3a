import type { CommandArgument, CommandNode, CommandOption } from '@cli-apps/help/command-tree'
import { type CallForm, callForm, isOptionName } from './call-form.ts'
import { type CommandChain, lastOf } from './command-chain.ts'
import { createPropertyNames, type PropertyNames } from './property-names.ts'

/** A property of a command's input, and the part of the command line that it sets. */
export type InputSlot = OptionSlot | ArgumentSlot | RestSlot

export interface OptionSlot {
  kind: 'option'
  property: string
  option: CommandOption
  form: CallForm
  /** Position in the chain of the command whose option it is; the option follows that command's words. */
  owner: number
}

export interface ArgumentSlot {
  kind: 'argument'
  property: string
  argument: CommandArgument
}

/** Arguments of a command whose help mentions none but which may take some. */
export interface RestSlot {
  kind: 'rest'
  property: string
}

/**
 * Returns the properties of a command's input: its arguments in order, its own options, then those of its parents that
 * it does not have itself. Omits hidden options, and those that only print help or a version. A command without known
 * arguments and subcommands has `args` for anything else it takes.
 */
export function inputSlots(chain: CommandChain): InputSlot[] {
  const names = createPropertyNames()
  const node = lastOf(chain)
  const slots: InputSlot[] = node.arguments.map((argument, index) => ({
    kind: 'argument',
    property: names.take([argument.name], `arg${index + 1}`),
    argument,
  }))
  if (slots.length === 0 && node.commands.length === 0)
    slots.push({ kind: 'rest', property: names.take(['args'], 'args') })
  const known = new Set<string>()
  for (let owner = chain.length - 1; owner >= 0; owner--)
    slots.push(
      ...optionSlots(chain[owner] ?? node, { owner, isOwn: owner === chain.length - 1, known, names }),
    )
  return slots
}

interface Place {
  owner: number
  isOwn: boolean
  /** Option names already used, with their dashes. */
  known: Set<string>
  names: PropertyNames
}

function optionSlots({ options }: CommandNode, { owner, isOwn, known, names }: Place): OptionSlot[] {
  const slots: OptionSlot[] = []
  for (const option of options) {
    const spellings = [...option.long, ...option.short].filter(isOptionName)
    const form = callForm(option)
    const isKnown = spellings.some((name) => known.has(name))
    for (const name of spellings) known.add(name)
    if (form === undefined || isKnown || option.hidden || spellings.some((name) => neutral.test(name)))
      continue
    // A deprecated option of a parent is not offered.
    if (!isOwn && option.deprecated) continue
    slots.push({
      kind: 'option',
      property: names.take([form.name, ...spellings], numberedName(form)),
      option,
      form,
      owner,
    })
  }
  return slots
}

/** Options that stop a command from doing its work. */
const neutral = /^(--?help|-\?|--?version)$/

/** Encodes the characters of a name as numbers, such as `char-40` for `-@`. */
const numberedName = ({ name }: CallForm): string =>
  ['char', ...[...name.replace(/^(--?|\+)/, '')].map((character) => character.codePointAt(0)?.toString(16))]
    .join('-')
    .slice(0, 64)
