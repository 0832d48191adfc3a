import type { AppManifest } from '../../manifest/manifest.ts'
import { gotchaText } from '../../manifest/skill/skill-advice.ts'
import { codeSpan, safeProse } from '../safe-text.ts'

/** A character that Markdown would need a backslash for. */
const sign = /[\\*[\]~]/

/** Signs of the sentence around a word, not part of it. */
const opening = /^["(]+/
const closing = /[.,;:!?)"]+$/

/**
 * Converts a sentence about calls to Markdown. Words such as `HEAD~1` and `.[].name` become code, since a backslash in
 * them could be taken for a part of the call.
 */
export const advice = (text: string, max: number): string =>
  safeProse(
    text
      .split(/(`[^`]*`)/)
      .map((part, at) => (at % 2 === 1 ? part : part.replace(/[^\s`]+/g, asCode)))
      .join(''),
    max,
  )

/** A word as code without the signs of its sentence, such as parentheses that the word does not close itself. */
function asCode(word: string, at: number, sentence: string): string {
  if (!sign.test(word)) return word
  const before = opening.exec(word)?.[0] ?? ''
  const rest = word.slice(before.length)
  const after = closing.exec(rest)?.[0] ?? ''
  const goesOn = /^\s+\p{Ll}/u.test(sentence.slice(at + word.length))
  const body = rest.slice(0, rest.length - after.length)
  const own = ownSigns(body, after, goesOn)
  const inner = body + own
  return sign.test(inner) ? `${before}\`${inner}\`${after.slice(own.length)}` : word
}

/** The signs at the end that belong to the word: what closes its own parentheses, and `?` within a sentence. */
function ownSigns(body: string, after: string, goesOn: boolean): string {
  let open = (body.match(/\(/g)?.length ?? 0) - (body.match(/\)/g)?.length ?? 0)
  let length = 0
  for (const character of after) {
    const closes = character === ')' && open > 0
    if (!closes && !(character === '?' && goesOn)) break
    if (closes) open--
    length++
  }
  return after.slice(0, length)
}

/** The words of what the manifest advises. */
export const advisedWords = ({ skill = {} }: AppManifest): string[] =>
  [
    ...(skill.gotchas ?? []).map(gotchaText),
    ...(skill.choose ?? []).map(({ use }) => use),
    ...(skill.fixes ?? []).map(({ fix }) => fix),
  ].flatMap((text) => text.match(/[a-z][\w-]*/gi) ?? [])

/** What a program prints, as it is; a sentence that marks its code itself stays a sentence. */
export const symptomText = (text: string, max: number): string =>
  /`[^`]+`/.test(text) ? safeProse(text, max) : codeSpan(text, max)
