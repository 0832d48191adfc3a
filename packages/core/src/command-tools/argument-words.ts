import { t } from '../messages/t.ts'
import { badInput } from './check-input.ts'
import { type CommandChain, lastOf } from './command-chain.ts'
import { hasOption } from './has-option.ts'
import type { ArgumentSlot, InputSlot, RestSlot } from './input-slots.ts'

interface ArgumentWord {
  property: string
  text: string
}

/** Returns the arguments of a command in order. Throws `InvalidError` if the program would mistake one for another. */
export function argumentWords(
  chain: CommandChain,
  slots: readonly InputSlot[],
  values: ReadonlyMap<string, unknown>,
): ArgumentWord[] {
  const places = slots.filter((slot) => slot.kind !== 'option')
  const given = places.filter(({ property }) => values.has(property))
  refuseGap(places, given)
  const words = given.flatMap(({ property }) =>
    [values.get(property)].flat().map((text) => ({ property, text: String(text) })),
  )
  refuseCommand(chain, words[0])
  return words
}

const isMany = (slot: ArgumentSlot | RestSlot): boolean => slot.kind === 'rest' || slot.argument.variadic
const mayMiss = (slot: ArgumentSlot | RestSlot): boolean => slot.kind === 'rest' || !slot.argument.required

/** Arguments are positional: leaving one out would shift the others. */
function refuseGap(
  places: readonly (ArgumentSlot | RestSlot)[],
  given: readonly (ArgumentSlot | RestSlot)[],
): void {
  let absent: string | undefined
  for (const slot of places) {
    if (!given.includes(slot)) absent ??= slot.property
    else if (absent !== undefined && mayMiss(slot))
      throw badInput([
        {
          path: slot.property,
          message: t('argument-words.needs-before', 'needs "{absent}" before it', { absent }),
        },
      ])
  }
  const [first, second] = given.filter(isMany)
  if (first !== undefined && second !== undefined)
    throw badInput([
      {
        path: second.property,
        message: t(
          'argument-words.cannot-distinguished-from-use',
          'cannot be distinguished from "{property}": use one of them',
          { property: first.property },
        ),
      },
    ])
}

function refuseCommand(chain: CommandChain, first: ArgumentWord | undefined): void {
  const command = lastOf(chain).commands.find(({ name, aliases }) =>
    [name, ...aliases].includes(first?.text ?? ''),
  )
  if (first === undefined || command === undefined) return
  throw badInput([
    {
      path: first.property,
      message: t('argument-words.would-taken-command', 'would be taken for the command {name}', {
        name: JSON.stringify(command.name),
      }),
      hint: t('argument-words.hint', 'Call that command by its own name.'),
    },
  ])
}

/**
 * Whether `--` must precede the arguments: one begins with a dash, or `open` is an option that would take the first one
 * as its value. Throws `InvalidError` if so and there is no sign that the program supports `--`.
 */
export function needsEndOfOptions(
  chain: CommandChain,
  args: readonly ArgumentWord[],
  open: string | undefined,
): boolean {
  const plus = hasOption(chain, /^\+/) ? args.find(({ text }) => text.startsWith('+')) : undefined
  if (plus !== undefined)
    throw badInput([
      {
        path: plus.property,
        message: t('argument-words.must-not-begin-plus', 'must not begin with a plus, as options do'),
      },
    ])
  const dashed = args.find(({ text }) => text.startsWith('-') && text !== '-')
  if (args.length === 0 || (dashed === undefined && open === undefined)) return false
  if (knowsEndOfOptions(chain)) return true
  if (dashed === undefined)
    throw badInput([
      {
        path: open ?? '',
        message: t(
          'argument-words.needs-another-option-behind',
          'needs another option behind it: an argument would be taken for its value',
        ),
      },
    ])
  throw badInput([
    {
      path: dashed.property,
      message: t(
        'argument-words.must-not-begin-dash',
        'must not begin with a dash: this program is not known to accept "--" before arguments',
      ),
      hint: t('argument-words.hint.file-can-named-front', 'A file can be named with "./" in front.'),
    },
  ])
}

/** Parsers that support long options with two dashes also support `--`; others show it in their usage. */
const knowsEndOfOptions = (chain: CommandChain): boolean =>
  hasOption(chain, /^--[^-]/) ||
  chain.some(({ usage }) => usage.some((line) => /(^|[\s[])--([\s\]]|$)/.test(line)))
