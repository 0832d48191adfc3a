import { t } from './messages/t.ts'
import { latinOf } from './name-skeleton.ts'
import { unseenCharacter } from './to-line.ts'

type Mark = readonly [pattern: RegExp, what: () => string]

/**
 * Marks that a model or its harness would treat as structure, with their names. Each is bounded, so that none
 * backtracks.
 */
const marks: readonly Mark[] = [
  [
    /[[<]\s{0,5}\/?\s{0,5}runtime[\s_-]{0,5}context(?:[^[\]<>\n]{0,80}[\]>])?/gi,
    () => t('prompt-marks.context', 'a Runtime Context tag'),
  ],
  [
    /<\s{0,3}\/?\s{0,3}(antml:|(function|tool)[_-]?(calls?|use|results?|responses?)\b|invoke\s+name|parameter\s+name|system[-_]reminder|available_skills\b)[^<>\n]{0,80}>?/gi,
    () => t('prompt-marks.tool-call', 'a tag of tool calls'),
  ],
  [
    /<\s{0,3}\/\s{0,3}(system|assistant|user|human|instructions|think(ing)?)\s{0,3}>/gi,
    () => t('prompt-marks.turn-end', 'the end of a turn'),
  ],
  [
    /<\s{0,3}\|\s{0,3}[^<>|\s]{1,40}\s{0,3}\|\s{0,3}>|<\/?\s?(start|end)_of_(turn|text|image)>|<(bos|eos)>|<\/s>/gi,
    () => t('prompt-marks.control-token', 'a control token of a model'),
  ],
  [
    /\[\/?(INST|SYS|TOOL_CALLS|TOOL_RESULTS|AVAILABLE_TOOLS|TOOL_CONTENT)\]|<<\/?SYS>>/g,
    () => t('prompt-marks.control-token', 'a control token of a model'),
  ],
]

