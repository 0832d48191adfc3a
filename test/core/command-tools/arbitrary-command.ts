import fc from 'fast-check'
import type { CommandChain } from '../../../packages/core/src/command-tools/command-chain.ts'
import {
  type InputSlot,
  inputSlots,
  type OptionSlot,
} from '../../../packages/core/src/command-tools/input-slots.ts'
import { CommandNode, type CommandOption } from '../../../packages/help/src/command-tree.ts'

/** Every kind of option that help screens have, by a name. */
export const optionKinds: Readonly<Record<string, Partial<CommandOption>>> = {
  flag: {},
  'negatable flag': { negatable: true },
  'counted flag': { repeatable: true },
  text: { value: value('TEXT') },
  number: { value: value('N', { type: 'number' }) },
  boolean: { value: value('BOOL', { type: 'boolean' }) },
  choice: { value: value('WHEN'), choices: ['always', 'never', 'auto'] },
  'glued text': { value: value('TEXT', { glued: true }) },
  'glued choice': { value: value('WHEN', { glued: true }), choices: ['a', '2'] },
  'optional text': { value: value('TEXT', { optional: true }) },
  'optional glued choice': { value: value('WHEN', { optional: true, glued: true }), choices: ['a', 'b'] },
  'optional glued number': { value: value('N', { optional: true, glued: true, type: 'number' }) },
  'optional boolean': { value: value('BOOL', { optional: true, type: 'boolean' }) },
  'repeated text': { value: value('TEXT'), repeatable: true },
  'repeated glued text': { value: value('TEXT', { glued: true }), repeatable: true },
  'repeated optional glued text': { value: value('TEXT', { glued: true, optional: true }), repeatable: true },
  'list of numbers': { value: value('N', { type: 'number' }), repeatable: true },
  'list of choices': { value: value('X', { type: 'list' }), choices: ['x', 'y'] },
  'list without brackets': { value: value('strings', { type: 'list' }) },
  'spread list': { value: value('X [X ]', { type: 'list' }), repeatable: true },
  'spread list or nothing': { value: value('X', { type: 'list', optional: true }), repeatable: true },
  pair: { value: value('<host> <port>') },
  'repeated pair': { value: value('KEY VALUE'), repeatable: true },
  'negatable text': { value: value('PATH', { type: 'path' }), negatable: true },
  'negatable optional text': { value: value('PATH', { optional: true, glued: true }), negatable: true },
  'negatable list': { value: value('PATH'), negatable: true, repeatable: true },
}

function value(
  name: string,
  more: Partial<NonNullable<CommandOption['value']>> = {},
): CommandOption['value'] {
  return { name, type: 'unknown', optional: false, glued: false, ...more }
}

/** Ways to name an option: a plain short name, long ones with two dashes or one, a plus. */
const spellings: readonly ((id: number) => Pick<CommandOption, 'long' | 'short'>)[] = [
  (id) => ({ long: [`--long${id}`], short: [] }),
  (id) => ({ long: [`--both${id}`], short: [`-${letter(id)}`] }),
  (id) => ({ long: [], short: [`-${letter(id)}`] }),
  (id) => ({ long: [`-dash${id}`], short: [] }),
  (id) => ({ long: [`+plus${id}`], short: [] }),
]
const letter = (id: number): string => String.fromCodePoint(0x41 + id)

const spelledOption = (id: number): fc.Arbitrary<object> =>
  fc
    .record({ kind: fc.constantFrom(...Object.values(optionKinds)), spelling: fc.constantFrom(...spellings) })
    .map(({ kind, spelling }) => ({ ...spelling(id), ...kind }))

const options = (from: number): fc.Arbitrary<object[]> =>
  fc
    .integer({ min: 0, max: 6 })
    .chain((count) => fc.tuple(...Array.from({ length: count }, (_, index) => spelledOption(from + index))))

const singles = (name: string, required: boolean) =>
  fc
    .nat(2)
    .map((count) => Array.from({ length: count }, (_, index) => ({ name: `${name}${index}`, required })))
