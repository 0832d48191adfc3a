import { t } from '../messages/t.ts'
import { argumentWords, needsEndOfOptions } from './argument-words.ts'
import { badInput, checkInput } from './check-input.ts'
import type { CommandChain } from './command-chain.ts'
import { hasOption } from './has-option.ts'
import { type InputSlot, inputSlots } from './input-slots.ts'
import { NoWords, optionWords, type WordGroup } from './option-words.ts'

type Values = ReadonlyMap<string, unknown>

/**
 * Returns the arguments, after the program, that call a command with this input: each command word followed by the
 * options of that command, then the arguments. The order of properties does not matter. Throws `InvalidError`
 * `tool.bad-input` for input that does not match the schema, and for a value without a safe position, such as an
 * argument that begins with a dash if the program may not support `--`.
 */
export function inputToArgv(chain: CommandChain, input: unknown): string[] {
  const slots = inputSlots(chain)
  const values = checkInput(slots, input)
  refuseUnwritable(values)
  const args = argumentWords(chain, slots, values)
  const style = { hasDashLong: hasOption(chain, /^-[^-].+/su) }
  const argv: string[] = []
  for (const [owner, { name }] of chain.entries()) {
    if (owner > 0 && !chain[owner + 1]?.name.startsWith(`${name}:`)) argv.push(name)
    const groups = optionGroups(slots, { owner, values, style })
    argv.push(...groups.flatMap(({ words }) => words))
    const open = groups.at(-1)?.isOpen ? groups.at(-1) : undefined
    if (owner < chain.length - 1) {
      if (open !== undefined)
        throw badInput([
          {
            path: open.property,
            message: t('input-to-argv.needs-value-front-command', 'needs a value in front of a command'),
          },
        ])
    } else if (needsEndOfOptions(chain, args, open?.property)) argv.push('--')
  }
  return [...argv, ...args.map(({ text }) => text)]
}

interface OptionGroup extends WordGroup {
  property: string
}

/** The options of one command of the chain, as groups of words. */
function optionGroups(
  slots: readonly InputSlot[],
  { owner, values, style }: { owner: number; values: Values; style: { hasDashLong: boolean } },
): OptionGroup[] {
  const groups: OptionGroup[] = []
  for (const slot of slots) {
    if (slot.kind !== 'option' || slot.owner !== owner || !values.has(slot.property)) continue
    const { property } = slot
    try {
      for (const group of optionWords(slot, values.get(property), style)) groups.push({ ...group, property })
    } catch (error) {
      if (error instanceof NoWords) throw badInput([{ path: property, message: error.message }])
      throw error
    }
  }
  return inSafeOrder(groups)
}

/** A dash ends an open group, so groups that begin with a dash come after it, and those with a plus before. */
function inSafeOrder(groups: readonly OptionGroup[]): OptionGroup[] {
  const open = new Set(groups.flatMap(({ property, isOpen }) => (isOpen ? [property] : [])))
  // All values of one option keep their order, so they stay with its open groups.
  const place = ({ words, property }: OptionGroup): number =>
    words[0]?.startsWith('+') ? (open.has(property) ? 1 : 0) : open.has(property) ? 2 : 3
  const ordered = [...groups].sort((a, b) => place(a) - place(b))
  const [first, second] = ordered.filter((group) => place(group) === 1)
  if (first !== undefined && second !== undefined)
    throw badInput([
      {
        path: second.property,
        message: t('input-to-argv.would-taken-value', 'would be taken for a value of "{property}"', {
          property: first.property,
        }),
      },
    ])
  return ordered
}

/** Refuses NUL, which no argument can contain, and lone surrogates. */
function refuseUnwritable(values: Values): void {
  for (const [property, value] of values)
    for (const text of [value].flat(2))
      if (typeof text === 'string' && (text.includes('\0') || !text.isWellFormed()))
        throw badInput([
          { path: property, message: t('input-to-argv.must-text-without-nul', 'must be text without NUL') },
        ])
}
