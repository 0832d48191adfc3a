// What share of the example calls in the manual pages of installed programs parses against the trees that we read from their help
// (Debian, bubblewrap):
//   npm run bench:help [-- --seed N --programs 20 --only NAME,NAME --keep DIR --misses --trees DIR]
// --keep stores what each program printed, and reads it from there the next time; --misses prints the calls that do not parse;
// --trees writes each tree to a file.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { type CommandNode, walkCommands } from '@cli-apps/core'
import { drawManuals, type ManualExamples } from './help-examples/draw-manuals.ts'
import { faultOf } from './help-examples/parse-call.ts'
import { readProgramTree } from './help-examples/read-program-tree.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    programs: { type: 'string', default: '20' },
    only: { type: 'string' },
    keep: { type: 'string' },
    trees: { type: 'string' },
    misses: { type: 'boolean', default: false },
  },
})
const percent = (part: number, whole: number): string => `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`
const scratch = mkdtempSync(path.join(tmpdir(), 'help-examples-'))
const only = values.only?.split(',')
let parsed = 0
let total = 0
const shares: number[] = []

try {
  for (const manual of drawManuals(Number(values.seed), only)) {
    if (shares.length >= Number(values.programs)) break
    const { tree, seconds } = await readProgramTree(manual.name, { keep: values.keep, scratch })
    if (values.trees) writeTree(values.trees, tree)
    count(manual, tree, seconds)
  }
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
const mean = shares.reduce((sum, share) => sum + share, 0) / Math.max(1, shares.length)
console.log(
  `${shares.length} programs, seed ${values.seed}: ${parsed} of ${total} example calls parse (${percent(parsed, total)}); ` +
    `mean of programs ${(100 * mean).toFixed(1)} %`,
)

function count({ name, calls }: ManualExamples, tree: CommandNode, seconds: number): void {
  const faults = calls.map((words) => faultOf(words, tree))
  const good = faults.filter((fault) => fault === undefined).length
  parsed += good
  total += calls.length
  shares.push(good / calls.length)
  const nodes = [...walkCommands(tree)].map(({ node }) => node)
  const options = nodes.reduce((sum, node) => sum + node.options.length, 0)
  console.log(
    `${name.padEnd(24)} ${`${good}/${calls.length}`.padStart(8)}  ${nodes.length - 1} commands, ${options} options, ${seconds.toFixed(1)} s`,
  )
  if (values.misses)
    for (const [at, fault] of faults.entries())
      if (fault !== undefined) console.log(`    ${fault}: ${name} ${calls[at]?.join(' ').slice(0, 200)}`)
}

function writeTree(folder: string, tree: CommandNode): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, `${tree.name}.json`), JSON.stringify(tree, null, 1))
}