const commandArguments = fc
  .tuple(singles('in', true), fc.boolean(), fc.boolean(), singles('out', true))
  .map(([before, hasMany, required, after]) => [
    ...before,
    ...(hasMany ? [{ name: 'files', variadic: true, required }] : []),
    ...after,
  ])

/** A command with up to two others above it; no two options share a name. */
export const commandChain: fc.Arbitrary<CommandChain> = fc
  .tuple(options(0), options(8), options(16), commandArguments, fc.constantFrom(1, 2, 3), fc.boolean())
  .map(([first, second, third, args, depth, isColon]) => {
    const dashes = { long: ['--dashes'] }
    const names = ['prog', 'remote', isColon ? 'remote:add' : 'add']
    const nodes = [first, second, third].slice(0, depth).map((list, index) =>
      CommandNode.parse({
        name: names[index],
        options: index === 0 ? [dashes, ...list] : list,
        arguments: index === depth - 1 ? args : [],
      }),
    )
    return nodes as unknown as CommandChain
  })

const text = fc.oneof(
  fc.constantFrom(
    '',
    '-',
    '-x',
    '--',
    '--long0',
    '--x=1',
    '=',
    '=x',
    'a b',
    '-5',
    '*',
    "'",
    '工作',
    'a\nb',
    '"',
    '$HOME',
  ),
  fc.string({ unit: 'grapheme' }).filter((one) => !one.includes('\0')),
)
const number = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => (n === 0 ? 0 : n)),
)

/** An input that fits a command, in the one spelling that arguments are read back to. */
export const inputOf = (chain: CommandChain): fc.Arbitrary<Record<string, unknown>> => {
  const slots = inputSlots(chain)
  const fields = Object.fromEntries(slots.map((slot) => [slot.property, slotValue(slot)]))
  const required = slots.filter((slot) => slot.kind === 'argument' && slot.argument.required)
  return fc.record(fields, { requiredKeys: required.map(({ property }) => property) })
}

const argumentText = text.filter((one) => !one.startsWith('+'))

function slotValue(slot: InputSlot): fc.Arbitrary<unknown> {
  if (slot.kind === 'option') return optionValue(slot)
  if (slot.kind === 'rest' || slot.argument.variadic)
    return fc.array(argumentText, { minLength: 1, maxLength: 4 })
  return argumentText
}

function optionValue({ option, form }: OptionSlot): fc.Arbitrary<unknown> {
  const negated = form.negation === undefined || option.value?.type === 'boolean' ? [] : [fc.constant(false)]
  if (form.takes === 'nothing')
    return fc.oneof(
      fc.constant(true),
      ...negated,
      ...(form.isRepeatable ? [fc.integer({ min: 2, max: 20 })] : []),
    )
  const bare = form.isOptional ? [fc.constant(true)] : []
  const one = scalar({ option, form })
  if (form.takes === 'spread') return fc.oneof(fc.array(one, { minLength: 1, maxLength: 3 }), ...bare)
  const single =
    typeof form.takes === 'number'
      ? fc.array(one, { minLength: form.takes, maxLength: form.takes })
      : fc.oneof(one, ...bare)
  return fc.oneof(form.isRepeatable ? fc.array(single, { minLength: 1, maxLength: 3 }) : single, ...negated)
}

/** Short names have no place for an empty value that must touch them, and lists none for one that begins with a dash. */
function scalar({ option, form }: Pick<OptionSlot, 'option' | 'form'>): fc.Arbitrary<unknown> {
  if (option.choices.length > 0) return fc.constantFrom(...option.choices)
  if (option.value?.type === 'number') return fc.oneof(number, fc.constantFrom('10k', '30s', '-5m'))
  if (option.value?.type === 'boolean') return fc.boolean()
  if (form.takes !== 'value') return text.filter((one) => !/^-(?!$|\.?\d)/.test(one))
  const mustTouch = form.isGlued || form.isOptional
  return mustTouch && [...form.name].length === 2 ? text.filter((one) => one !== '') : text
}
