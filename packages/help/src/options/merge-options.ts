import type { CommandOption } from '../command-tree.ts'

/**
 * Merges the options of rows by name: a repeated name adds to the existing option. Options of the usage line count only
 * if no row has any of their names. `--no-x` next to `--x` makes the latter negatable and remains an option.
 */
export function mergeOptions(
  rows: readonly CommandOption[],
  inUsage: readonly CommandOption[],
): CommandOption[] {
  const merged: CommandOption[] = []
  const byName = new Map<string, CommandOption>()
  const add = (option: CommandOption): void => {
    merged.push(option)
    for (const name of namesOf(option)) byName.set(name, option)
  }
  for (const option of rows) {
    const known = findKnown(option, byName)
    if (known === undefined) add({ ...option })
    else {
      complete(known, option)
      for (const name of namesOf(known)) byName.set(name, known)
    }
  }
  for (const option of inUsage) {
    const positive = option.long
      .map((name) => byName.get(name.replace(/^--no-/, '--')))
      .find((known) => known)
    if (positive !== undefined && option.long.every((name) => name.startsWith('--no-')))
      positive.negatable = true
    else if (positive !== undefined) {
      positive.value ??= option.value
      if (positive.choices.length === 0) positive.choices = option.choices
      positive.required ||= option.required && positive.value !== null
      positive.repeatable ||= option.repeatable
    } else if (
      !namesOf(option).some(
        (name) => byName.has(name) || hasGluedValue(name, byName) || isCluster(name, byName),
      )
    )
      // A row says what is required; a bare option in a usage line does not show whether it takes a value.
      add({ ...option, required: option.required && option.value !== null })
  }
  for (const option of merged)
    if (option.long.some((name) => name.startsWith('--') && byName.has(`--no-${name.slice(2)}`)))
      option.negatable = true
  return merged
}

/** `-Zscript`, if `-Z <flag>` is known, is that option with a value. */
const hasGluedValue = (name: string, byName: ReadonlyMap<string, CommandOption>): boolean =>
  /^-[A-Za-z0-9]\w/.test(name) && byName.get(name.slice(0, 2))?.value != null

/** `-hV`, if `-h` and `-V` are known, means both. */
const isCluster = (name: string, byName: ReadonlyMap<string, CommandOption>): boolean =>
  /^-[A-Za-z0-9]{2,40}$/.test(name) && [...name.slice(1)].every((letter) => byName.has(`-${letter}`))

const namesOf = (option: CommandOption): string[] => [...option.long, ...option.short]

/**
 * Matches by long names; by short ones only if an option has no long name, as a letter may be reused in another
 * section.
 */
function findKnown(
  option: CommandOption,
  byName: ReadonlyMap<string, CommandOption>,
): CommandOption | undefined {
  const names = option.long.length > 0 ? option.long : option.short
  const found = names.map((name) => byName.get(name)).find((known) => known !== undefined)
  return found
}

function complete(known: CommandOption, again: CommandOption): void {
  for (const name of again.long) if (!known.long.includes(name)) known.long.push(name)
  for (const name of again.short) if (!known.short.includes(name)) known.short.push(name)
  known.value ??= again.value
  if (known.description === '') known.description = again.description
  if (known.choices.length === 0) known.choices = again.choices
  known.default ??= again.default
  known.env ??= again.env
  known.repeatable ||= again.repeatable
  known.negatable ||= again.negatable
}
