import { type CommandNode, type CommandOption, calledCommands, negatedName } from '@cli-apps/core'
import { takenBy } from '../../../packages/core/src/call-effect/option-value.ts'
import { isCut } from '../bound-tree.ts'

/** A word of a call that the command tree of its program does not have. */
export interface CallFault {
  word: string
  what: 'command' | 'option' | 'choice'
}

/**
 * Compares a call with the command tree of its program: each command and option must be in it, and a value must be one
 * of an option's choices. What follows `--` belongs to somebody else; nothing can be said of what a published tree leaves out.
 */
export function callFaults(tree: CommandNode, args: readonly string[]): CallFault[] {
  const nodes = [tree]
  const faults: CallFault[] = []
  let operands = 0
  for (let at = 0; at < args.length; at++) {
    const word = args[at] ?? ''
    const node = nodes.at(-1) ?? tree
    const topic = node.commands.find(({ name }) => word.startsWith(`${name}:`))
    if (word === '--' || isCut(topic ?? node)) return faults
    if (word.startsWith('-') && word.length > 1) {
      const found = findOption(nodes, word)
      if (found === undefined) faults.push({ word, what: 'option' })
      else if (found.takesNext) {
        const value = args[++at]
        if (value !== undefined && !fits(found.option, value)) faults.push({ word: value, what: 'choice' })
      } else if (found.value !== undefined && !fits(found.option, found.value))
        faults.push({ word: found.value, what: 'choice' })
      continue
    }
    const next = operands > 0 ? [] : calledCommands(node, word)
    if (next.length > 0) nodes.push(...next)
    else {
      if (operands === 0 && node.commands.length > 0 && node.arguments.length === 0)
        faults.push({ word, what: 'command' })
      operands++
    }
  }
  return faults
}

interface FoundOption {
  option: CommandOption
  /** The value that stands in the same word. */
  value?: string
  takesNext: boolean
}

function findOption(nodes: readonly CommandNode[], word: string): FoundOption | undefined {
  const options = nodes.flatMap((node) => node.options)
  const named = (name: string): CommandOption | undefined =>
    options.find(
      ({ long, short, negatable }) =>
        long.includes(name) ||
        short.includes(name) ||
        (negatable && long.some((one) => negatedName(one) === name)),
    )
  const whole = named(word)
  if (whole !== undefined) {
    return { option: whole, takesNext: takenBy(whole, word) === 'yes' }
  }
  const equals = word.indexOf('=')
  const before = equals < 0 ? undefined : named(word.slice(0, equals))
  if (before !== undefined) return { option: before, value: word.slice(equals + 1), takesNext: false }
  return word.startsWith('--') ? undefined : clustered(word, named)
}

/** `-xzf`, `-O2`, `-n5`: flags in one word, the last of which may have its value there or in the next. */
function clustered(
  word: string,
  named: (name: string) => CommandOption | undefined,
): FoundOption | undefined {
  for (let at = 1; at < word.length; at++) {
    const option = named(`-${word[at]}`)
    if (option === undefined) return undefined
    if (option.value !== null) {
      const value = word.slice(at + 1)
      return { option, ...(value !== '' && { value }), takesNext: value === '' && !option.value.optional }
    }
    if (at === word.length - 1) return { option, takesNext: false }
  }
  return undefined
}

const fits = ({ choices }: CommandOption, value: string): boolean =>
  choices.length === 0 || choices.includes(value) || choices.some((choice) => /[<>[\]=:,.…]/.test(choice))
