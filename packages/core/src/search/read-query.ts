import { phraseConcepts, runConcepts, runsNear, segmentConcepts, widerConcepts } from './concepts.ts'
import { commonWords, lightWords, plainVerbs, stopWords } from './stop-words.ts'
import { pairsOf, stemOf } from './terms.ts'
import { fold, nameKey, type Token, tokensOf } from './tokens.ts'

/** How a word of the query came to the term that was found. */
export const vias = ['word', 'stem', 'compound', 'prefix', 'typo', 'synonym', 'related'] as const
export type Via = (typeof vias)[number]

/** One way to meet a part of the query: all these terms, or in part most of them. */
export interface QueryForm {
  terms: readonly string[]
  /** From 0 to 1: how much it says of the part. */
  weight: number
  via: Via
}

/** A word of the query with all the forms that stand for it; only the best one found counts. */
export interface QueryUnit {
  text: string
  weight: number
  /** An extra raises an app that has it, and no app lacks it. */
  isExtra: boolean
  forms: readonly QueryForm[]
}

export interface Query {
  /** Folded, without white space at its ends. */
  text: string
  /** Its spellings as a name, with and without words such as "cli". */
  keys: readonly string[]
  units: readonly QueryUnit[]
}

const mostUnits = 24
const weights = { synonym: 0.7, nested: 0.45, related: 0.3, typo: 0.7, slipInSentence: 0.5, prefix: 0.6 }

/** Takes a query apart. Stop words count only where there is nothing else. */
export function readQuery(text: string): Query {
  const tokens = tokensOf(text)
  const isWanted = (token: Token): boolean => !stopWords.has(token.text)
  const wanted = tokens.some((token) => token.kind === 'run' || isWanted(token)) ? isWanted : () => true
  const telling = tokens.filter(wanted)
  const units = [
    ...tokens.flatMap((token, index) => {
      if (token.kind === 'run') return runUnits(token.text)
      return wanted(token)
        ? [wordUnit(token.text, isInPhrase(tokens, index) || isOfFileName(text, token))]
        : []
    }),
    ...phraseUnits(tokens, telling),
    ...compoundUnits(tokens),
    ...literalUnits(text),
  ]
  const heavy = tokens.filter((token) => !lightWords.has(token.text))
  return {
    text: fold(text).trim(),
    keys: [...new Set([nameKey(text), heavy.map((token) => token.text).join('')])].filter(
      (key) => key !== '',
    ),
    units: units.filter(({ forms }) => forms.length > 0).slice(0, mostUnits),
  }
}

/** A bare number is mostly an amount in what somebody wants done, and says nothing of the program. */
const wordWeight = (word: string): number =>
  isAmong(lightWords, word) || /^\d+$/.test(word)
    ? 0.35
    : isAmong(plainVerbs, word)
      ? 0.6
      : isAmong(commonWords, word)
        ? 0.4
        : 1

/** Lists have one form of a word. */
const isAmong = (words: ReadonlySet<string>, word: string): boolean =>
  words.has(word) || words.has(stemOf(word)) || words.has(word.replace(/(?<=[a-z])s$/, ''))

function wordUnit(word: string, isPartOfPhrase: boolean): QueryUnit {
  const stem = stemOf(word)
  const concepts = phraseConcepts([stem], 0).flatMap((match) => match.concepts)
  return {
    text: word,
    weight: wordWeight(word) * (isPartOfPhrase ? 0.5 : 1),
    isExtra: false,
    forms: [{ terms: [stem], weight: 1, via: stem === word ? 'word' : 'stem' }, ...conceptForms(concepts)],
  }
}

function conceptForms(
  concepts: readonly string[],
  weight = weights.synonym,
  via: Via = 'synonym',
): QueryForm[] {
  const wider = concepts.flatMap(widerConcepts).filter((concept) => !concepts.includes(concept))
  return [
    ...concepts.map((concept) => ({ terms: [concept], weight, via })),
    ...[...new Set(wider)].map((concept) => ({
      terms: [concept],
      weight: weights.related * weight,
      via: 'related' as const,
    })),
  ]
}

const stemsOf = (tokens: readonly Token[]): string[] =>
  tokens.map(({ kind, text }) => (kind === 'word' ? stemOf(text) : text))

/** Concepts of several words together, such as "line endings", also with words between that say nothing: "find all files". */
function phraseUnits(tokens: readonly Token[], telling: readonly Token[]): QueryUnit[] {
  const units = [tokens, telling].flatMap((some) => {
    const stems = stemsOf(some)
    return some.flatMap((_, index) =>
      phraseConcepts(stems, index)
        .filter(({ length }) => length > 1)
        .slice(0, 1)
        .map(({ concepts, length }) => phraseUnit(some.slice(index, index + length), concepts)),
    )
  })
  return [...new Map(units.map((unit) => [unit.text, unit])).values()]
}

