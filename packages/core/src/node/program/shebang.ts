import path from 'node:path'

/** A script's shebang as the kernel parses it. */
export interface Shebang {
  /** As written, usually a path. */
  interpreter: string
  /** Everything after it: the kernel passes it as one argument. */
  argument?: string
}

/** The number of bytes that the kernel reads. */
export const shebangBytes = 256

/**
 * Parses the first bytes of a file, at most `shebangBytes`: `undefined` if it is not a script, and `null` for a shebang
 * that the kernel would refuse. A shell would then run the file as its own script.
 */
export function parseShebang(start: Uint8Array): Shebang | null | undefined {
  const bytes = Buffer.from(start).subarray(0, shebangBytes)
  if (bytes.subarray(0, 2).toString('latin1') !== '#!') return undefined
  const end = bytes.indexOf('\n')
  // Longer than the kernel reads, so it would be truncated.
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
 * The words that `env` runs: a name and its arguments. `undefined` for options of `env`, and for quotes and variables,
 * which it would have to expand.
 */
export function envWords({ argument = '' }: Shebang): [string, ...string[]] | undefined {
  const split = /^-S[ \t]*(.+)$/.exec(argument)?.[1]
  // Without -S it is a single word including its blanks, and no program has such a name.
  const [name, ...rest] = split === undefined ? argument.split(/[ \t]+/) : split.split(/[ \t]+/)
  if (!name || /[^\w.+-]/.test(name) || name.startsWith('-')) return undefined
  return rest.some((word) => /["'\\$#]/.test(word)) ? undefined : [name, ...rest]
}

/** Programs that run scripts. Their names may include a version: `python3.12`, `lua5.4`. */
const interpreters =
  /^(node(js)?|deno|bun|tsx|python|pypy|ruby|jruby|perl|raku|php|lua(jit)?|tclsh|wish|expect|ba?sh|dash|z?sh|[mp]?ksh|mksh|yash|fish|[gmn]?awk|sed|jq|make|gnuplot|octave|julia|Rscript|java|groovy|scala|kotlin|guile|racket|sbcl|escript|elixir|ocaml|runghc|swift|crystal|dart|pwsh|nu|bb|csh|tcsh|rc|es|bc|dc)(-?\d+(\.\d+)*)?$/

export const isInterpreter = (name: string): boolean => interpreters.test(path.basename(name))
