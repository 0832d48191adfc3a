/** What a command line uses of the shell's syntax. */
export type Syntax =
  | 'pipe'
  | 'input redirection'
  | 'output redirection'
  | 'append'
  | 'stderr to file'
  | 'stderr to stdout'
  | 'glob'
  | 'command substitution'
  | 'process substitution'
  | 'variable'
  | 'assignment'
  | 'arithmetic'
  | 'loop or condition'
  | 'here-document'
  | 'here-string'
  | 'list'
  | 'background'
  | 'tilde'
  | 'brace expansion'
  | 'group'

export interface Word {
  /** The word without its quotes; expansions stay as written. */
  text: string
  isQuoted: boolean
  /** The command that the word belongs to, and its place among that command's words; 0 is the command itself. */
  command: string
  place: number
  /** The operator in front of the target of a redirection. */
  redirection?: string
}

export interface LineReading {
  words: Word[]
  syntax: Set<Syntax>
  pipes: number
}

interface Cursor {
  text: string
  at: number
  reading: LineReading
  hereDocuments: string[]
}

const keywords = new Set(
  'if then elif else fi while until for select case esac do done [[ function'.split(' '),
)
/** Keywords after which names or patterns follow, and no command. */
const nameKeywords = new Set(['for', 'select', 'case', 'function'])
const redirectionPattern = /(?:\d+|\{\w+\})?(?:<<<|<<-?|<>|<&|<(?!\()|>>|>\||>&|>(?!\())|&>>?/y
const assignmentPattern = /^[A-Za-z_]\w*(?:\[\w*\])?\+?=/

/** Reads a line of bash into its words and the syntax that it uses; a line that bash refuses is not recognized. */
export function readLine(text: string): LineReading {
  const reading: LineReading = { words: [], syntax: new Set(), pipes: 0 }
  readCommands({ text, at: 0, reading, hereDocuments: [] }, false)
  return reading
}

/** Reads commands up to the end, or up to the `)` that closes them. */
function readCommands(cursor: Cursor, isNested: boolean): void {
  let command = ''
  let place = 0
  const startCommand = (): void => {
    command = ''
    place = 0
  }
  while (cursor.at < cursor.text.length) {
    const char = cursor.text[cursor.at] ?? ''
    const redirection = matchAt(cursor, redirectionPattern)
    if (char === '\\' && cursor.text[cursor.at + 1] === '\n') cursor.at += 2
    else if (char === ' ' || char === '\t') cursor.at++
    else if (char === '#') cursor.at = endOfLine(cursor)
    else if (redirection) readRedirection(cursor, redirection, command)
    else if (char === ')') {
      cursor.at++
      if (isNested) return
      startCommand()
    } else if (readOperator(cursor, place)) startCommand()
    else {
      const word = readWord(cursor)
      const isName = place === 0 && !word.isQuoted
      if (
        isName &&
        (keywords.has(word.text) || word.text === '{' || word.text === '}' || word.text === '!')
      ) {
        if (keywords.has(word.text)) cursor.reading.syntax.add('loop or condition')
        else if (word.text === '{') cursor.reading.syntax.add('group')
        if (word.text === '[[') skipPast(cursor, ']]')
        if (nameKeywords.has(word.text)) place = 1
        if (place) command = word.text
      } else if (isName && assignmentPattern.test(word.text)) cursor.reading.syntax.add('assignment')
      else {
        if (place === 0) command = word.text
        cursor.reading.words.push({ ...word, command, place: place++ })
      }
    }
  }
}

/** Reads an operator between commands; false if none is here. */
function readOperator(cursor: Cursor, place: number): boolean {
  const { reading } = cursor
  const operator = matchAt(cursor, /&&|\|\||\|&|;;&?|[|;&\n(]/y)
  if (!operator) return false
  if (operator === '(' && matchAt(cursor, /\(\(/y) && place === 0) {
    reading.syntax.add('arithmetic')
    skipPast(cursor, '))')
    return true
  }
  cursor.at += operator.length
  if (operator.startsWith('|') && operator !== '||') {
    reading.syntax.add('pipe')
    reading.pipes++
    if (operator === '|&') reading.syntax.add('stderr to stdout')
  } else if (operator === '&') reading.syntax.add('background')
  else if (operator === '(') reading.syntax.add('group')
  else if (operator === '\n') readHereDocuments(cursor)
  else if (cursor.text.slice(cursor.at).trim()) reading.syntax.add('list')
  if (operator === '\n' && cursor.text.slice(cursor.at).trim()) reading.syntax.add('list')
  return true
}

function readRedirection(cursor: Cursor, match: string, command: string): void {
  const { syntax, words } = cursor.reading
  cursor.at += match.length
  while (cursor.text[cursor.at] === ' ') cursor.at++
  const operator = match.replace(/^(?:\d+|\{\w+\})/, '')
  const target = readWord(cursor)
  if (operator === '<<<') syntax.add('here-string')
  else if (operator.startsWith('<<')) {
    syntax.add('here-document')
    cursor.hereDocuments.push(target.text)
    return
  } else if (operator === '>&' && /^(?:\d+|-)$/.test(target.text)) {
    syntax.add('stderr to stdout')
    return
  } else if (operator.startsWith('<')) syntax.add('input redirection')
  else if (match.startsWith('2') || operator === '>&') syntax.add('stderr to file')
  else {
    syntax.add(operator.endsWith('>>') ? 'append' : 'output redirection')
    if (operator.startsWith('&')) syntax.add('stderr to stdout')
  }
  words.push({ ...target, command, place: -1, redirection: operator })
}

/** Moves past the texts of the here-documents that began on the line before. */
function readHereDocuments(cursor: Cursor): void {
  for (const end of cursor.hereDocuments.splice(0)) {
    while (cursor.at < cursor.text.length) {
      const next = endOfLine(cursor)
      const line = cursor.text.slice(cursor.at, next).trim()
      cursor.at = next + 1
      if (line === end) break
    }
  }
}

function readWord(cursor: Cursor): Pick<Word, 'text' | 'isQuoted'> {
  const start = cursor.at
  let text = ''
  let isQuoted = false
  let bare = ''
  while (cursor.at < cursor.text.length) {
    const char = cursor.text[cursor.at] ?? ''
    const isProcess = matchAt(cursor, /[<>]\(/y) !== ''
    if (/[\s;&|<>()]/.test(char) && !isProcess) break
    const from = cursor.at
    if (isProcess) {
      cursor.reading.syntax.add('process substitution')
      cursor.at += 2
      readCommands(cursor, true)
      text += cursor.text.slice(from, cursor.at)
    } else if (char === '\\') {
      text += cursor.text[cursor.at + 1] ?? ''
      isQuoted = true
      cursor.at += 2
    } else if (char === "'" || char === '"' || matchAt(cursor, /\$'/y)) {
      text += readQuoted(cursor)
      isQuoted = true
    } else if (char === '$' || char === '`') {
      readExpansion(cursor)
      text += cursor.text.slice(from, cursor.at)
    } else {
      text += char
      bare += char
      cursor.at++
    }
  }
  if (cursor.at === start) cursor.at++
  noteExpansions(cursor.reading.syntax, bare, cursor.text[start] === '~')
  return { text, isQuoted }
}

/** Notes the expansions that the unquoted part of a word asks for. */
function noteExpansions(syntax: Set<Syntax>, bare: string, isTilde: boolean): void {
  if (/[*?]|\[[^\]]+\]/.test(bare)) syntax.add('glob')
  if (/\{[^{}]*(?:,|\.\.)[^{}]*\}/.test(bare)) syntax.add('brace expansion')
  if (isTilde) syntax.add('tilde')
}

/** Reads a quoted part and returns its content. */
function readQuoted(cursor: Cursor): string {
  if (matchAt(cursor, /\$'/y)) {
    const match = matchAt(cursor, /\$'(?:\\[\s\S]|[^'\\])*'?/y)
    cursor.at += match.length
    return match.slice(2, -1)
  }
  if (cursor.text[cursor.at] === "'") {
    const match = matchAt(cursor, /'[^']*'?/y)
    cursor.at += match.length
    return match.slice(1, -1)
  }
  let text = ''
  cursor.at++
  while (cursor.at < cursor.text.length && cursor.text[cursor.at] !== '"') {
    const from = cursor.at
    const char = cursor.text[cursor.at]
    if (char === '\\') cursor.at += 2
    else if (char === '$' || char === '`') readExpansion(cursor)
    else cursor.at++
    text += char === '\\' ? (cursor.text[from + 1] ?? '') : cursor.text.slice(from, cursor.at)
  }
  cursor.at++
  return text
}

/** Reads what begins with `$` or a backtick. */
function readExpansion(cursor: Cursor): void {
  const { syntax } = cursor.reading
  if (matchAt(cursor, /\$\(\(/y)) {
    syntax.add('arithmetic')
    skipPast(cursor, '))')
  } else if (matchAt(cursor, /\$\(/y)) {
    syntax.add('command substitution')
    cursor.at += 2
    readCommands(cursor, true)
  } else if (cursor.text[cursor.at] === '`') {
    const match = matchAt(cursor, /`(?:\\[\s\S]|[^`\\])*`?/y)
    syntax.add('command substitution')
    cursor.at += match.length
    const text = match.slice(1, -1).replaceAll('\\`', '`')
    readCommands({ ...cursor, text, at: 0, hereDocuments: [] }, false)
  } else {
    const match = matchAt(cursor, /\$(?:\{[^}]*\}?|\w+|[@*#?$!-])/y)
    if (match) syntax.add('variable')
    cursor.at += match.length || 1
  }
}

function matchAt(cursor: Cursor, pattern: RegExp): string {
  pattern.lastIndex = cursor.at
  return pattern.exec(cursor.text)?.[0] ?? ''
}

function skipPast(cursor: Cursor, end: string): void {
  const at = cursor.text.indexOf(end, cursor.at)
  cursor.at = at < 0 ? cursor.text.length : at + end.length
}

function endOfLine(cursor: Cursor): number {
  const at = cursor.text.indexOf('\n', cursor.at)
  return at < 0 ? cursor.text.length : at
}
