import { expect, it } from 'vitest'
import { classifyLine } from '../../../scripts/one-liners/classify-line.ts'
import { readLine } from '../../../scripts/one-liners/read-line.ts'

it.each([
  ['tar -czf a.tgz dir', 'plain'],
  [`find . -name "*.c" -exec grep foo {} \\;`, 'plain'],
  [`sed 's/a*$/b/' file`, 'plain'],
  ['ls *.c | sort | uniq -c', 'glob, pipe, several pipes'],
  ['sort < in > out', 'input redirection, output redirection'],
  ['make >> log 2>&1', 'append, stderr to stdout'],
  ['make 2> errors', 'stderr to file'],
  ['a && b; c', 'list'],
  ['sleep 1 &', 'background'],
  ['for f in *.c; do wc "$f"; done', 'glob, list, loop or condition, variable'],
  ['echo "$(date)" `id`', 'command substitution'],
  ['echo ~/x {a,b}', 'brace expansion, tilde'],
  ['diff <(sort a) <(sort b)', 'process substitution'],
  ['cat <<EOF\n$x | y\nEOF', 'here-document'],
  ['cd sub', 'builtin'],
])('classifies %j as %s', (line, classes) => {
  expect(classifyLine(readLine(line)).join(', ')).toBe(classes)
})