/** A role at the beginning of a line. */
const speaker = /^([\s#*_>]{0,8})(system|assistant|human|developer)([\s*_]{0,4}):/gim
const speakerMark: Mark = [speaker, () => t('prompt-marks.speaker', 'a marker of who speaks')]
const fenceMark: Mark = [
  /^\s{0,3}---\s*$/gm,
  () => t('prompt-marks.front-matter', 'the fence of front matter'),
]

/** Placeholders such as `<user>` are too common in usage lines to count as the beginning of a turn. */
const opening: Mark = [
  /<\s{0,3}(system|assistant|human|instructions?|think(ing)?)\s{0,3}>/gi,
  () => t('prompt-marks.turn-begin', 'the beginning of a turn'),
]

interface PromptMark {
  /** `a Runtime Context tag` */
  what: string
  /** Whether it only looks like a role. */
  isSpeaker: boolean
  index: number
}

interface MarkOptions {
  /** False for a text where three hyphens are a horizontal rule and not a fence. */
  hasFences?: boolean
}

/**
 * Finds the first mark in a text that a model or its harness would treat as structure, even in look-alike or with
 * invisible letters.
 */
export function findPromptMark(text: string, { hasFences = true }: MarkOptions = {}): PromptMark | undefined {
  const { plain, places } = fold(text)
  // Manifests have tens of thousands of texts, most of them without any character of a mark.
  const likely = [
    ...(suspect.test(plain) ? marks : []),
    ...(plain.includes(':') ? [speakerMark] : []),
    ...(hasFences && plain.includes('---') ? [fenceMark] : []),
  ]
  for (const [pattern, what] of likely)
    for (const { index } of plain.matchAll(pattern))
      return { what: what(), isSpeaker: pattern === speaker, index: places?.[index] ?? index }
  return undefined
}

/** Returns the positions where marks begin, so that they can be escaped. */
export function promptMarkPlaces(text: string): number[] {
  if (!mayHoldMarks(text)) return []
  const { plain, places } = fold(text)
  if (!suspect.test(plain)) return []
  return [...marks, opening].flatMap(([pattern]) =>
    [...plain.matchAll(pattern)].map(({ index }) => places?.[index] ?? index),
  )
}

const maxPasses = 4
const brackets: Readonly<Record<string, string>> = {
  '[': '(',
  '<': '(',
  ']': ')',
  '>': ')',
  '|': '',
  '/': '',
}

/** How every mark except roles begins; most texts with brackets do not contain this. */
const suspect =
  /[[<][\s/]{0,11}(?:[|<]|runtime|antml|function|tool|invoke|parameter|system|available|assistant|user|human|instruction|think|start_|end_|bos|eos|s>|inst|sys)/i

/** Removes all marks from a text: their brackets become round ones, and their content stays readable as words. */
export function withoutPromptMarks(text: string): string {
  if (!mayHoldMarks(text)) return text
  let clean = text
  for (let pass = 0; pass < maxPasses; pass++) {
    const next = takeOut(clean, [...marks, opening])
    if (next === clean) return clean
    clean = next
  }
  // Legitimate text does not nest marks this deep.
  const { plain } = fold(clean)
  return suspect.test(plain) ? takeOut(clean, [[/[[<\]>]/g, () => '']], /./) : clean
}

/** Defuses a role at the beginning of a line: `System: do this` becomes `System - do this`. */
export const withoutSpeaker = (line: string): string => {
  const { plain } = fold(line.slice(0, 60))
  return plain.search(speaker) < 0 ? line : line.replace(/\s*[:\uff1a\ua789\u2236\ufe55]/u, ' -')
}

function takeOut(text: string, patterns: readonly Mark[], likely = suspect): string {
  const { plain, places } = fold(text)
  if (!likely.test(plain)) return text
  const placeOf = (at: number): number => (places === undefined ? at : (places[at] ?? text.length))
  const ranges = patterns
    .flatMap(([pattern]) =>
      [...plain.matchAll(pattern)].map(
        ({ index, 0: { length } }) => [placeOf(index), placeOf(index + length)] as const,
      ),
    )
    .sort(([a], [b]) => a - b)
  let clean = ''
  let at = 0
  for (const [start, end] of ranges) {
    if (end <= at) continue
    clean += text.slice(at, Math.max(at, start))
    for (const letter of text.slice(Math.max(at, start), end)) clean += brackets[foldLetter(letter)] ?? letter
    at = end
  }
  return clean + text.slice(at)
}

const isAscii = (text: string): boolean => /^[\t\n\x20-\x7e]*$/.test(text)
const mayHoldMarks = (text: string): boolean => /[[<]/.test(text) || !isAscii(text)

/**
 * Normalizes full-width and look-alike letters, accents and invisible characters, and maps each unit to its original
 * position (absent if nothing changed).
 */
function fold(text: string): { plain: string; places?: number[] } {
  if (isAscii(text)) return { plain: text }
  let plain = ''
  const places: number[] = []
  let at = 0
  for (const letter of text) {
    const folded = foldLetter(letter)
    for (let unit = 0; unit < folded.length; unit++) places.push(at)
    plain += folded
    at += letter.length
  }
  places.push(text.length)
  return { plain, places }
}

/** Normalizes full-width and look-alike letters, accents and invisible characters. */
export const foldText = (text: string): string => fold(text).plain

const unseen = new RegExp(unseenCharacter, 'gu')
const otherBrackets: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ['[', '【〔〖⟦⦋❲⁅「『［⌈⌊'],
    [']', '】〕〗⟧⦌❳⁆」』］⌉⌋'],
    ['<', '‹〈⟨❮❬≺˂ᐸ〈＜《«'],
    ['>', '›〉⟩❯❭≻˃ᐳ〉＞》»'],
    ['|', '｜∣ǀ│ǁ❘⎸'],
    ['/', '∕⁄╱⧸／'],
    ['_', '▁＿'],
  ].flatMap(([plain = '', others = '']) => [...others].map((other) => [other, plain])),
)

const folded = new Map<string, string>()

function foldLetter(letter: string): string {
  if (letter < '\u0080') return letter === '\n' || letter === '\t' ? letter : letter.replace(unseen, '')
  const known = folded.get(letter)
  if (known !== undefined) return known
  const plain = otherBrackets[letter] ?? foldNonAscii(letter)
  // Limits the cache; a text uses few of the many letters.
  if (folded.size < 5_000) folded.set(letter, plain)
  return plain
}

const foldNonAscii = (letter: string): string =>
  latinOf(
    letter
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .replace(/[\u2028\u2029\u0085]/g, '\n')
      .replace(unseen, (found) => (found === '\n' ? '\n' : ''))
      .replace(/\p{Pd}/gu, '-'),
  )