const phraseUnit = (tokens: readonly Token[], concepts: readonly string[]): QueryUnit => ({
  text: tokens.map(({ text }) => text).join(' '),
  weight: 1,
  isExtra: false,
  forms: conceptForms(concepts),
})

function isInPhrase(tokens: readonly Token[], index: number): boolean {
  const stems = stemsOf(tokens)
  return tokens.some((_, at) =>
    phraseConcepts(stems, at).some(({ length }) => length > 1 && at <= index && index < at + length),
  )
}

/** What is written as it is, and what it names. */
const literals: readonly (readonly [RegExp, string])[] = [
  [/https?:\/\/\S+|\b[a-z\d-]+\.(?:com|org|net)\b/iu, 'website'],
  [/\b\d{1,3}(?:\.\d{1,3}){3}\b/u, 'ipv4'],
]

const ofFileName = /^[\w-]*\.([a-z][a-z\d]{1,4})(?![\w.])/iu

/** What somebody named a file says less than its ending: `screen` in `screen.mov`. */
function isOfFileName(text: string, { end }: Token): boolean {
  const [, extension = ''] = ofFileName.exec(text.slice(end)) ?? []
  return phraseConcepts([stemOf(extension.toLowerCase())], 0).length > 0
}

/** Addresses are told by their form; what they are about is told by what they are. */
const literalUnits = (text: string): QueryUnit[] =>
  literals
    .filter(([pattern]) => pattern.test(text))
    .map(([, word]) => ({ ...wordUnit(word, false), text: word }))

/** Two words that are written as one elsewhere: `type script`. */
function compoundUnits(tokens: readonly Token[]): QueryUnit[] {
  return tokens.slice(1).flatMap((token, index) => {
    const before = tokens[index]
    if (before === undefined || before.kind === 'run' || token.kind === 'run' || token.text.length === 1)
      return []
    const text = before.text + token.text
    return [
      { text, weight: 1, isExtra: true, forms: [{ terms: [stemOf(text)], weight: 1, via: 'compound' }] },
    ]
  })
}

/** A run falls into members of the dictionary, longest first, and what the segmenter makes of the rest. */
function runUnits(run: string): QueryUnit[] {
  const units: QueryUnit[] = []
  let rest = ''
  const flush = (): void => {
    units.push(...segmentsOf(rest).flatMap(segmentUnit))
    rest = ''
  }
  for (let at = 0; at < run.length; ) {
    const match = wordAt(run, at) ?? partedWordAt(run, at)
    if (match === undefined) rest += run[at++]
    else {
      flush()
      units.push(dictionaryUnit(match.word, match.concepts))
      at += match.length
    }
  }
  flush()
  return [...units, ...neighbourUnits(units, run)]
}

/** Two words that the dictionary has as one, though others stood between or the object came first: 把图片…压缩. */
function neighbourUnits(units: readonly QueryUnit[], run: string): QueryUnit[] {
  return units.slice(1).flatMap((unit, index) => {
    const before = units[index]?.text ?? ''
    for (const joined of [before + unit.text, unit.text + before]) {
      const match = wordAt(joined, 0)
      if (match?.length === joined.length && !run.includes(joined))
        return [{ text: joined, weight: 1, isExtra: true, forms: conceptForms(match.concepts) }]
    }
    return []
  })
}

interface FoundWord {
  word: string
  concepts: readonly string[]
  /** Characters of the run that it takes. */
  length: number
}

function wordAt(run: string, at: number): FoundWord | undefined {
  const match = runConcepts(run, at)
  return match && { ...match, word: run.slice(at, at + match.length) }
}

const infixes = ['一下', '一个', '一张', '个', '张', '次', '了']

/** Chinese parts verbs such as the one for "take a screenshot", 截图, by a measure word: 截个图. */
function partedWordAt(run: string, at: number): FoundWord | undefined {
  const infix = infixes.find((one) => run.startsWith(one, at + 1))
  if (infix === undefined) return undefined
  const joined = `${run.charAt(at)}${run.slice(at + 1 + infix.length, at + 4 + infix.length)}`
  const word = wordAt(joined, 0)
  return word && word.length > 1 ? { ...word, length: word.length + infix.length } : undefined
}

function dictionaryUnit(word: string, concepts: readonly string[]): QueryUnit {
  const nested = new Set<string>()
  for (let at = 0; at < word.length; at++) {
    const match = at === 0 ? runConcepts(word.slice(0, -1), 0) : runConcepts(word, at)
    for (const concept of match?.concepts ?? []) if (!concepts.includes(concept)) nested.add(concept)
  }
  return {
    text: word,
    weight: wordWeight(word),
    isExtra: false,
    forms: [
      { terms: pairsOf(word), weight: 1, via: 'word' },
      ...conceptForms(concepts),
      ...[...nested].map((concept) => ({
        terms: [concept],
        weight: weights.nested,
        via: 'related' as const,
      })),
    ],
  }
}

