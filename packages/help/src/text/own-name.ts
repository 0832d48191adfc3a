import type { HelpLine } from './help-line.ts'

/** Programs that start scripts and are not part of the program's name. */
const runners = new Set(['node', 'nodejs', 'npx', 'bun', 'bunx', 'deno', 'python', 'python3', 'ruby', 'perl'])
const script = /\.(?:[cm]?js|[cm]?ts|py|pyz|rb|pl|php|sh|exe)$/
/** Text before the program's name in a line that calls it. */
const prompt = /^(?:usage\s*: *|usage +|or:? +|\$ +|> +)*/i

/**
 * Replaces the script or path by which a program names itself with its name: `tool.js`, `/opt/tool/cli.mjs`, `node
 * tool.js` or `npx tool` at the start of its usage and of rows that repeat it. Columns to the right keep their
 * position.
 */
export function withOwnName(
  lines: readonly HelpLine[],
  [program = '', ...path]: readonly string[],
): HelpLine[] {
  const shown = new Set<string>()
  let isUsage = false
  lines.forEach(({ text }, at) => {
    if (text === '') return
    const call = text.replace(prompt, '')
    const begins = isUsage || call !== text || at < 5
    isUsage = /^(?:usage|synopsis)\s*:?$/i.test(text)
    const name = writtenName(call, program)
    if (name === undefined || name === program) return
    const rest = call.slice(name.length).trimStart()
    // A name similar to the program's is replaced at the start of any line, any other script only where the program is
    // called.
    if (isNamedLike(name, program) || (begins && startsWithPath(rest, path))) shown.add(name)
  })
  const other = otherName(lines, program, path)
  if (other !== undefined) shown.add(other)
  if (shown.size === 0) return [...lines]
  return lines.map((line) => renamed(line, program, shown))
}

/**
 * The other name by which a program calls itself, such as `neon` for neonctl: at the top of its screen, where the path of
 * the command or a placeholder follows, and either again in two rows or in a call that says nothing else.
 */
function otherName(lines: readonly HelpLine[], program: string, path: readonly string[]): string | undefined {
  for (const { text } of lines.slice(0, 5)) {
    const call = text.replace(prompt, '')
    const [name = ''] = call.split(' ', 1)
    const rest = call.slice(name.length).trimStart()
    if (name === program || runners.has(name) || !bareName.test(name) || !startsWithPath(rest, path)) continue
    const start = [name, ...path, ''].join(' ')
    const rows = lines.filter(
      ({ text: row }) => row.startsWith(start) && /^[a-z]/.test(row.slice(start.length)),
    )
    const isOnlyCall = call === text && onlySlots.test(rest.slice(path.join(' ').length))
    if (rows.length >= 2 || (path.length > 0 && isOnlyCall)) return name
  }
  return undefined
}

const bareName = /^[a-z][a-z\d-]+$/
/** Nothing but placeholders: `<id|name> [options]`. */
const onlySlots = /^(?: +(?:<[^<>]+>|\[[^[\]]+\])\S*)*$/

/** The words by which a line seems to call a program: a script, a path, or the argument of a runner. */
function writtenName(call: string, program: string): string | undefined {
  const [first = '', second = ''] = call.split(' ', 2)
  if (first === program || first === '') return undefined
  if (runners.has(first)) return second === program || script.test(second) ? `${first} ${second}` : undefined
  return script.test(first) || first.endsWith(`/${program}`) ? first : undefined
}

const isNamedLike = (name: string, program: string): boolean => {
  const last = name.split(/[ /\\]/).at(-1) ?? ''
  return last === program || last.replace(script, '') === program
}

/** Whether the call continues like this command's usage: with its path, or a placeholder. */
const startsWithPath = (rest: string, path: readonly string[]): boolean =>
  path.length > 0 ? `${rest} `.startsWith(`${path.join(' ')} `) : /^[<[{(]|^[A-Z]{3}/.test(rest)

function renamed(line: HelpLine, program: string, shown: ReadonlySet<string>): HelpLine {
  const start = prompt.exec(line.text)?.[0] ?? ''
  const call = line.text.slice(start.length)
  const [first = '', second = ''] = call.split(' ', 2)
  const name = [`${first} ${second}`, first].find((words) => shown.has(words))
  if (name === undefined) return line
  const missing = ' '.repeat(Math.max(0, name.length - program.length))
  const rest = call.slice(name.length).replace(/ {2,}/, (gap) => gap + missing)
  return { ...line, text: `${start}${program}${rest}` }
}
