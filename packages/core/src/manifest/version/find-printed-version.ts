import { likeness } from './program-version.ts'

/** Bounded, because a program may print anything. */
const versions = /(?<!\d)\d{1,20}(?:\.\d{1,20}){1,8}[0-9A-Za-z.+-]{0,60}/g

/**
 * Returns the version among those in a program's answer that is most like one of `expected`, the first of which counts
 * most; without any like them, the first in the answer. Programs print versions of other things too.
 */
export function findPrintedVersion(answer: string, expected: readonly string[]): string | null {
  const printed = [...answer.matchAll(versions)].map(([text]) => text.replace(/[.+-]+$/, ''))
  for (const version of expected) {
    const [best] = printed
      .map((text) => ({ text, likeness: likeness(text, version) }))
      .filter((one) => one.likeness > 0)
      .sort((a, b) => b.likeness - a.likeness)
    if (best !== undefined) return best.text
    // A version without a dot, such as a date, is told from other numbers only by what was expected.
    if (/^\d{3,}$/.test(version) && new RegExp(`(?<![\\d.])${version}(?![\\d.])`).test(answer)) return version
  }
  return printed[0] ?? null
}
