import { codeRanges, type FlatRanges } from './code-ranges.ts'
import { createLinkReader } from './links.ts'
import { createNameIndex } from './name-index.ts'
import { isAfterWord, isNameEnd } from './word-boundaries.ts'

/** Something that a message may mention, with its exact names and aliases. */
export interface Mentionable {
  names: readonly string[]
  aliases?: readonly string[]
  /** Names for people, in any language, possibly of several words. */
  displayNames?: readonly string[]
}

/** Returns what is mentioned by the name that begins at a position of a text, if any. */
export type MentionReader<Value> = (text: string, at: number) => Value | undefined

/**
 * Matches names, ignoring case: an exact name wins over any alias, and an alias over any display name, even a longer
 * one; within one kind the longest wins. So nothing can impersonate an exact name.
 */
export function createMentionReader<Value extends Mentionable>(
  mentionables: readonly Value[],
): MentionReader<Value> {
  const named = (kind: number, namesOf: (one: Value) => readonly string[] | undefined) =>
    mentionables.flatMap((one) =>
      (namesOf(one) ?? []).filter(isReadable).map((name) => [name, one, kind] as const),
    )
  const names = createNameIndex([
    ...named(0, (one) => one.names),
    ...named(1, (one) => one.aliases),
    ...named(2, (one) => one.displayNames),
  ])
  return (text, at) => names.find(text, at, isNameEnd)
}

/** A name that contains an @ could match at every @. */
const isReadable = (name: string): boolean => !/[@＠]/.test(name)

/** A message with more possible names is not prose; further ones are ignored. */
const mostReads = 30_000

/**
 * Returns what a message mentions as `@name`, in order of first mention, without repetition, at most `most`. Ignores
 * code, e-mail addresses, links, paths, package names (`@scope/pkg`) and parts of longer names. Linear time on any
 * text.
 */
export function findMentions<Value>(
  text: string,
  read: MentionReader<Value>,
  most = Number.POSITIVE_INFINITY,
): Value[] {
  if (!/[@＠]/.test(text)) return []
  const found = new Set<Value>()
  const isCode = createCodeReader(text)
  const isInLink = createLinkReader(text)
  let reads = 0
  for (let at = 0; at < text.length && found.size < most && reads < mostReads; at++) {
    if (!isSign(text.charCodeAt(at)) || isSign(text.charCodeAt(at + 1)) || isAfterWord(text, at)) continue
    reads++
    const value = read(text, at + 1)
    if (value !== undefined && !found.has(value) && !isCode(at) && !isInLink(at)) found.add(value)
  }
  return [...found]
}

/** Tells whether a position is inside code; must be called from left to right. Parses nothing before the first call. */
function createCodeReader(text: string): (at: number) => boolean {
  let ranges: FlatRanges | undefined
  let next = 0
  return (at) => {
    ranges ??= codeRanges(text)
    while ((ranges[next + 1] ?? Number.POSITIVE_INFINITY) <= at) next += 2
    return (ranges[next] ?? Number.POSITIVE_INFINITY) <= at
  }
}

/** @, and the full-width ＠ of Chinese and Japanese keyboards. */
const isSign = (code: number): boolean => code === 0x40 || code === 0xff20
