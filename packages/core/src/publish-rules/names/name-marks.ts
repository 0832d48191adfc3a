import { skeletonOf } from '../../name-skeleton.ts'
import { lookOf } from './name-look.ts'
import { lettersOf, minBare, minFirst, minSlip, minTwoSlips } from './name-nearness.ts'

/** Letters at the beginning that the marks of `is nearly` are made of: longer ones would make hundreds of marks. */
const markedLength = 8

/**
 * Numbers of 32 bits by which a database finds the names near to one: any two for which `nearnessOf` has a
 * reason share one. (Two texts at a distance of n are equal once at most n letters are taken out of each, and so are their
 * beginnings.) Names that share one need not be near.
 */
export function nameMarks(key: string): number[] {
  const { skeleton, sorted, bare, first, sound } = lookOf(key)
  const slips = skeleton.length >= minTwoSlips ? 2 : skeleton.length >= minSlip ? 1 : 0
  const marks = [
    `looks ${skeleton}`,
    `bare ${bare}`,
    ...(sorted === undefined ? [] : [`words ${sorted}`]),
    ...(sound === undefined ? [] : [`sounds ${sound}`]),
    ...[first, bare].flatMap((word) =>
      word === undefined || word.length < minFirst ? [] : [`begins ${word}`],
    ),
    ...(skeleton.length < minSlip ? [`letters ${lettersOf(skeleton)}`] : nearly(skeleton, slips)),
    ...(bare.length < minBare ? [] : nearly(bare, 1)),
  ]
  return [...new Set(marks.map(hash))]
}

/** The mark of names that look the same. */
export const lookMark = (key: string): number => hash(`looks ${skeletonOf(key)}`)

const nearly = (text: string, slips: number): string[] =>
  [...shortened(text.slice(0, markedLength), slips)].map((shorter) => `nearly ${shorter}`)

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