const hiragana = /^[\p{Script=Hiragana}ー]+$/u

function segmentUnit(segment: string): QueryUnit[] {
  const concepts = segmentConcepts(segment)
  const slips = concepts.length === 0 ? runsNear(segment).flatMap(segmentConcepts) : []
  // Japanese writes endings and particles in hiragana.
  if (concepts.length === 0 && hiragana.test(segment)) return []
  const isLone = [...segment].length === 1
  return [
    {
      text: segment,
      weight: wordWeight(segment) * (isLone ? 0.5 : 1),
      isExtra: false,
      forms: [
        ...(isLone ? [] : [{ terms: pairsOf(segment), weight: 1, via: 'word' as const }]),
        ...conceptForms(concepts),
        ...conceptForms([...new Set(slips)], weights.typo, 'typo'),
      ],
    },
  ]
}

let segmenter: Intl.Segmenter | undefined

/** Words of a stretch that the dictionary does not know. Single characters that follow each other stay together. */
function segmentsOf(stretch: string): string[] {
  if (stretch === '') return []
  segmenter ??= new Intl.Segmenter('zh', { granularity: 'word' })
  const segments: string[] = []
  let wasLone = false
  for (const { segment } of segmenter.segment(stretch)) {
    if (stopWords.has(segment)) {
      wasLone = false
      continue
    }
    const isLone = [...segment].length === 1
    if (isLone && wasLone) segments.push(`${segments.pop()}${segment}`)
    else segments.push(segment)
    wasLone = isLone
  }
  return segments
}

/** What is known of the words of all apps. */
export interface Vocabulary {
  /** How many apps there are. */
  apps: number
  /** How many of them have the term. */
  count(term: string): number
  /** Terms that begin so, the commonest first. */
  completions(word: string): readonly string[]
  /** Terms that a slip of the pen may have made of it. */
  corrections(word: string): readonly string[]
}

/** Words that no app has, which may be beginnings or misspelt, and the only word of a query, which may be a beginning. */
export function openWords(query: Query, count: Vocabulary['count']): string[] {
  return query.units.flatMap(({ text, isExtra, forms: [form, ...others] }) => {
    const [term = ''] = form?.terms ?? []
    if (isExtra || (form?.via !== 'word' && form?.via !== 'stem') || pairsOf(text).includes(term)) return []
    const isKnown = count(term) > 0 || others.some(({ terms }) => terms.some((one) => count(one) > 0))
    return text.length >= 2 && (!isKnown || query.units.length === 1) ? [text] : []
  })
}

/** In a sentence, a word that no app has is mostly just that; in a few words it is a beginning, or misspelt. */
const fewUnits = 3
const shortestSlip = 5

/** The query with what its open words may mean besides. */
export function completeQuery(query: Query, vocabulary: Vocabulary): Query {
  const open = new Set(openWords(query, vocabulary.count))
  const written = query.units.filter(({ isExtra }) => !isExtra)
  const isSentence = written.length > fewUnits
  const units = query.units.map((unit) => {
    if (!open.has(unit.text) || unit.isExtra) return unit
    const isLast = unit.text === written.at(-1)?.text
    return { ...unit, forms: [...unit.forms, ...guesses(unit, { vocabulary, isSentence, isLast })] }
  })
  return { ...query, units }
}

interface Circumstances {
  vocabulary: Vocabulary
  isSentence: boolean
  isLast: boolean
}

function guesses({ text, forms }: QueryUnit, { vocabulary, isSentence, isLast }: Circumstances): QueryForm[] {
  const known = new Set(forms.flatMap(({ terms }) => terms))
  const fresh = (terms: readonly string[]): string[] => terms.filter((term) => !known.has(term))
  const isKnown = forms.some(({ terms }) => terms.some((term) => vocabulary.count(term) > 0))
  const completions = isSentence && !isLast ? [] : fresh(vocabulary.completions(text))
  const isRight = isKnown || completions.length > 0 || (isSentence && text.length < shortestSlip)
  const corrections = isRight ? [] : fresh(vocabulary.corrections(text))
  const typo = isSentence ? weights.slipInSentence : weights.typo
  return [
    ...completions.map((term): QueryForm => ({ terms: [term], weight: weights.prefix, via: 'prefix' })),
    ...corrections.flatMap((term) => [
      { terms: [term], weight: typo, via: 'typo' as const },
      ...conceptForms(
        phraseConcepts([term], 0).flatMap(({ concepts }) => concepts),
        typo * weights.synonym,
        'typo',
      ),
    ]),
  ]
}
