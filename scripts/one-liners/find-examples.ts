import { spawnSync } from 'node:child_process'
import { type LineReading, readLine } from './read-line.ts'

export interface ExampleLine {
  line: string
  reading: LineReading
  isComplete: boolean
}

const promptPattern = /^(?:\S*[\w~/])?[$#%] +(?=\S)/
const wrappers = new Set(
  'xargs env nice time nohup timeout exec command find setsid stdbuf ionice sudo'.split(' '),
)
const proseWords = new Set(
  'is are was the will can and that which has have does should may must with when this these you your it its of an uses to be or for from not as by'.split(
    ' ',
  ),
)

/** Finds the example lines of a program in the text of a page, each once. */
export function findExamples(text: string, kind: 'man' | 'info' | 'text', program: string): ExampleLine[] {
  const found = new Map<string, ExampleLine>()
  const lines = text.split('\n').map((line) => line.replaceAll('\t', '        ').trimEnd())
  let heading = ''
  let isFenced = false
  let outer = 0
  for (const [at, line] of lines.entries()) {
    const indent = line.search(/\S/)
    if (indent < 0) continue
    if (kind === 'man' && indent <= 3 && /^ *[A-Z]/.test(line)) heading = line.trim()
    if (/^ *(?:```|~~~)/.test(line)) isFenced = !isFenced
    const isFirst = !lines[at - 1]?.trim()
    const previous = lines[at - 1] ?? ''
    if (isFirst) outer = indentBefore(lines, at)
    const isDisplay = isFenced || isCode(kind, indent, outer, heading, previous)
    const found1 = readExample(lines, at, program, isDisplay, /^synopsis/i.test(heading))
    if (found1) found.set(found1.line, found1)
  }
  return [...found.values()]
}

/** Whether a line stands where examples stand: in a section of examples, or indented more than the prose before it. */
function isCode(kind: string, indent: number, outer: number, heading: string, previous: string): boolean {
  if (kind === 'info') return indent >= 5
  if (kind === 'man') return /example/i.test(heading) || indent > outer
  return indent >= 2 && (indent > outer || !previous.trim())
}

function indentBefore(lines: readonly string[], at: number): number {
  for (let before = at - 1; before >= 0; before--) {
    const indent = lines[before]?.search(/\S/) ?? -1
    if (indent >= 0) return indent
  }
  return 0
}

function readExample(
  lines: readonly string[],
  at: number,
  program: string,
  isDisplay: boolean,
  isSynopsis: boolean,
): ExampleLine | undefined {
  const trimmed = (lines[at] ?? '').trim()
  const prompt = promptPattern.exec(trimmed)?.[0]
  if (isSynopsis || (!prompt && !(isDisplay && (trimmed === program || trimmed.startsWith(`${program} `)))))
    return undefined
  if (!lines.slice(at, at + 12).some((each) => each.includes(program))) return undefined
  let line = trimmed.slice(prompt?.length ?? 0)
  // A name alone on a line is a heading or an entry of a list, unless it follows a prompt.
  if (!prompt && line === program) return undefined
  let next = at + 1
  let isComplete = isWhole(line)
  while (!isComplete && next - at < 12 && lines[next]?.trim()) {
    line += `\n${lines[next++]?.trim().replace(/^> /, '')}`
    isComplete = isWhole(line)
  }
  if (!isComplete) line = trimmed.slice(prompt?.length ?? 0)
  const reading = readLine(line)
  if (!isUsed(reading, program) || isProse(line, reading)) return undefined
  return { line, reading, isComplete }
}

/** Whether bash reads the text to its end without asking for another line. */
function isWhole(text: string): boolean {
  if (/\\$/.test(text)) return false
  if (!/['"`({]|<<|\b(?:for|while|until|if|case)\b/.test(text)) return true
  const { status, stderr } = spawnSync('bash', ['-n', '-c', text], { encoding: 'utf8' })
  return status === 0 && !stderr.includes('here-document')
}

function isUsed({ words }: LineReading, program: string): boolean {
  return words.some(
    ({ text, place, command }) => text === program && (place === 0 || (place > 0 && wrappers.has(command))),
  )
}

/** Whether a line that begins with the program's name is a sentence, or a row of a table. */
function isProse(line: string, { words }: LineReading): boolean {
  const bare = words
    .filter(({ isQuoted, command }) => !isQuoted && command !== 'echo')
    .map(({ text }) => text)
  const count = bare.filter((word) => proseWords.has(word.toLowerCase())).length
  if (count > 1 || (count && /[a-z)][.:,;]$/.test(line))) return true
  if (/^[^'"#]*\S {3,}[A-Z(]/.test(line) || /[a-z]{3,}[.:,]$/.test(line)) return true
  // Five or more bare words are a list of names or a title.
  if (words.length >= 5 && /^(?:[a-z][a-z\d]* *)+$/.test(line)) return true
  return /^\S+ +(?:-+|–|—|:|=|=>) /.test(line) || /^\S+ \(\d\w*\)/.test(line)
}
