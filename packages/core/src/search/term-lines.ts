/** Writes postings as lines, each a term, a tab and its postings, sorted by the code units of the terms. */
export const termLines = (postings: ReadonlyMap<string, readonly string[]>): string =>
  [...postings]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([term, apps]) => `${term}\t${apps.join(' ')}\n`)
    .join('')

/** What stands behind a term; empty if it has no line. */
export function postingsText(text: string, term: string, start: number): string {
  const at = lineFrom(text, term, start)
  return text.startsWith(`${term}\t`, at) ? text.slice(at + term.length + 1, text.indexOf('\n', at)) : ''
}

/** Where the first line begins whose term is not before this one, by binary search over the sorted lines. */
export function lineFrom(text: string, term: string, start: number): number {
  let [low, high] = [start, text.length]
  while (low < high) {
    const at = Math.max(low, text.lastIndexOf('\n', ((low + high) >> 1) - 1) + 1)
    if (text.slice(at, text.indexOf('\t', at)) < term) low = text.indexOf('\n', at) + 1
    else high = at
  }
  return low
}

/** The lines from there on, as long as their terms begin so. */
export function* linesOf(
  text: string,
  from: number,
  beginning = '',
): Generator<[term: string, postings: string]> {
  for (let at = from; at < text.length && text.startsWith(beginning, at); ) {
    const end = text.indexOf('\n', at)
    const tab = text.indexOf('\t', at)
    yield [text.slice(at, tab), text.slice(tab + 1, end)]
    at = end + 1
  }
}
