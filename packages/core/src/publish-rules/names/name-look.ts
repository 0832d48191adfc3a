import { skeletonOf, wordsOf } from '../../name-skeleton.ts'

/** A folded name as it is compared. */
export interface NameLook {
  skeleton: string
  /** Its words in alphabetical order, where it has more than one. */
  sorted: string | undefined
  /** The skeleton without what attackers and honest authors hang on to a name: `-cli`, `python-`, `js`, a version's digit. */
  bare: string
  /** Its first word, where it has more than one. */
  first: string | undefined
  /** Consonants as they are heard; `undefined` where too few are left to tell anything. */
  sound: string | undefined
}

/** Words that say of what kind a program is, for whom or in which language, and not which one. */
const commonWords = new Set(
  [
    'cli tui gui app apps api sdk core lib libs util utils tool tools helper helpers client bin dev',
    'js ts py node nodejs npm python python2 python3 go rs rust rb ruby orm ng',
    'linux darwin mac macos osx win windows async fast free lite pro plus secure simd next new latest beta official real',
  ].flatMap((row) => row.split(' ')),
)

/** The same without a separator, where enough of the name is left: `nodemonjs`, `nodemon2`. */
const commonEnd = /(?<=.{5})(?:js|py|cli|api|lib|sdk)\d?$|(?<=.{7})\d$/

const minSound = 5

export function lookOf(key: string): NameLook {
  const words = wordsOf(key)
  const telling = words.filter((word) => !commonWords.has(word))
  const own = (telling.length > 0 ? telling : words).join('').replace(commonEnd, '')
  const sound = soundOf(own)
  return {
    skeleton: skeletonOf(key),
    sorted: words.length > 1 ? words.map(skeletonOf).sort().join(' ') : undefined,
    bare: skeletonOf(own),
    first: words.length > 1 ? skeletonOf(words[0] ?? '') : undefined,
    sound: sound.length >= minSound ? sound : undefined,
  }
}

/** `deezcord` and `discord` are heard alike: no vowels behind the first letter, one letter for one sound, none twice. */
function soundOf(text: string): string {
  const heard = text
    .replace(/ph/g, 'f')
    .replace(/ck|[cq]/g, 'k')
    .replace(/z/g, 's')
  return (heard.slice(0, 1) + heard.slice(1).replace(/[aeiouy]/g, '')).replace(/(.)\1+/g, '$1')
}
