/** Finds names at a position of a text, ignoring case. */
interface NameIndex<Value> {
  /** Of the names that begin at `at` and end where `isEnd` agrees, returns the longest of the best kind. */
  find(text: string, at: number, isEnd: (text: string, end: number) => boolean): Value | undefined
}

/** A name, its value, and its kind: 0 is the best. */
type IndexedName<Value> = readonly [name: string, value: Value, kind: number]

/** Most letters have one successor, and comparing with it is faster than a map lookup. */
interface Node<Value> {
  letter: number
  child: Node<Value> | undefined
  /** Children beyond the first. */
  others: Map<number, Node<Value>> | undefined
  value: Value | undefined
  kind: number
}

/**
 * A trie: a lookup takes time proportional to the name, however many there are. Among equal names the best kind wins,
 * then the first. A blank in a name matches any number of blanks on one line.
 */
export function createNameIndex<Value>(names: Iterable<IndexedName<Value>>): NameIndex<Value> {
  const root = createNode<Value>()
  for (const [name, value, kind] of names) {
    let node = root
    const letters = name.normalize('NFC').replace(/\s+/gu, ' ').trim()
    for (let at = 0; at < letters.length; at++) node = childOf(node, letterAt(letters, at))
    if (node !== root && (node.value === undefined || kind < node.kind)) Object.assign(node, { value, kind })
  }
  return {
    find(text, at, isEnd) {
      let found: Value | undefined
      let best = Number.POSITIVE_INFINITY
      let node = childAt(root, letterAt(text, at))
      for (let end = at; node !== undefined; node = childAt(node, letterAt(text, end))) {
        end = isBlank(text.charCodeAt(end)) ? afterBlanks(text, end) : end + 1
        if (node.value === undefined || node.kind > best || !isEnd(text, end)) continue
        found = node.value
        best = node.kind
      }
      return found
    },
  }
}

const createNode = <Value>(): Node<Value> => ({
  letter: Number.NaN,
  child: undefined,
  others: undefined,
  value: undefined,
  kind: 0,
})

const childAt = <Value>(node: Node<Value>, letter: number): Node<Value> | undefined =>
  node.letter === letter ? node.child : node.others?.get(letter)

function childOf<Value>(node: Node<Value>, letter: number): Node<Value> {
  const known = childAt(node, letter)
  if (known !== undefined) return known
  const made = createNode<Value>()
  if (node.child === undefined) Object.assign(node, { letter, child: made })
  else {
    node.others ??= new Map()
    node.others.set(letter, made)
  }
  return made
}

/** Space, tab, no-break space, and the wide space of Chinese and Japanese keyboards. */
const isBlank = (code: number): boolean => code === 32 || code === 9 || code === 0xa0 || code === 0x3000

function afterBlanks(text: string, at: number): number {
  let end = at
  while (isBlank(text.charCodeAt(end))) end++
  return end
}

/** The lowercase letter; a letter whose lowercase form is longer stays unchanged. NaN at the end of the text. */
function letterAt(text: string, at: number): number {
  const code = text.charCodeAt(at)
  if (code < 128) return code === 9 ? 32 : code >= 65 && code <= 90 ? code + 32 : code
  if (isBlank(code)) return 32
  const small = String.fromCharCode(code).toLowerCase()
  return small.length === 1 ? small.charCodeAt(0) : code
}
