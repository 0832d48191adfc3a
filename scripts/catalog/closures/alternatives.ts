/** A link that `update-alternatives --install` would make. */
export interface Alternative {
  link: string
  /** Name of the link in `/etc/alternatives`. */
  name: string
  path: string
  priority: number
  slaves: { link: string; name: string; path: string }[]
}

interface ReadAlternatives {
  alternatives: Alternative[]
  /** Calls whose arguments the text alone does not prove. */
  unproven: string[]
}

/** A value that the text proves, as written; `undefined` for any other. */
type Values = ReadonlyMap<string, string | undefined>

/**
 * Reads the calls of `update-alternatives --install` in a maintainer script, as text: nothing is run. Understands literal
 * arguments, variables with one literal value, and loops over a literal list.
 */
export function readAlternatives(script: string): ReadAlternatives {
  const lines = script.replaceAll(/\\\n/g, ' ').split('\n')
  const constants = readConstants(lines)
  const loops: { name: string; values: string[] | undefined }[] = []
  const found: ReadAlternatives = { alternatives: [], unproven: [] }
  for (const line of lines) {
    if (/^\s*#/.test(line)) continue
    const loop = /(?:^|[;\s])for\s+(\w+)\s+in\s+([^;]*)/.exec(line)
    if (loop !== null) loops.push({ name: loop[1] ?? '', values: wordsOf(loop[2] ?? '', constants) })
    else if (/^\s*(?:while|until)\b|\|\s*while\b/.test(line)) loops.push({ name: '', values: [''] })
    const call = /\bupdate-alternatives\s+([^;|&]*--install\s[^;|&]*)/.exec(line)?.[1]
    if (call !== undefined) readCall(call, { constants, loops, found })
    if (/(?:^|[;\s])done\b/.test(line)) loops.pop()
  }
  return found
}

/** Variables that the whole script assigns one value. */
function readConstants(lines: readonly string[]): Values {
  const constants = new Map<string, string | undefined>()
  for (const line of lines) {
    const [, name = '', raw = ''] =
      /^\s*(?:local\s+|export\s+)?([A-Za-z_]\w*)=("[^"]*"|'[^']*'|[^\s;]*)\s*;?\s*$/.exec(line) ?? []
    const touched = name === '' ? /(?:^|[\s;(])([A-Za-z_]\w*)=/.exec(line)?.[1] : name
    if (touched === undefined) continue
    const value = name === '' ? undefined : wordsOf(raw, constants, { split: false })?.join(' ')
    constants.set(touched, !constants.has(touched) || constants.get(touched) === value ? value : undefined)
  }
  return constants
}

interface Scope {
  constants: Values
  loops: readonly { name: string; values: string[] | undefined }[]
  found: ReadAlternatives
}

function readCall(call: string, { constants, loops, found }: Scope): void {
  const loop = loops.findLast(({ name }) => name !== '' && new RegExp(`\\$\\{?${name}\\b`).test(call))
  const turns =
    loop === undefined
      ? [constants]
      : (loop.values ?? [undefined]).map((value) => new Map([...constants, [loop.name, value]]))
  for (const values of turns) {
    const words = wordsOf(call, values)
    const sure = words ?? wordsOf(firstWords(call, 4), values) ?? wordsOf(`${firstWords(call, 3)} 0`, values)
    const alternative = sure === undefined ? undefined : alternativeFrom(sure)
    if (alternative !== undefined) found.alternatives.push(alternative)
    if (words === undefined || alternative === undefined)
      found.unproven.push(call.replaceAll(/\s+/g, ' ').trim())
  }
}

/** The arguments of `--install` up to the priority or the path; an unknown priority is below all others. */
const firstWords = (call: string, count: number): string =>
  new RegExp(`--install(?:\\s+\\S+){0,${count}}`).exec(call)?.[0] ?? call

function alternativeFrom(words: readonly string[]): Alternative | undefined {
  const at = words.indexOf('--install')
  const [link, name, path, priority] = words.slice(at + 1, at + 5)
  if (link === undefined || name === undefined || path === undefined || !/^\d+$/.test(priority ?? ''))
    return undefined
  const slaves: Alternative['slaves'] = []
  for (let next = at + 5; words[next] === '--slave'; next += 4) {
    const [slaveLink, slaveName, slavePath] = words.slice(next + 1, next + 4)
    if (slaveLink === undefined || slaveName === undefined || slavePath === undefined) return undefined
    slaves.push({ link: slaveLink, name: slaveName, path: slavePath })
  }
  return { link, name, path, priority: Number(priority), slaves }
}

/** Splits text into words as a shell does; `undefined` where a value is not proven. */
function wordsOf(text: string, values: Values, { split = true } = {}): string[] | undefined {
  const words: string[] = []
  for (const [word] of text.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)) {
    const value = expand(word, values)
    if (value === undefined) return undefined
    const isQuoted = /["']/.test(word)
    words.push(...(isQuoted || !split ? [value] : value.split(/\s+/).filter((part) => part !== '')))
  }
  return words
}

function expand(word: string, values: Values): string | undefined {
  let isProven = true
  const value = word.replaceAll(
    /'([^']*)'|\$\{(\w+)\}|\$(\w+)|[`$\\*?]|"/g,
    (part, quoted, braced, plain) => {
      if (quoted !== undefined) return quoted
      if (part === '"') return ''
      const known = values.get(braced ?? plain ?? '')
      if (known === undefined) isProven = false
      return known ?? ''
    },
  )
  return isProven ? value : undefined
}
