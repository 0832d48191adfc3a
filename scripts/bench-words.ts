/*
 * How many hostile texts the injection rules flag, and how many harmless ones: `npm run bench:words -- --from DIR`, where
 * DIR holds checkouts called `owner+name` at the commits in `words-bench/corpora.ts`. Without `--final` only the half on
 * which the rules were tuned is judged; `--misses KIND` prints what was missed or flagged in error there.
 */
import { readdir, readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { corpora } from './words-bench/corpora.ts'
import type { Corpus, CorpusKind } from './words-bench/corpus.ts'
import { debianDescriptions, isTuned, type Judged, judgeTexts, rateOf } from './words-bench/rates.ts'
import { digestOf, readCorpus } from './words-bench/read-corpus.ts'

const { values } = parseArgs({
  options: {
    from: { type: 'string' },
    final: { type: 'boolean' },
    misses: { type: 'string' },
    digests: { type: 'boolean' },
    only: { type: 'string' },
  },
})
if (values.from === undefined) {
  for (const { repository, commit } of new Set(corpora))
    console.log(
      `git clone https://github.com/${repository} DIR/${repository.replace('/', '+')} && git -C DIR/${repository.replace('/', '+')} checkout ${commit}`,
    )
  console.log('Then: npm run bench:words -- --from DIR')
  process.exit(2)
}

type Half = 'tuned' | 'held out'
const halves: readonly Half[] = values.final ? ['tuned', 'held out'] : ['tuned']
const scopeOf = (kind: CorpusKind) => (kind.endsWith('skill') ? 'skill' : 'manifest')
const all: { id: string; kind: CorpusKind; licence: string; later?: true; half: Half; judged: Judged[] }[] =
  []
for (const corpus of corpora) {
  if (values.only !== undefined && corpus.kind !== values.only) continue
  const texts = await readCorpus(values.from, corpus)
  if (values.digests) console.log(corpus.id, texts.length, digestOf(texts))
  add(corpus, texts)
}
if (values.only === undefined || values.only === 'harmless sentence') {
  const kind = 'harmless sentence'
  add({ id: 'Debian descriptions', kind, licence: 'by package' }, await debianDescriptions())
  add({ id: 'catalog', kind, licence: 'Apache-2.0' }, await catalogTexts())
}

const rows = all.map(({ id, kind, licence, later, half, judged }) => ({
  id,
  kind,
  licence,
  drawn: later ? 'later' : 'first',
  half,
  ...rateOf(judged),
}))
console.table(rows.map((row) => ({ ...row, rate: percent(row) })))
for (const kind of ['hostile sentence', 'harmless sentence', 'hostile skill', 'harmless skill'])
  for (const half of halves)
    for (const drawn of ['first', 'later']) {
      const own = rows.filter((row) => row.kind === kind && row.half === half && row.drawn === drawn)
      const sum = {
        flagged: own.reduce((total, { flagged }) => total + flagged, 0),
        total: own.reduce((count, { total }) => count + total, 0),
      }
      if (sum.total > 0)
        console.log(
          `${kind}, ${drawn} corpora, ${half}: ${sum.flagged} of ${sum.total} flagged (${percent(sum)})`,
        )
    }
if (values.misses !== undefined)
  for (const { id, kind, half, judged } of all.filter((one) => one.kind === values.misses))
    for (const { text, rules, excerpts } of half === 'tuned' ? judged : [])
      if (kind.startsWith('hostile') === (rules.length === 0))
        console.log(
          `[${id}] ${rules.join(' ')} «${excerpts.join('» «')}» | ${text.replace(/\s+/g, ' ').slice(0, 220)}`,
        )

/** Counts the tuned halves; the held-out ones stay unread. */
function add(
  { id, kind, licence, later, half: whole }: Pick<Corpus, 'id' | 'kind' | 'licence' | 'later' | 'half'>,
  texts: readonly string[],
): void {
  for (const half of halves) {
    const own = texts.filter((text) => (whole ?? (isTuned(text) ? 'tuned' : 'held out')) === half)
    if (own.length > 0)
      all.push({ id, kind, licence, ...(later && { later }), half, judged: judgeTexts(own, scopeOf(kind)) })
  }
}

function percent({ flagged, total }: { flagged: number; total: number }): string {
  return total === 0 ? '-' : `${((100 * flagged) / total).toFixed(1)} %`
}

/** Every text of the catalog's manifests, commands included. */
async function catalogTexts(): Promise<string[]> {
  const texts = new Set<string>()
  const visit = (value: unknown): void => {
    if (typeof value === 'string') texts.add(value)
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(visit)
  }
  for (const file of (await readdir('catalog', { recursive: true })).filter((name) => name.endsWith('.json')))
    visit(JSON.parse(await readFile(`catalog/${file}`, 'utf8')))
  return [...texts].filter((text) => /\s/.test(text))
}
