import type { OptionValue } from '../command-tree.ts'

export interface ReadValue {
  value: OptionValue | null
  repeatable: boolean
  end: number
}

const closers: Readonly<Record<string, string>> = {
  '<': '>',
  '[': ']',
  '{': '}',
  '(': ')',
  '"': '"',
  "'": "'",
}
const maxGroup = 600

/** Type tags that yargs and others print in brackets; they describe the option and are no placeholder. */
const notValue =
  /^[[(](default|boolean|bool|string|number|array|count|required|optional|choices|possible|env|deprecated|aliases|see|\$|e\.g|for |the |this |also |implies|same|repeat|multiple|experimental|hidden)/i

/** End of the bracketed group that begins at `at`, or `undefined` when it does not close in bounds. */
export function groupEnd(text: string, at: number): number | undefined {
  const open = text[at] ?? ''
  const close = closers[open]
  if (close === undefined) return undefined
  let depth = 0
  const limit = Math.min(text.length, at + maxGroup)
  for (let index = at; index < limit; index++) {
    const character = text[index]
    if (character === close && (open !== close || index > at)) depth--
    else if (character === open) depth++
    if (depth === 0) return index + 1
  }
  return undefined
}

/** Reads the placeholder right after an option's name; `undefined` when there is none. */
export function readValue(text: string, start: number): ReadValue | undefined {
  let at = start
  let repeatable = false
  if (text.startsWith('...', at) && !text.startsWith('....', at)) {
    at += 3
    repeatable = true
  }
  const found = readGlued(text, at) ?? readSpaced(text, at)
  if (found === undefined) return repeatable ? { value: null, repeatable, end: at } : undefined
  return { ...found, repeatable: repeatable || found.repeatable }
}

/** `=x`, `[=x]`, `<x>`, `[x]` and `:x` that touch the name. */
function readGlued(text: string, at: number): ReadValue | undefined {
  const first = text[at]
  if (first === '[' || first === '<' || first === '{') {
    const end = groupEnd(text, at)
    if (end === undefined) return undefined
    const inner = text.slice(at + 1, end - 1)
    if (inner.startsWith('-') || inner.startsWith(' -') || inner === '' || inner === 's') return undefined
    return made(inner.replace(/^[=:]/, ''), {
      optional: first === '[',
      glued: true,
      end: tokenEnd(text, end),
    })
  }
  if (first !== '=') return undefined
  if (text[at + 1] === '[' && text[at + 2] === ']') return made('value', { glued: true, end: at + 3 })
  const end = tokenEnd(text, at + 1)
  const name = text.slice(at + 1, end)
  const optional = name.startsWith('[') && name.endsWith(']')
  if (name !== '') return made(name, { optional, glued: true, end })
  return made('value', { glued: true, end: text.startsWith(' ...', end) ? end + 4 : end })
}

/** End of a token: brackets and quotes may hold white space, a comma ends it only before white space. */
function tokenEnd(text: string, start: number): number {
  let at = start
  let unclosed = 0
  while (at < text.length) {
    const character = text[at] ?? ''
    if (/\s/.test(character)) return at
    if (character === ',' && /^,(\s|-|$)/.test(text.slice(at, at + 2))) return at
    if (character === '|' && text[at + 1] === '-') return at
    const closed = unclosed < 4 && '<[{("'.includes(character) ? groupEnd(text, at) : undefined
    if (closed === undefined && '<[{("'.includes(character)) unclosed++
    at = closed ?? at + 1
  }
  return at
}

const upperWord = /^[A-Z0-9@][A-Z0-9_:=./|,+#@%*<>[\]{}-]*(\.\.\.)?$/
const lowerWord = /^[A-Za-z0-9_@#%./'+][\w:=./|,+#@%*<>[\]{}'()-]*(\.\.\.)?$/

/** Placeholders one space after the name: `<x>`, `[x]`, `{a,b}`, `FILE`, and plain words before a gap. */
function readSpaced(text: string, start: number): ReadValue | undefined {
  if (text[start] !== ' ' || text[start + 1] === ' ' || text[start + 1] === undefined) return undefined
  const words: string[] = []
  let certain = false
  let at = start
  while (text[at] === ' ' && text[at + 1] !== ' ' && text[at + 1] !== undefined && words.length < 4) {
    const begin = at + 1
    const character = text[begin] ?? ''
    if (certain && text.startsWith(' | ', at) && /[A-Z<[]/.test(text[at + 3] ?? '')) {
      at += 2
      continue
    }
    const isGroup = '<[{"'.includes(character)
    if (
      character === '-' ||
      character === '(' ||
      (isGroup && (text[begin + 1] === '-' || notValue.test(text.slice(begin, begin + 14))))
    )
      break
    if (isGroup && groupEnd(text, begin) === undefined) break
    const end = tokenEnd(text, begin)
    const word = text.slice(begin, end)
    const isCertain = isGroup || (upperWord.test(word) && /[A-Z]/.test(word))
    if (certain && !isCertain && word !== '...') break
    if (!isCertain && word !== '...' && !lowerWord.test(word)) break
    // "A text" is the start of a sentence; "A" is a placeholder only where nothing but a gap follows.
    if (isCertain && !isGroup && word.length <= 1 && !endsSpec(text, end)) break
    certain ||= isCertain
    words.push(word)
    at = end
  }
  if (words.length === 0) return undefined
  if (!certain && !isPlainPlaceholder(text, at, words)) return undefined
  const name = words.filter((word) => word !== '...').join(' ')
  if (name === '') return undefined
  const optional = name.startsWith('[') && name.endsWith(']')
  const list = words.includes('...') || words.length > 1
  return { ...made(name, { optional, end: at }), ...(list ? {} : {}) }
}

/** Lower-case words count as a placeholder only when a gap, the end or another name follows: else they are a sentence. */
function isPlainPlaceholder(text: string, end: number, words: readonly string[]): boolean {
  if (!endsSpec(text, end)) return false
  if (end < text.length) return true
  const [word = ''] = words
  return words.length === 1 && !/^[A-Z][a-z]/.test(word) && !/[.]$/.test(word)
}

const endsSpec = (text: string, end: number): boolean =>
  end >= text.length || text.startsWith('  ', end) || /^(,\s*|\s\|\s|\|)-/.test(text.slice(end, end + 6))

function made(
  raw: string,
  { optional = false, glued = false, end }: { optional?: boolean; glued?: boolean; end: number },
): ReadValue {
  const many = /\.\.\.|\[,|,\.\.|…/.test(raw)
  const name = bareName(raw)
  return {
    value: { name: name === '' ? 'value' : name, type: typeOfName(name, many), optional, glued },
    repeatable: many,
    end,
  }
}

function bareName(raw: string): string {
  const plain = raw
    .replace(/\.{2,}|…/g, '')
    .replace(/:$/, '')
    .trim()
  const single = /^[<[{("']([^<>[\]{}()]*)[>\]})"']$/.exec(plain)
  return (single?.[1] ?? plain).trim().slice(0, 200)
}

const types: readonly [RegExp, OptionValue['type']][] = [
  [/^(strings|ints|stringArray|stringSlice|list|array|globs?)$|\.\.\./, 'list'],
  [
    /^(n|num|number|int|integer|uint\d*|int\d*|float\d*|count|port|bytes|seconds|secs|ms|duration|lines|size|depth|width|height|level)$/i,
    'number',
  ],
  [/(^|[_ -])(file|files|filename|path|paths|dir|directory|folder)$|^(file|path|dir)/i, 'path'],
  [/(^|[_ -])(url|uri)$/i, 'url'],
  [/^(bool|boolean|true\|false)$/i, 'boolean'],
  [/^(string|str|text)$/i, 'string'],
]

const typeOfName = (name: string, many: boolean): OptionValue['type'] =>
  many ? 'list' : (types.find(([pattern]) => pattern.test(name))?.[1] ?? 'unknown')
