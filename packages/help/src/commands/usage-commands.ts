import type { Section } from '../sections/section.ts'
import { readCommandRow } from './command-row.ts'
import type { ListedCommand } from './command-rows.ts'

const literal = /^[a-z][a-z\d]*(?:-[a-z\d]+)*$/

/**
 * Finds commands that appear only in usage lines: `git remote add <name>` and `git remote prune <name>`. At least three
 * lines must begin with different words, since a single word may be a value.
 */
export function findUsageCommands(
  sections: readonly Section[],
  usage: readonly string[],
  lead: readonly string[],
): ListedCommand[] {
  const isBelow = sections.some(
    ({ kind, indent, lines }) =>
      kind === 'usage' && lines.some((line) => line.text !== '' && line.indent > indent),
  )
  if (!isBelow) return []
  const start = `${lead.join(' ')} `
  const calls = usage.flatMap((line) =>
    // `remote [-v | --verbose] show`: options before the command.
    line.startsWith(start) ? [line.slice(start.length).replace(/^(?:\[-[^[\]]{0,200}\] )+/, '')] : [],
  )
  const found = calls.flatMap((call) => {
    const [first = ''] = call.split(' ', 1)
    const group = /^[{(] ?([a-z][\w-]*(?: ?\| ?[a-z][\w-]*)+) ?[})]/.exec(call.slice(0, 400))
    const names = group?.[1]?.split(/ ?\| ?/) ?? first.split('|')
    const placeholders = call.slice(group?.[0].length ?? first.length).trim()
    return names.every((name) => literal.test(name))
      ? names.map((name) => ({ words: [name], aliases: [], placeholders, summary: '', group: null }))
      : []
  })
  return new Set(found.map(({ words }) => words[0])).size > 2 ? found : []
}

/**
 * Finds commands documented as whole calls with text below, under any heading: `tool disk list [options] <path>`
 * followed by an indented description. Consecutive calls share the text below the last one.
 */
export function findCalledCommands(sections: readonly Section[], lead: readonly string[]): ListedCommand[] {
  const start = `${lead.join(' ')} `
  const found: ListedCommand[] = []
  for (const { kind, lines } of sections) {
    if (kind === 'examples' || kind === 'other') continue
    let open: ListedCommand[] = []
    let indent = 0
    for (const line of lines) {
      const row = line.text.startsWith(start) ? readCommandRow(line.text, { lead }) : undefined
      if (row?.words.every((word) => literal.test(word))) {
        const { words, aliases, placeholders, summary } = row
        if (line.indent !== indent) open = []
        indent = line.indent
        open.push({ words, aliases, placeholders, summary: row.shape === 'gap' ? summary : '', group: null })
      } else if (line.text !== '' && line.indent > indent && open.length > 0 && /^\p{L}/u.test(line.text)) {
        for (const command of open) command.summary = line.text
        found.push(...open)
        open = []
      } else open = []
    }
  }
  return new Set(found.map(({ words }) => words.join(' '))).size > 2 ? found : []
}

/**
 * Finds commands that a screen mentions only by their help call: `tool help add` alone on a line, at least three of
 * them.
 */
export function findHelpedCommands(
  sections: readonly Section[],
  [program, ...path]: readonly string[],
): ListedCommand[] {
  if (program === undefined || path.length > 0) return []
  const start = `${program} help `
  const names = sections.flatMap(({ kind, lines }) =>
    kind === 'examples'
      ? []
      : lines.flatMap(({ text }) => (text.startsWith(start) ? [text.slice(start.length)] : [])),
  )
  const found = [...new Set(names.filter((name) => name.length < 60 && literal.test(name)))]
  return found.length > 2
    ? found.map((name) => ({ words: [name], aliases: [], placeholders: '', summary: '', group: null }))
    : []
}

/** `OBJECT := { link | address }` defines the OBJECT of the usage. */
export function findDefinedCommands(sections: readonly Section[], usage: readonly string[]): ListedCommand[] {
  const text = sections
    .filter(({ kind }) => kind === 'usage' || kind === 'text')
    .flatMap(({ lines }) => lines.slice(0, 200).map((line) => line.text))
    .join(' ')
  const definition = /\b([A-Z]{4,20}) :?:= \{ ([^{}]{1,4000}) \}/.exec(text)
  const name = definition?.[1]
  if (name === undefined || !/^(OBJECT|COMMAND|SUBCOMMAND|CMD)$/.test(name)) return []
  if (!usage.some((line) => line.includes(` ${name}`))) return []
  const names = (definition?.[2] ?? '').split('|').map((word) => word.trim())
  return names.every((word) => literal.test(word) || /^[a-z\d_]+$/.test(word))
    ? names.map((word) => ({ words: [word], aliases: [], placeholders: '', summary: '', group: null }))
    : []
}
