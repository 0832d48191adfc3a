/** Words of one shell command, in order; `undefined` for a word that the shell or the reader fills in. */
interface ShellCall {
  words: (string | undefined)[]
  /** Line within the text, starting at 0. */
  line: number
}

/** Words that may precede a program's name. */
const wrappers = new Set([
  'sudo',
  'time',
  'exec',
  'command',
  'nohup',
  'env',
  'npx',
  'bunx',
  'uvx',
  'pnpx',
  'xargs',
  'then',
  'do',
  'else',
  'if',
  'while',
  '!',
])

/**
 * Finds calls of a program in shell text, across continued lines, split as a shell splits them. Skips here-documents,
 * comments and prompts. Takes linear time.
 */
export function shellCalls(text: string, programs: readonly string[]): ShellCall[] {
  const calls: ShellCall[] = []
  const rows = text.split('\n')
  for (let at = 0; at < rows.length; at++) {
    const line = at
    let row = (rows[at] ?? '').replace(/^\s*(?:[$%>❯]|PS>|\w{1,20}@[\w-]{1,30}[:~\w/]{0,60}[$#])\s+/, '')
    while (/(?<!\\)\\\s*$/.test(row) && at + 1 < rows.length) {
      at += 1
      row = `${row.replace(/\\\s*$/, ' ')}${rows[at] ?? ''}`
    }
    const ending = /<<-?\s{0,2}["']?(\w{1,40})["']?/.exec(row)?.[1]
    for (const words of commandsOf(row)) {
      const call = callOf(words, programs)
      if (call !== undefined) calls.push({ words: call, line })
    }
    if (ending !== undefined) {
      const end = rows.findIndex((next, later) => later > at && next.trim() === ending)
      if (end > 0) at = end
    }
  }
  return calls
}

/** Returns the words after the program's name, if the command calls one of the programs. */
function callOf(
  words: readonly (string | undefined)[],
  programs: readonly string[],
): (string | undefined)[] | undefined {
  for (const [at, word] of words.entries()) {
    if (word === undefined) return undefined
    if (programs.includes(word)) return words.slice(at + 1)
    if (!wrappers.has(word) && !/^[A-Za-z_]\w*=/.test(word) && !/^-[yE]$/.test(word)) return undefined
  }
  return undefined
}

/** Splits a line into commands and words by POSIX quoting rules. */
function commandsOf(row: string): (string | undefined)[][] {
  const commands: (string | undefined)[][] = [[]]
  let word = ''
  let isWord = false
  let isOpen = false
  let quote = ''
  const end = (): void => {
    if (isWord) commands.at(-1)?.push(isOpen || isFilledIn(word) ? undefined : word)
    word = ''
    isWord = false
    isOpen = false
  }
  for (let at = 0; at < row.length; at++) {
    const letter = row[at] ?? ''
    if (quote === "'") {
      if (letter === "'") quote = ''
      else word += letter
    } else if (letter === '\\' && at + 1 < row.length) {
      at += 1
      word += row[at]
      isWord = true
    } else if (letter === '"' || (letter === "'" && quote === '')) {
      quote = quote === letter ? '' : letter
      isWord = true
    } else if (letter === '$' || letter === '`') {
      // An expansion may produce several words.
      isOpen = true
      isWord = true
      word += letter
    } else if (quote !== '') word += letter
    else if (/\s/.test(letter)) end()
    else if (letter === '#' && !isWord) break
    else if (/[;|&()]/.test(letter)) {
      end()
      commands.push([])
    } else if (letter === '>' && !/<[\w .|-]*$/.test(word)) {
      // The word after a redirection is a file.
      end()
      commands.push([])
    } else {
      word += letter
      isWord = true
    }
  }
  end()
  return commands.filter(({ length }) => length > 0)
}

/** `<name>`, `[options]`, `{id}`, `…`, `NAME`, `*`: placeholders for the reader or the shell. */
const isFilledIn = (word: string): boolean => /[<>[\]{}*?…]|\.\.\.|^[A-Z][A-Z0-9_]{2,}$/.test(word)
