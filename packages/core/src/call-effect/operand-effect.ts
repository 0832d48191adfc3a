import type { CommandNode } from '@cli-apps/help/command-tree'
import type { OptionEffect } from '../manifest/effect/effect.ts'
import { valueTaken } from './option-value.ts'

/**
 * Whether an argument after a command is an operand that the manifest lists, by a pattern such as `+*` or by `<path>`, at
 * the listed position. A word that is certainly the value of an option is not an operand.
 */
export function isOperand(
  { operands: patterns, position }: Pick<OptionEffect, 'operands' | 'position'>,
  args: readonly string[],
  { node, valued, isThere }: OperandFacts,
): boolean {
  const operands = operandsOf(args, node, valued)
  // What may be the value of an option may be the last operand, and so may be the one before it.
  const from =
    position === 'last'
      ? Math.max(
          0,
          operands.findLastIndex(({ isSure }) => isSure),
        )
      : 0
  return operands
    .slice(from)
    .some(({ word }) =>
      patterns.some((pattern) =>
        pattern === '<path>' ? isPath(word) || isThere(word) : isLike(pattern, word),
      ),
    )
}

interface OperandFacts {
  /** The command in the tree of the program. */
  node: CommandNode | undefined
  /** Options that take the next word, beyond those of the tree. */
  valued: ReadonlySet<string>
  isThere: (name: string) => boolean
}

interface Operand {
  word: string
  /** It cannot be the value of the option before it. */
  isSure: boolean
}

function operandsOf(
  args: readonly string[],
  node: CommandNode | undefined,
  valued: ReadonlySet<string>,
): Operand[] {
  const operands: Operand[] = []
  let isSure = true
  for (let at = 0; at < args.length; at++) {
    const word = args[at] ?? ''
    if (word === '--')
      return [...operands, ...args.slice(at + 1).map((literal) => ({ word: literal, isSure: true }))]
    if (word.length < 2 || !word.startsWith('-')) {
      operands.push({ word, isSure })
      isSure = true
    } else {
      const taken = valueTaken(node, word, valued)
      if (taken === 'yes') at++
      isSure = taken === 'yes' || taken === 'no'
    }
  }
  return operands
}

/** Whether a word is written as a path or glob, existing or not: `.`, `./a`, `/a`, `:/a`, `a/`, `*.ts`. */
const isPath = (word: string): boolean => /^[./:~\\]|[/\\]$|[*?[]/.test(word)

/** Whether a text fits a pattern, in which `*` stands for any text; letter case does not count. */
export function isLike(pattern: string, word: string): boolean {
  const [first = '', ...rest] = pattern.toLowerCase().split('*')
  const text = word.toLowerCase()
  const last = rest.pop()
  if (last === undefined) return text === first
  if (!text.startsWith(first)) return false
  let at = first.length
  for (const part of rest) {
    const found = text.indexOf(part, at)
    if (found === -1) return false
    at = found + part.length
  }
  return text.length - last.length >= at && text.endsWith(last)
}
