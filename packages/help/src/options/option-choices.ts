/** Phrases that announce the values of an option, up to the start of the list. */
const announced: readonly RegExp[] = [
  /[([](?:choices|possible values|one of|choose from|allowed values|valid values|allowed|values|options|available|accepts)(?: are| is)?:?\s/i,
  /(?:^|[\s(])<options:\s/i,
  /\b(?:one of(?: the following)?|possible values(?: are)?|choices(?: are)?|(?:valid|allowed|accepted|permitted) (?:values|options)(?: are)?|supported(?: values)? are|must be(?: either)?|available (?:values|options)(?: are)?)\s?:\s?[[({]?/i,
  /\bmust be (?:one of|either)\s/i,
  /\b(?:one of|either|values are|options are)\s(?=[`'"]\w)/i,
  /\b[Oo]ne of\s(?=[\w-]{1,40} \([^()]{1,80}\),)/,
  /\b(?:can be|is|may be|are|be)(?: either)?\s(?=(?:'[\w-]{1,40}'|"[\w-]{1,40}"|`[\w-]{1,40}`)(?:,| or )\s?)/,
]

const maxChoices = 200
const plain = /^[\w.:+@/-]{1,60}$/

/** oclif breaks a long list within words: `<options: info|warn|e rror>`. */
const broken = /<options: ([^<>]{1,4000})>/

/** Returns the values that a description lists; empty unless it says that no others are allowed. */
export function choicesInText(text: string): string[] {
  const whole = broken.exec(text)?.[1]?.replaceAll(' ', '').split('|') ?? []
  if (whole.length > 1 && whole.length <= maxChoices && whole.every((choice) => plain.test(choice)))
    return [...new Set(whole)]
  for (const pattern of announced) {
    const found = pattern.exec(text)
    const choices = found === null ? [] : listAt(text, found.index + found[0].length)
    if (choices.length > 1) return choices
  }
  const bullets = bulletChoices(text)
  if (bullets.length > 1) return bullets
  const bare =
    /^\{([\w.,+|-]{3,400})\}|\s\{([\w.+-]{1,60}(?:\|[\w.+-]{1,60}){1,40})\}|\(([\w.+-]{1,60}(?:\|[\w.+-]{1,60}){1,40})\)/.exec(
      text,
    )
  const listed = (bare?.[1] ?? bare?.[2] ?? bare?.[3] ?? '').split(/[,|]/).filter((choice) => choice !== '')
  return isAlphabet(listed) || areUnits(listed) ? [] : listed
}

/** Docker: `Time between running the check (ms|s|m|h)` names the units of a number. */
const areUnits = (listed: readonly string[]): boolean =>
  listed.every((word) => /^(?:ns|us|µs|ms|s|m|h|d|b|k|g|t|kb|mb|gb|tb)$/i.test(word))

const item = /"([^"\s]{0,60})"|'([^'\s]{0,60})'|`([^`\s]{0,60})`|([\w*#/][\w.:+@/*-]{0,60})/y
const note = / \([^()]{1,120}\)/y
const join = /\s?[,|]\s?(?:(?:or|and|&)\s)?|\s(?:or|and)\s|\s?\/\s/y

/** Consecutive items, each optionally followed by a note in brackets. */
function listAt(text: string, start: number): string[] {
  const choices: string[] = []
  let at = start
  let isQuoted = false
  while (choices.length < maxChoices) {
    item.lastIndex = at
    const found = item.exec(text)
    if (found === null) break
    const word = found[4]
    isQuoted ||= word === undefined
    // "auto, 'never' or whatever you like": after a quoted value, a bare word is not a value.
    if (isQuoted && word !== undefined && !/^\d+$/.test(word)) break
    const choice = word?.replace(/^\*|[*.:]+$/g, '') ?? found[1] ?? found[2] ?? found[3] ?? ''
    // "or" begins the next item, and "default" a note, unless the list goes on or ends after it.
    const isValue = /^default$/.test(choice) && /^[,|\]]/.test(text.slice(item.lastIndex, item.lastIndex + 1))
    if (word !== undefined && !isValue && /^(defaults?|or|and|the|an?|etc)$/i.test(choice)) break
    choices.push(choice)
    at = item.lastIndex
    if (word?.endsWith('.')) break
    note.lastIndex = at
    if (note.test(text)) at = note.lastIndex
    join.lastIndex = at
    if (!join.test(text)) break
    at = join.lastIndex
  }
  const ends = /^$|^\s?[\])};.>:"']|^,?\s(?:[A-Z([-]|default|$)|^\s?$/.test(text.slice(at, at + 12))
  const kept = choices.filter((choice) => plain.test(choice) && !choice.startsWith('-'))
  return ends || isQuoted || kept.length > 2 ? [...new Set(kept)] : []
}

/** Clap's long help lists one possible value per line: `- always: text`. */
function bulletChoices(text: string): string[] {
  const at = text.search(/(?:possible|valid|allowed) values(?: are)?:\s/i)
  if (at < 0) return []
  const found = text.slice(at).matchAll(/(?:\s|^)- ([\w.+-]{1,60})(?=:\s|\s-\s|\s*$)/g)
  return [...found].map((match) => match[1] ?? '').slice(0, maxChoices)
}

const switches: ReadonlySet<string> = new Set(['on/off', 'off/on', 'yes/no', 'y/n', 'true/false'])

const kinds =
  /^(?:name|path|url|uri|id|uuid|host|hostname|ip|address|port|sel|selector|ms|seconds|n|filename|pattern|regex|regexp|glob|date|dur|duration|timestamp|num|number|int|string|str)$/i

/** `<name|path>` and `<file|url>` say what a value may be; `<file|dir>` may be the very words. */
const areKinds = (choices: readonly string[]): boolean =>
  choices.some((choice) => kinds.test(choice)) &&
  choices.every((choice) => kinds.test(choice) || /^(?:file|dir)$/.test(choice))

/** `none|NUMBER`: a word, or a value of a kind. */
const hasKind = (choices: readonly string[]): boolean =>
  choices.some((choice) => /^[A-Z][A-Z_]+$/.test(choice)) && choices.some((choice) => /^[a-z]/.test(choice))

/** `{a,b,c}` and `d,e,f` stand for names. */
const isAlphabet = (choices: readonly string[]): boolean =>
  choices.length > 2 &&
  /^[a-z]+$/.test(choices.join('')) &&
  'abcdefghijklmnopqrstuvwxyz'.includes(choices.join(''))

/**
 * Values that a placeholder lists: `a|b`, `{a,b}`, `always/never/auto`. Uppercase words are kinds of values, and words
 * after a colon belong to the same value.
 */
export function choicesInPlaceholder(raw: string): string[] {
  const isSet = raw.includes('{')
  const inner = raw.replace(/^[<[{(=]+|[>\]})]+$/g, '').replace(/^=/, '')
  const isList = inner.includes(',') && (isSet || (/^[<[(]?[a-z]/.test(raw) && !/\.\.|…/.test(raw)))
  const parts = inner.includes('|')
    ? inner.split('|')
    : isList
      ? inner.split(',')
      : inner.split('/').length > 2 || switches.has(inner)
        ? inner.split('/')
        : []
  const choices = parts.map((part) => part.trim().replace(/^["']|["']$/g, ''))
  if (choices.length < 2 || !choices.every((choice) => /^[\w.:+-]{1,60}$/.test(choice))) return []
  if (isSet) return isAlphabet(choices) ? [] : choices
  if (choices.every((choice) => /^[A-Z_\d]+$/.test(choice)) || choices[0]?.includes(':')) return []
  if (inner.includes('|')) return areKinds(choices) || hasKind(choices) ? [] : choices
  // `CODE1,CODE2` and `n,m` illustrate a list.
  const isSample = choices.every((choice) => choice.replace(/\d+$/, '') === choices[0]?.replace(/\d+$/, ''))
  const isLetters = choices.length < 3 || choices.some((choice) => choice.length < 2)
  return isSample || (isLetters && !switches.has(inner)) ? [] : choices
}
