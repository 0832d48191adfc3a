import { parseHelp } from '@cli-apps/help'
import type { Figure } from '../installer-bench/bench.ts'

const mb = (unit: string): string => unit.repeat(Math.ceil(1e6 / unit.length))
const row = (text: string): string => `Options:\n${mb(`  --mode <m>  ${text}\n`)}`
const long = (text: string): string => `Options:\n  --mode <m>  ${text}`

/** Megabyte-sized texts on which a careless regular expression would take hours. */
const texts: Record<string, string> = {
  defaults: row('(default: ((((( (default: x'),
  defaultLong: row(`(default: ${'('.repeat(300)}`),
  onlyDefault: long(mb('(default ')),
  onlyDefaultColon: long(mb('(default: a (')),
  aliases: long(mb('(alias: a, ')),
  aliasRows: row('[aliases: a, b, c, d, e, f, g, h, i, j,'),
  oneOf: long(mb('one of: a (b), ')),
  oneOfBare: long(mb('One of a (')),
  isQuoted: long(mb(`is 'a', `)),
  must: long(mb('must be one of ')),
  env: row(`(${'A'.repeat(200)}`),
  env2: row(`(${'A '.repeat(100)}env`),
  envs: long(mb('(AA ')),
  brackets: row(`[${'$A'.repeat(60)}`),
  parens: long(mb('(a|b|')),
  parens2: row(`(${'a|'.repeat(60)}`),
  names: row('').replace(/<m>/g, '-a/b/c/d/e/f/g/h'),
  slashes: mb('-aa/bb'),
  slashes2: mb('--a-a/b-b/'),
  repeats: mb('-v|vv|vvv'),
  comma: mb('-a,\n'),
  commaLong: mb('--a, --b,\n'),
  stacked: mb('--a\n'),
  stacked2: mb('  --a\n      text\n'),
  boxes: mb('╭─ Options ─╮\n│ --a  b │\n'),
  boxTop: `╭─ O ─╮\n${mb(`│ ${' '.repeat(500)}x\n`)}`,
  boxTitle: mb(`╭─ ${'a '.repeat(40)}\n`),
  boxDash: mb(`╭${'─'.repeat(3000)}\n`),
  boxSide: `╭─ O ─╮\n${mb(`${'│'.repeat(3000)}\n`)}`,
  types: row('').replace(/<m>/g, '  TEXT  -b  [a|b'),
  typecol: mb('  --a  <aaaa  [a|a|a|a|a  TEXT\n'),
  braces: mb('--a={a,b,c,'),
  glued: mb('-a:<b:<'),
  written: mb('  --a=1.2.3.4.5  x\n'),
  usageParen: `Usage: x ${mb('(-a|--bb CC')}`,
  words: mb('  --a xxx add to it\n'),
  paragraphs: mb(`${'word '.repeat(20)}\n-a to it\n`),
  bullets: long(`possible values: ${mb('- a ')}`),
  dots: mb('  --a ........ text\n'),
  dotsOnly: mb(`  --a${' .'.repeat(500)}\n`),
  spaces: mb(`--a${' '.repeat(3000)}\n`),
  again: mb('--a FILE [FILE [FILE\n'),
  rep: mb('--a b [--a b [--a\n'),
}
/** Processor time to read each hostile megabyte, slowest first; the target is at most one second. */
export function measureHostileTexts(): Figure[] {
  const times = Object.entries(texts).map(([name, text]) => {
    const before = process.cpuUsage()
    parseHelp(text, { name: 'x' })
    const { user, system } = process.cpuUsage(before)
    return { name, ms: Math.round((user + system) / 1000) }
  })
  return times
    .sort((a, b) => b.ms - a.ms)
    .map(({ name, ms }) => ({
      what: `1 MB: ${name}`,
      measured: `${ms} ms`,
      target: '1000 ms',
      isMet: ms < 1000,
    }))
}
