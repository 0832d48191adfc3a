import type { CommandNode, CommandOption } from '@cli-apps/core'

/**
 * Parses a call against a tree, strictly: every option must be listed by the command or one above it, take a value or
 * none as listed, and a word in the place of a command must be one. Returns what is wrong, or `undefined`.
 */
export function faultOf(words: readonly string[], root: CommandNode): string | undefined {
  const nodes = [root]
  let sawValue = false
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ''
    const node = nodes.at(-1) ?? root
    if (word === '--') return undefined
    if (/^[-+]./.test(word)) {
      const found = readOption(word, nodes)
      if (found === undefined && /^[-+][\d/]/.test(word) && sawValue) continue
      if (found === undefined && word.startsWith('+')) continue
      if (found === undefined) return `unknown option ${word}`
      if ('fault' in found) return found.fault
      if (found.needed > words.length - 1 - at) return `no value for ${word}`
      at += found.needed
      continue
    }
    const command = sawValue
      ? undefined
      : node.commands.find(({ name, aliases }) => name === word || aliases.includes(word))
    if (command !== undefined) nodes.push(command)
    else if (!sawValue && node.commands.length > 0 && node.arguments.length === 0)
      return `unknown command ${word}`
    // What follows is the call of another program: `watch [options] command`.
    else if (node.arguments.some(({ name }) => /^(?:command|cmd|program|utility)$/i.test(name)))
      return undefined
    else sawValue = true
  }
  return undefined
}

type Found = { needed: number } | { fault: string }

function readOption(word: string, nodes: readonly CommandNode[]): Found | undefined {
  const options = nodes.flatMap((node) => node.options)
  const named = (name: string): CommandOption | undefined =>
    options.find(({ long, short }) => long.includes(name) || short.includes(name)) ??
    options.find(
      ({ long, negatable }) => negatable && name.startsWith('--no-') && long.includes(`--${name.slice(5)}`),
    )
  const exact = named(word)
  if (exact !== undefined) return { needed: valuesAfter(exact) }
  const at = word.indexOf('=')
  const assigned = at > 0 ? named(word.slice(0, at)) : undefined
  if (assigned !== undefined)
    return assigned.value === null ? { fault: `${word.slice(0, at)} takes no value` } : { needed: 0 }
  return word.startsWith('--') ? undefined : (gluedTo(word, options) ?? clusterOf(word, named))
}

/** An optional or touching value does not take the next word. `<a> <v>` are two. */
const valuesAfter = ({ value }: CommandOption): number =>
  value === null || value.optional || value.glued
    ? value?.glued && !value.optional && !value.name
      ? 1
      : 0
    : countOf(value.name)

const countOf = (name: string): number =>
  Math.max(1, (/^<[^<>]+>(?: <[^<>]+>)+$/.exec(name)?.[0] ?? '').split('> <').length)

/** `-n5`, `-Wall`, `-env:X=1`: the longest name that the word begins with and that takes a value. */
function gluedTo(word: string, options: readonly CommandOption[]): Found | undefined {
  const names = options
    .filter(({ value }) => value !== null)
    .flatMap(({ long, short, value }) =>
      [...short, ...long].filter((name) => name.length === 2 || value?.glued === true),
    )
  return names.some((name) => !name.startsWith('--') && word.startsWith(name)) ? { needed: 0 } : undefined
}

/** `-xzf`: letters, of which the last may take a value, in the same word or as the next. */
function clusterOf(word: string, named: (name: string) => CommandOption | undefined): Found | undefined {
  const letters = [...word.slice(1)]
  for (const [at, letter] of letters.entries()) {
    const option = named(`-${letter}`)
    if (option === undefined) return undefined
    if (option.value !== null) return { needed: at === letters.length - 1 ? valuesAfter(option) : 0 }
  }
  return { needed: 0 }
}
