import { t } from '../../messages/t.ts'
import { editDistance } from '../../search/nearest-names.ts'
import type { NameLook } from './name-look.ts'

/** What stands between two names that would be taken for each other. */
const nearness = {
  look: () => t('name-nearness.look', 'looks like'),
  words: () => t('name-nearness.words', 'has the words of'),
  slip: () => t('name-nearness.slip', 'is nearly'),
  commonWords: () => t('name-nearness.common-words', 'adds or changes only common words of'),
  slipAndCommonWords: () => t('name-nearness.slip-and-common-words', 'is nearly, but for common words,'),
  sound: () => t('name-nearness.sound', 'sounds like'),
  firstWord: () => t('name-nearness.first-word', 'shares its long first word with'),
} as const
type NameNearness = keyof typeof nearness

export const nearnessText = (kind: NameNearness): string => nearness[kind]()

/** Why two names would be taken for each other; `undefined` when they would not. It goes both ways. */
export function nearnessOf(a: NameLook, b: NameLook): NameNearness | undefined {
  if (a.skeleton === b.skeleton) return 'look'
  if (a.sorted !== undefined && a.sorted === b.sorted) return 'words'
  if (isSlip(a.skeleton, b.skeleton, slipsBetween(a.skeleton.length, b.skeleton.length))) return 'slip'
  if (a.bare === b.bare) return 'commonWords'
  const isDecorated = a.bare !== a.skeleton || b.bare !== b.skeleton
  if (isDecorated && Math.min(a.bare.length, b.bare.length) >= minBare && isSlip(a.bare, b.bare, 1))
    return 'slipAndCommonWords'
  if (a.sound !== undefined && a.sound === b.sound) return 'sound'
  return isLongBeginning(a, b) || isLongBeginning(b, a) ? 'firstWord' : undefined
}

/** Skeletons from this length on may be a slip apart; shorter ones only by two letters that changed places. */
export const minSlip = 5
/** From this length on two slips count, where the longer name has `longName` letters. */
export const minTwoSlips = 6
const longName = 8
export const minBare = 5
/** A word as long as `beautifulsoup` is nobody's by chance. */
export const minFirst = 10

/** How many letters two names of these lengths may differ in and still be taken for each other. */
function slipsBetween(a: number, b: number): number {
  const [shorter, longer] = a < b ? [a, b] : [b, a]
  if (shorter >= minTwoSlips && longer >= longName) return 2
  return shorter >= minSlip ? 1 : 0
}

/** Letters dropped, added, changed or swapped with their neighbor. */
function isSlip(a: string, b: string, most: number): boolean {
  if (most > 0) return editDistance(a, b, most) <= most
  return a.length === b.length && lettersOf(a) === lettersOf(b) && editDistance(a, b, 1) === 1
}

export const lettersOf = (text: string): string => [...text].sort().join('')

const isLongBeginning = ({ first }: NameLook, { bare }: NameLook): boolean =>
  first !== undefined && first.length >= minFirst && first === bare
