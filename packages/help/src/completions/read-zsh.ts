import { type CommandNode, type CommandOption, emptyCommand } from '../command-tree.ts'
import { addOption, commandAt, scriptOption } from './script-tree.ts'
import { readShellWords, type ShellWord } from './shell-words.ts'

interface Place {
  /** The function around it, without underscores at its beginning. */
  within: string
  /** Words of the cases around it. */
  cases: string[][]
}

const line =
  /^[ \t]*(?:(?:\(\([^\n()]*\)\)[ \t]*(?:\|\|)?[ \t]*)?(?:function[ \t]+)?(_[\w-]+)[ \t]*\(\)[ \t]*\{?|(case)\b[^\n]*\bin[ \t]*$|(esac)\b|(\})|\(?([\w.:|* -]+)\)[ \t]*$|[^\n]*?\b(_arguments)\b)/gm

/** Reads the specifications that a script for zsh gives to `_arguments`. */
export function readZsh(text: string, name: string): CommandNode {
  const root = emptyCommand(name)
  const arrays = readArrays(text)
  const place: Place = { within: name, cases: [] }
  line.lastIndex = 0
  for (let found = line.exec(text); found !== null; found = line.exec(text)) {
    const [, called, begins, ends, closes, words, calls] = found
    if (called !== undefined)
      Object.assign(place, { within: called.replace(/^_+(?:shtab_)?/, ''), cases: [] })
    else if (closes !== undefined && found[0] === '}') Object.assign(place, { within: name, cases: [] })
    else if (begins !== undefined) place.cases.push([])
    else if (ends !== undefined) place.cases.pop()
    else if (words !== undefined && place.cases.length > 0)
      place.cases[place.cases.length - 1] = words.includes('*')
        ? []
        : words.split('|').map((word) => word.trim())
    else if (calls !== undefined) {
      const read = readShellWords(text, line.lastIndex, 'zsh')
      line.lastIndex = Math.max(read.end, line.lastIndex)
      const options = read.words.flatMap((word) => specsIn(word, arrays)).flatMap(readSpec)
      for (const path of pathsOf(place, name))
        for (const option of options) addOption(commandAt(root, path), { ...option })
    }
  }
  return root
}

/** Arrays of specifications, by name. */
function readArrays(text: string): ReadonlyMap<string, ShellWord[]> {
  const arrays = new Map<string, ShellWord[]>()
  const start = /\b([A-Za-z_]\w*)=\(/g
  for (let found = start.exec(text); found !== null; found = start.exec(text)) {
    const words: ShellWord[] = []
    let at = start.lastIndex
    while (at < text.length && text[at] !== ')') {
      const read = readShellWords(text, at, 'zsh')
      words.push(...read.words)
      at = text[read.end] === ')' ? read.end : read.end + 1
    }
    start.lastIndex = at
    if (words.some(({ text: word }) => /^[({*]?.{0,200}-/.test(word))) arrays.set(found[1] ?? '', words)
  }
  return arrays
}

function specsIn(word: ShellWord, arrays: ReadonlyMap<string, ShellWord[]>): ShellWord[] {
  const array = /^\$\{?(\w+)(?:\[@\])?\}?(?:\[@\])?$/.exec(word.text)?.[1]
  return array === undefined ? [word] : (arrays.get(array) ?? [])
}

const spec =
  /^(?:\([^()]{0,2000}\))?(\*)?(--?[A-Za-z\d][\w.-]*?)([+=]-?|-)?(?:\[([\s\S]*?)(?<!\\)\])?(?:(:)([\s\S]*))?$/

/** `(-a --all)--all=[text]:value:(one two)`: the option that it describes. */
function readSpec({ text, isLiteral }: ShellWord): CommandOption[] {
  const [, star, option, suffix, description = '', colon, action = ''] = spec.exec(text) ?? []
  // Without a text it is an option of `_arguments` itself.
  if (option === undefined || description + action === '' || (!isLiteral && text.includes('${'))) return []
  const [message = '', ...rest] = action.split(/(?<!\\):/)
  const takesValue = suffix !== undefined || colon !== undefined
  const value = /^[\w <>-]{1,40}$/.test(message.trim()) ? message.trim() : 'value'
  return [
    scriptOption({
      names: [option],
      description: description.replaceAll(/\\([:[\]])/g, '$1'),
      value: takesValue ? value : undefined,
      choices: choicesIn(rest.join(':')),
      isRepeatable: star !== undefined,
    }),
  ]
}

/** `(one two)`, or `((one\\:"what it is" two\\:…))`. */
function choicesIn(action: string): string[] {
  const inside = /^\s*\(([^()]+)\)\s*$/.exec(action)?.[1]
  const described = /^\s*\(\(([\s\S]+)\)\)\s*$/.exec(action)?.[1]
  if (described !== undefined)
    return [...described.matchAll(/(?:^|\s)([\w.+/-]+)\\?:/g)].flatMap(([, word = '']) =>
      word === '' ? [] : [word],
    )
  const words = inside?.trim().split(/\s+/) ?? []
  return words.every((word) => /^[\w.:+/-]+$/.test(word)) ? words : []
}

const ending = /_(?:(?:sub)?commands?|cli|options|opts|args|arguments|cmd)$/

/** Cases within cases: no program has commands that deep. */
const deepest = 6

/** The commands whose options stand at a place; empty for one of which nothing is known. */
function pathsOf({ within, cases }: Place, name: string): string[][] {
  const lead = name.replaceAll(/[^\w]/g, '_')
  const bare = within.replaceAll('-', '_').replace(ending, '')
  if (bare !== lead && !bare.startsWith(`${lead}_`)) return []
  const named = within.slice(lead.length).replace(ending, '').split(/_+/).filter(Boolean)
  // clap has the program itself as a case around its commands.
  const words = cases.filter((arm) => !arm.includes(name))
  if (words.length > deepest || words.some((arm) => arm.length === 0)) return []
  return words.reduce<string[][]>(
    (paths, arm) => paths.flatMap((path) => arm.map((word) => [...path, word])).slice(0, 50),
    [named],
  )
}
