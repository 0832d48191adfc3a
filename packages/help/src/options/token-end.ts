const closers: Readonly<Record<string, string>> = {
  '<': '>',
  '[': ']',
  '{': '}',
  '(': ')',
  '"': '"',
  "'": "'",
}
const maxGroup = 600

/** End of the bracketed group that begins at `at`; `undefined` if it does not close within bounds. */
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

/** End of a token: brackets and quotes may contain white space, and a comma ends it only before white space. */
export function tokenEnd(text: string, start: number): number {
  let at = start
  let unclosed = 0
  while (at < text.length) {
    const character = text[at] ?? ''
    if (/\s/.test(character)) return at
    if (character === ',' && /^,(\s|-|$)/.test(text.slice(at, at + 2))) return at
    if (character === '|' && text[at + 1] === '-') return at
    if (character === ':' && at > start && /^:(\s|$)/.test(text.slice(at, at + 2))) return at
    const closed = unclosed < 4 && '<[{("'.includes(character) ? groupEnd(text, at) : undefined
    if (closed === undefined && '<[{("'.includes(character)) unclosed++
    at = closed ?? at + 1
  }
  return at
}

/** `--disptime <arg>print progress report`: a sentence that begins right at the bracket. */
export function touchedEnd(text: string, at: number): number | undefined {
  const end = text[at] === '<' ? groupEnd(text, at) : undefined
  return end !== undefined && /^[a-z]{2,} [a-z]+ [a-z]/.test(text.slice(end, end + 60)) ? end : undefined
}
