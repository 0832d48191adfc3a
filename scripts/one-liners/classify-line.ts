import type { LineReading, Syntax } from './read-line.ts'

/** Commands that exist only inside a shell. */
const builtins = new Set(
  'cd export set unset source . alias unalias eval exec read wait trap shift ulimit umask type hash declare typeset local let shopt history fg bg jobs disown pushd popd complete builtin command enable exit return : bind'.split(
    ' ',
  ),
)

export type LineClass = Syntax | 'plain' | 'several pipes' | 'builtin'

/** Returns what of the shell a line needs; a line that needs nothing but its argument list is plain. */
export function classifyLine(reading: LineReading): LineClass[] {
  const classes: LineClass[] = [...reading.syntax]
  if (reading.pipes > 1) classes.push('several pipes')
  if (reading.words.some(({ text, place }) => place === 0 && builtins.has(text))) classes.push('builtin')
  return classes.length ? classes.sort() : ['plain']
}
