import { type CommandNode, emptyCommand } from '../command-tree.ts'
import { addOption, commandAt, isCommandName, scriptOption } from './script-tree.ts'
import { readShellWords, type ShellWord } from './shell-words.ts'

/** Options of `complete` that take a value, by letter and by name. */
const valued: Readonly<Record<string, string>> = {
  c: 'command',
  p: 'path',
  s: 'short-option',
  l: 'long-option',
  o: 'old-option',
  a: 'arguments',
  d: 'description',
  w: 'wraps',
  n: 'condition',
}
const letters: Readonly<Record<string, string>> = {
  ...valued,
  r: 'require-parameter',
  x: 'exclusive',
  e: 'erase',
}
const valuedNames = new Set(Object.values(valued))

/** Reads the lines `complete -c NAME …` of a script for fish. */
export function readFish(text: string, name: string): CommandNode {
  const root = emptyCommand(name)
  const names = namesOf(text, name)
  const start = /^[ \t]*complete\b/gm
  for (let found = start.exec(text); found !== null; found = start.exec(text)) {
    const { words, end } = readShellWords(text, start.lastIndex, 'fish')
    start.lastIndex = Math.max(end, start.lastIndex)
    addLine(root, readFlags(words), names)
  }
  return root
}

/** The name, and variables that hold it: `complete -c $PROG`, where the script says `set PROG 'pass'`. */
function namesOf(text: string, name: string): ReadonlySet<string> {
  const set = /^[ \t]*set (?:-\w+ )*(\w+) (['"]?)([\w.+-]+)\2[ \t]*$/gm
  const variables = [...text.matchAll(set)].flatMap(([, variable, , value]) =>
    value === name ? [`$${variable}`] : [],
  )
  return new Set([name, ...variables])
}

type Flags = ReadonlyMap<string, ShellWord[]>

function readFlags(words: readonly ShellWord[]): Flags {
  const flags = new Map<string, ShellWord[]>()
  const set = (key: string, value: ShellWord): void => {
    flags.set(key, [...(flags.get(key) ?? []), value])
  }
  for (let at = 0; at < words.length; at++) {
    const { text, isLiteral } = words[at] as ShellWord
    const next = (): ShellWord => words[++at] ?? { text: '', isLiteral: false }
    const [, long, , assigned] = /^--([a-z-]+)(=([\s\S]*))?$/.exec(text) ?? []
    if (long !== undefined) {
      const value = assigned === undefined ? undefined : { text: assigned, isLiteral }
      set(long, value ?? (valuedNames.has(long) ? next() : { text: '', isLiteral: true }))
    } else if (/^-[a-zA-Z]/.test(text)) {
      for (let letter = 1; letter < text.length; letter++) {
        const key = letters[text[letter] ?? '']
        if (key !== undefined && valuedNames.has(key)) {
          const rest = text.slice(letter + 1)
          set(key, rest === '' ? next() : { text: rest, isLiteral })
          break
        }
        if (key !== undefined) set(key, { text: '', isLiteral: true })
      }
    }
  }
  return flags
}

function addLine(root: CommandNode, flags: Flags, called: ReadonlySet<string>): void {
  if (!flags.get('command')?.some(({ text }) => called.has(text)) || flags.has('erase')) return
  const places = placesOf(flags.get('condition')?.[0])
  if (places === undefined) return
  const description = literal(flags.get('description')?.[0]) ?? ''
  const words = wordsOf(flags.get('arguments')?.[0])
  const names = [
    ...texts(flags.get('long-option')).map((long) => `--${long}`),
    ...texts(flags.get('old-option')).map((old) => `-${old}`),
    ...texts(flags.get('short-option')).map((short) => `-${short}`),
  ].filter((option) => /^--?[A-Za-z\d][\w.-]*$/.test(option))
  for (const { path, takesCommand } of places.paths) {
    if (names.length > 0) {
      const takesValue = flags.has('exclusive') || flags.has('require-parameter') || flags.has('arguments')
      const value = takesValue ? 'value' : undefined
      addOption(commandAt(root, path), scriptOption({ names, description, value, choices: words }))
    } else if (takesCommand)
      for (const word of words.filter(isCommandName)) {
        const command = commandAt(root, [...path, word])
        if (command.summary === '' && words.length === 1) command.summary = description
      }
  }
}

interface Places {
  paths: { path: string[]; takesCommand: boolean }[]
}

const atRoot = /^__fish_(?:use_subcommand|is_first_(?:arg|token)|\w+_(?:needs|no)_(?:sub)?command)$/
const seen =
  /^(?:__fish_seen_subcommand_from|__fish_\w+_(?:us(?:e|es|ing)|seen)_(?:sub)?command) ([\w .:-]+)$/
const notSeen = /^not (?:__fish_seen_subcommand_from|__fish_\w+_(?:us(?:e|es|ing)|seen)_(?:sub)?command) /

/** Where a line holds, by its condition; `undefined` for a condition that cannot be told from its text. */
function placesOf(condition: ShellWord | undefined): Places | undefined {
  if (condition === undefined) return { paths: [{ path: [], takesCommand: false }] }
  if (!condition.isLiteral) return undefined
  let paths: string[][] = [[]]
  let takesCommand = false
  for (const clause of condition.text.split(/\s*(?:;\s*and|&&|;)\s+/)) {
    const found = seen.exec(clause.trim())
    if (found !== null)
      paths = paths.flatMap((path) =>
        (found[1] ?? '')
          .trim()
          .split(/ +/)
          .map((word) => [...path, word]),
      )
    else if (atRoot.test(clause.trim()) || notSeen.test(clause.trim())) takesCommand = true
    else return undefined
  }
  return paths.length > 50 ? undefined : { paths: paths.map((path) => ({ path, takesCommand })) }
}

const literal = (word: ShellWord | undefined): string | undefined =>
  word?.isLiteral === true ? word.text : undefined

const texts = (words: readonly ShellWord[] = []): string[] =>
  words.flatMap(({ text, isLiteral }) => (isLiteral ? [text] : []))

/** `a b`, or lines `a\\tWhat it is`. */
function wordsOf(word: ShellWord | undefined): string[] {
  const text = literal(word)
  if (text === undefined || text.includes('(')) return []
  const items = text.includes('\t') || text.includes('\\t') ? text.split('\n') : text.split(/\s+/)
  return items
    .map((item) => item.split(/\t|\\t/, 1)[0]?.trim() ?? '')
    .filter((item) => /^[\w.:+/-]+$/.test(item))
}
