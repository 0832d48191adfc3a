import type { CommandNode, CommandOption } from '@cli-apps/core'
import { isCut } from './bound-tree.ts'

/**
 * Returns what a command tree had and a later one of the program lacks: commands, options, and values of options, each as
 * the words of a call. What either tree leaves out on purpose is not compared.
 */
export function lostParts(before: CommandNode, after: CommandNode, path: readonly string[] = []): string[] {
  const words = (...more: string[]): string => [...path, ...more].join(' ')
  const options = isCut(after) ? [] : before.options.flatMap((option) => lostOf(option, after))
  const commands = before.commands.flatMap((command) => {
    const same = after.commands.find(({ name, aliases }) => [name, ...aliases].includes(command.name))
    if (same !== undefined) return lostParts(command, same, [...path, command.name])
    return isCut(after) && after.commands.length === 0 ? [] : [words(command.name)]
  })
  return [...options.map((option) => words(option)), ...commands]
}

function lostOf(option: CommandOption, { options }: CommandNode): string[] {
  const names = namesOf(option)
  const same = options.find((one) => namesOf(one).some((name) => names.includes(name)))
  const [name = ''] = names
  if (same === undefined) return [name]
  const isShort = option.value !== null && same.value === null
  return isShort ? [`${name} <${option.value?.name}>`] : names.filter((one) => !namesOf(same).includes(one))
}

const namesOf = ({ long, short }: CommandOption): string[] => [...long, ...short]
