import { editDistance } from '../search/nearest-names.ts'
import { skeletonOf, wordsOf } from './skeleton.ts'

/** How many letters two names may differ in and still be taken for each other. */
const slipsFor = (length: number): number => (length >= 10 ? 2 : length >= 5 ? 1 : 0)

/** A folded name as it is compared. */
export interface NameLook {
  skeleton: string
  /** Its words in alphabetical order, where it has more than one. */
  sorted: string | undefined
}

export function lookOf(key: string): NameLook {
  const words = wordsOf(key)
  return {
    skeleton: skeletonOf(key),
    sorted: words.length > 1 ? words.map(skeletonOf).sort().join(' ') : undefined,
  }
}

/** Why two names would be taken for each other; `undefined` when they would not. */
export function nearnessOf(a: NameLook, b: NameLook): string | undefined {
  if (a.skeleton === b.skeleton) return 'looks like'
  if (a.sorted !== undefined && a.sorted === b.sorted) return 'has the words of'
  const slips = slipsFor(Math.min(a.skeleton.length, b.skeleton.length))
  return slips > 0 && editDistance(a.skeleton, b.skeleton, slips) <= slips ? 'is nearly' : undefined
}

/** Letters at the beginning that the marks of `is nearly` are made of: longer ones would make hundreds of marks. */
const markedLength = 8

/**
 * Numbers of 32 bits by which a database finds the names near to one: any two for which `nearnessOf` has a
 * reason share one. (Two texts at a distance of n are equal once at most n letters are taken out of each, and so are their
 * beginnings.) Names that share one need not be near.
 */
export function nameMarks(key: string): number[] {
  const { skeleton, sorted } = lookOf(key)
  const marks = [`looks ${skeleton}`]
  if (sorted !== undefined) marks.push(`words ${sorted}`)
  const slips = slipsFor(skeleton.length)
  if (slips > 0)
    for (const text of shortened(skeleton.slice(0, markedLength), slips)) marks.push(`nearly ${text}`)
  return [...new Set(marks.map(hash))]
}

/** The mark of names that look the same. */
export const lookMark = (key: string): number => hash(`looks ${skeletonOf(key)}`)

/** A text with none and up to so many letters taken out, in every way. */
function shortened(text: string, most: number): Set<string> {
  const found = new Set([text])
  let row = [text]
  for (let taken = 0; taken < most; taken++) {
    row = row.flatMap((longer) =>
      Array.from({ length: longer.length }, (_, at) => longer.slice(0, at) + longer.slice(at + 1)),
    )
    for (const shorter of row) found.add(shorter)
  }
  return found
}

/** FNV-1a, as a signed integer of 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193)
  return value | 0
}
