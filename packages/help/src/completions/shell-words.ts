/** A word of a shell script, as it stands there. */
export interface ShellWord {
  text: string
  /** Nothing in it is replaced when the script runs: no variable and no output of a command. */
  isLiteral: boolean
}

type Shell = 'fish' | 'zsh'

interface ReadWords {
  words: ShellWord[]
  /** Where the command ends. */
  end: number
}

const ends = new Set(['\n', ';', '|', '&'])
/** `$'…'` of zsh: the escapes that scripts use in it. */
const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t' }

/**
 * Reads the words of one command of a script from `start`, without running anything: quotes are removed, braces become
 * words of their own, and a word with `$`, `(` or a backtick is not literal.
 */
export function readShellWords(text: string, start: number, shell: Shell): ReadWords {
  const words: ShellWord[] = []
  let at = start
  let current: ShellWord | undefined
  const add = (part: string): void => {
    current ??= { text: '', isLiteral: true }
    current.text += part
  }
  const finish = (): void => {
    if (current !== undefined) words.push(...(shell === 'zsh' ? expanded(current) : [current]))
    current = undefined
  }
  while (at < text.length) {
    const character = text[at] ?? ''
    if (character === '\\' && text[at + 1] === '\n') {
      finish()
      at += 2
    } else if (character === "'" || character === '"') {
      const quoted = readQuoted(text, at, shell)
      add(quoted.text.replaceAll(/[{},]/g, (mark) => hidden[mark] ?? mark))
      if (!quoted.isLiteral && current !== undefined) (current as ShellWord).isLiteral = false
      at = quoted.end
    } else if (character === '\\') {
      add(hidden[text[at + 1] ?? ''] ?? text[at + 1] ?? '')
      at += 2
    } else if (text.startsWith('$(', at)) {
      const after = afterSubstitution(text, at + 2)
      current = { text: `${current?.text ?? ''}$()`, isLiteral: false }
      at = after
    } else if (ends.has(character) || (character === ')' && shell === 'zsh')) {
      break
    } else if (/\s/.test(character)) {
      finish()
      at++
    } else if (character === '#' && current === undefined) {
      while (at < text.length && text[at] !== '\n') at++
      break
    } else {
      add(character)
      if ('$`('.includes(character) && current !== undefined) (current as ShellWord).isLiteral = false
      at++
    }
  }
  finish()
  return { words: words.map(shownAgain), end: at }
}

/** What stands in quotes is no brace of the shell: it is hidden while braces are expanded. */
const hidden: Readonly<Record<string, string>> = { '{': '\ue000', '}': '\ue001', ',': '\ue002' }
const shownAgain = ({ text, isLiteral }: ShellWord): ShellWord => ({
  text: text.replaceAll('\ue000', '{').replaceAll('\ue001', '}').replaceAll('\ue002', ','),
  isLiteral,
})

/** Behind the bracket that closes `$(…)`, which stands in one line in what is worth reading. */
function afterSubstitution(text: string, start: number): number {
  let depth = 1
  let at = start
  for (; at < text.length && depth > 0 && text[at] !== '\n'; at++)
    depth += text[at] === '(' ? 1 : text[at] === ')' ? -1 : 0
  return at
}

function readQuoted(text: string, start: number, shell: Shell): ShellWord & { end: number } {
  const quote = text[start] ?? ''
  let isLiteral = true
  let at = start + 1
  const parts: string[] = []
  for (; at < text.length && text[at] !== quote; at++) {
    const character = text[at] ?? ''
    const next = text[at + 1] ?? ''
    const isEscape = character === '\\' && (quote === '"' || shell === 'fish') && /["'\\$`]/.test(next)
    if (isEscape) {
      parts.push(next)
      at++
    } else if (character === '\\' && next in escapes && shell === 'fish' && quote === '"') {
      parts.push(escapes[next] ?? '')
      at++
    } else {
      if (quote === '"' && '$`'.includes(character)) isLiteral = false
      parts.push(character)
    }
  }
  return { text: parts.join(''), isLiteral, end: at + 1 }
}

/** `(-a --all){-a,--all}[text]` are two words. */
function expanded({ text, isLiteral }: ShellWord): ShellWord[] {
  const found = /^([^{}]{0,2000})\{([^{}]{1,400})\}([\s\S]{0,6000})$/.exec(text)
  if (found === null || !found[2]?.includes(',')) return [{ text, isLiteral }]
  const [, before = '', inside = '', after = ''] = found
  return inside.split(',').map((part) => ({ text: before + part + after, isLiteral }))
}
