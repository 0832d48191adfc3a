/** The interpreter that a script's first line names: `/bin/sh`, or `env python3` for one that is looked up. */
export function shebangOf(start: string): string | undefined {
  const words = /^#!\s*(.+)/.exec(start)?.[1]?.trim().split(/\s+/)
  if (words === undefined) return undefined
  const [program = '', ...args] = words
  if (!/\/env$/.test(program)) return program
  const called = args.find((word) => !word.startsWith('-') && !word.includes('='))
  return called === undefined ? undefined : `env ${called}`
}

/**
 * Names that a shell script seems to call: the first word of each command. Reads text only, so it finds neither what is in
 * variables nor what another program calls.
 */
export function scriptCommands(text: string): string[] {
  const code = text.replaceAll(/\\\n/g, ' ').replaceAll(/^\s*#.*$/gm, '')
  const calls = code.matchAll(commandPattern)
  return [...new Set([...calls].map(([, name]) => name ?? ''))].sort()
}

const start = String.raw`(?:^|[;|&(\x60{!]|\b(?:then|do|else|elif|if|while|until|exec|command|xargs|nohup|time)\b)`
const assignments = String.raw`(?:[A-Za-z_]\w*=(?:"[^"]*"|'[^']*'|[^\s;"'$]*)\s+)*`
const commandPattern = new RegExp(
  String.raw`(?<=${start}[ \t]*${assignments})((?:/usr)?(?:/s?bin/)?[a-z[][a-z0-9_.+-]*)(?=[\s;|&)\x60<>]|$)`,
  'gm',
)
