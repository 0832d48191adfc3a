/** Names compare without case and width, so that `@ollama` and `@Ollama` can never mean two apps. */
export const nameKey = (name: string): string => name.normalize('NFKC').toLowerCase()

/** Letters of other scripts, and digits, that look like a Latin letter; of `i`, `l` and `1` one stands for all. */
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

/** Two letters that look like one. */
const pairs: Readonly<Record<string, string>> = { rn: 'm', vv: 'w', cl: 'd' }

/** A text with Latin letters in place of those of other scripts that look like them; its own letters and digits stay. */
export const latinOf = (text: string): string =>
  Array.from(text, (letter) => (letter < '\u0080' ? letter : (lookAlikes.get(letter) ?? letter))).join('')

const separators = /[\s._-]+/u

/** The words of a folded name. */
export const wordsOf = (key: string): string[] => key.split(separators).filter((word) => word !== '')

/** What a folded name looks like at a glance: no separators and accents, and one letter for all that look alike. */
export function skeletonOf(key: string): string {
  const bare = key.replace(/[\s._-]+/gu, '')
  const latin = /^[a-z0-9]*$/.test(bare)
    ? bare
    : latinOf(bare.normalize('NFD').replace(/[\u0300-\u036f]/g, ''))
  const joined = latin.replace(/rn|vv|cl/g, (pair) => pairs[pair] ?? pair)
  return joined.replace(/[0-9i|!$]/g, (letter) => lookAlikes.get(letter) ?? letter)
}
