/** Finds names at a place of a text, letter case aside. */
export interface NameIndex<Value> {
  /** The longest name that stands at `at` and ends where `isEnd` agrees. */
  find(text: string, at: number, isEnd: (text: string, end: number) => boolean): Value | undefined
}

interface Node<Value> {
  next: Map<number, Node<Value>>
  value?: Value
}

/** A tree of letters: looking a name up takes as long as the name, however many there are. The first of equal names stays. */
export function createNameIndex<Value>(names: Iterable<readonly [string, Value]>): NameIndex<Value> {
  const root: Node<Value> = { next: new Map() }
  for (const [name, value] of names) {
    let node = root
    for (let at = 0; at < name.length; at++) node = childOf(node, letterAt(name, at))
    node.value ??= value
  }
  return {
    find(text, at, isEnd) {
      let found: Value | undefined
      let node = root.next.get(letterAt(text, at))
      for (let end = at + 1; node !== undefined; end++) {
        if (node.value !== undefined && isEnd(text, end)) found = node.value
        node = node.next.get(letterAt(text, end))
      }
      return found
    },
  }
}

function childOf<Value>(node: Node<Value>, letter: number): Node<Value> {
  const known = node.next.get(letter)
  if (known !== undefined) return known
  const made: Node<Value> = { next: new Map() }
  node.next.set(letter, made)
  return made
}

/** Lower case, one for one: a letter whose small form is longer stays as it is. Not a number at the end of the text. */
function letterAt(text: string, at: number): number {
  const code = text.charCodeAt(at)
  if (code < 128) return code >= 65 && code <= 90 ? code + 32 : code
  const small = String.fromCharCode(code).toLowerCase()
  return small.length === 1 ? small.charCodeAt(0) : code
}
