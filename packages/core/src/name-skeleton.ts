/** Normalizes case and width for comparison, so that `@ollama` and `@Ollama` never mean two apps. */
export const nameKey = (name: string): string => name.normalize('NFKC').toLowerCase()

/** Letters of other scripts, and digits, that look like a Latin letter; `i`, `l` and `1` map to one. */
const lookAlikes = new Map(
  [
    ['a', 'аαɑ'],
    ['b', '8ь'],
    ['c', 'сϲ'],
    ['d', 'ԁ'],
    ['e', 'еє'],
    ['g', 'ɡ'],
    ['h', 'һ'],
    ['j', 'јϳ'],
    ['k', 'кκ'],
    ['l', '1i|!ıіιӏǀ'],
    ['m', 'м'],
    ['n', 'пη'],
    ['o', '0оοσ'],
    ['p', 'рρ'],
    ['q', 'ԛ'],
    ['s', '5ѕ$'],
    ['t', 'тτ'],
    ['u', 'υ'],
    ['v', 'νѵ'],
    ['w', 'ԝω'],
    ['x', 'хχ'],
    ['y', 'уγ'],
    ['z', '2'],
  ].flatMap(([latin = '', others = '']) => [...others].map((other) => [other, latin])),
)

/** Pairs of letters that look like one. */
const pairs: Readonly<Record<string, string>> = { rn: 'm', vv: 'w', cl: 'd' }

/** Replaces letters of other scripts by the Latin letters they resemble; Latin letters and digits stay. */
export const latinOf = (text: string): string =>
  Array.from(text, (letter) => (letter < '\u0080' ? letter : (lookAlikes.get(letter) ?? letter))).join('')

const separators = /[\s._-]+/u

/** The words of a normalized name. */
export const wordsOf = (key: string): string[] => key.split(separators).filter((word) => word !== '')

/** Reduces a normalized name to its appearance: no separators and accents, and one letter for all that look alike. */
export function skeletonOf(key: string): string {
  const bare = key.replace(/[\s._-]+/gu, '')
  const latin = /^[a-z0-9]*$/.test(bare)
    ? bare
    : latinOf(bare.normalize('NFD').replace(/[\u0300-\u036f]/g, ''))
  const joined = latin.replace(/rn|vv|cl/g, (pair) => pairs[pair] ?? pair)
  return joined.replace(/[0-9i|!$]/g, (letter) => lookAlikes.get(letter) ?? letter)
}
