import path from 'node:path'

/** What the first line of a script asks for, as the kernel reads it. */
export interface Shebang {
  /** As it is written; a path mostly. */
  interpreter: string
  /** Everything after it: the kernel passes it as one argument. */
  argument?: string
}

/** As much as the kernel looks at. */
export const shebangBytes = 256

/**
 * Reads the first bytes of a file, at most `shebangBytes`: `undefined` for a file that is no script, and `null` for one whose
 * first line the kernel would not take for one. A shell that tries then would run the file as a text of its own.
 */
export function parseShebang(start: Uint8Array): Shebang | null | undefined {
  const bytes = Buffer.from(start).subarray(0, shebangBytes)
  if (bytes.subarray(0, 2).toString('latin1') !== '#!') return undefined
  const end = bytes.indexOf('\n')
  // Longer than what is looked at, it would be cut somewhere in the middle.
  if (end === -1 && bytes.length === shebangBytes) return null
  const line = bytes
    .subarray(2, end === -1 ? undefined : end)
    .toString('latin1')
    .replace(/\r$/, '')
  if (hasControl(line)) return null
  const [, interpreter, argument] = /^[ \t]*([^ \t]+)[ \t]*(.*?)[ \t]*$/.exec(line) ?? []
  if (interpreter === undefined) return null
  return { interpreter, ...(argument ? { argument } : {}) }
}

const hasControl = (line: string): boolean =>
  [...line].some((character) => (character < ' ' && character !== '\t') || character === '\x7f')

/**
 * The words that `env` runs: a name and what is passed to it. `undefined` for options of `env` and for what it would still have to
 * take apart, such as quotes and variables.
 */
export function envWords({ argument = '' }: Shebang): [string, ...string[]] | undefined {
  const split = /^-S[ \t]*(.+)$/.exec(argument)?.[1]
  // Without -S there is one word, however many blanks are in it; there is no program with such a name.
  const [name, ...rest] = split === undefined ? argument.split(/[ \t]+/) : split.split(/[ \t]+/)
  if (!name || /[^\w.+-]/.test(name) || name.startsWith('-')) return undefined
  return rest.some((word) => /["'\\$#]/.test(word)) ? undefined : [name, ...rest]
}

/**
 * Programs whose business is to run a script. Their versions are part of the name: `python3.12`, `lua5.4`.
 */
const interpreters =
  /^(node(js)?|deno|bun|tsx|python|pypy|ruby|jruby|perl|raku|php|lua(jit)?|tclsh|wish|expect|ba?sh|dash|z?sh|[mp]?ksh|mksh|yash|fish|[gmn]?awk|sed|jq|make|gnuplot|octave|julia|Rscript|java|groovy|scala|kotlin|guile|racket|sbcl|escript|elixir|ocaml|runghc|swift|crystal|dart|pwsh|nu|bb|csh|tcsh|rc|es|bc|dc)(-?\d+(\.\d+)*)?$/

export const isInterpreter = (name: string): boolean => interpreters.test(path.basename(name))
