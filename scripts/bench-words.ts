/*
 * How many hostile texts the injection rules flag, and how many harmless ones: `npm run bench:words -- --from DIR`, where
 * DIR holds checkouts called `owner+name` at the commits in `words-bench/corpora.ts`. Without `--final` only the half on
 * which the rules were tuned is judged; `--misses KIND` prints what was missed or flagged in error there.
 */
import { readdir, readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { type CorpusKind, corpora } from './words-bench/corpora.ts'
import { debianDescriptions, isTuned, type Judged, judgeTexts, rateOf } from './words-bench/rates.ts'
import { digestOf, readCorpus } from './words-bench/read-corpus.ts'

const { values } = parseArgs({
  options: {
    from: { type: 'string' },
    final: { type: 'boolean' },
    misses: { type: 'string' },
    digests: { type: 'boolean' },
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

const scopeOf = (kind: CorpusKind) => (kind.endsWith('skill') ? 'skill' : 'manifest')
const all: {
  id: string
  kind: CorpusKind
  licence: string
  half?: 'tuned' | 'held out'
  judged: Judged[]
}[] = []
for (const corpus of corpora) {
  const texts = await readCorpus(values.from, corpus)
  if (values.digests) console.log(corpus.id, texts.length, digestOf(texts))
  all.push({ ...corpus, judged: judgeTexts(texts, scopeOf(corpus.kind)) })
}
const debian = await debianDescriptions()
all.push({
  id: 'Debian descriptions',
  kind: 'harmless sentence',
  licence: 'by package',
  judged: judgeTexts(debian, 'manifest'),
})
all.push({
  id: 'catalog',
  kind: 'harmless sentence',
  licence: 'Apache-2.0',
  judged: judgeTexts(await catalogTexts(), 'manifest'),
})

const halves = values.final ? (['tuned', 'held out'] as const) : (['tuned'] as const)
const rows = all.flatMap(({ id, kind, licence, ...one }) =>
  halves.map((half) => ({ id, kind, licence, half, ...rateOf(inHalf(one, half)) })),
)
console.table(rows.map((row) => ({ ...row, rate: percent(row) })))
for (const kind of ['hostile sentence', 'harmless sentence', 'hostile skill', 'harmless skill'])
  for (const half of halves) {
    const own = rows.filter((row) => row.kind === kind && row.half === half)
    const sum = {
      flagged: own.reduce((total, { flagged }) => total + flagged, 0),
      total: own.reduce((count, { total }) => count + total, 0),
    }
    console.log(`${kind}, ${half}: ${sum.flagged} of ${sum.total} flagged (${percent(sum)})`)
  }
if (values.misses !== undefined)
  for (const { id, kind, ...one } of all.filter((one) => one.kind === values.misses))
    for (const { text, rules, excerpts } of inHalf(one, 'tuned'))
      if (kind.startsWith('hostile') === (rules.length === 0))
        console.log(
          `[${id}] ${rules.join(' ')} «${excerpts.join('» «')}» | ${text.replace(/\s+/g, ' ').slice(0, 220)}`,
        )

function inHalf(
  { judged, half: whole }: { judged: readonly Judged[]; half?: 'tuned' | 'held out' },
  half: 'tuned' | 'held out',
): readonly Judged[] {
  if (whole !== undefined) return whole === half ? judged : []
  return judged.filter(({ text }) => isTuned(text) === (half === 'tuned'))
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
  for (const file of (await readdir('catalog')).filter((name) => name.endsWith('.json')))
    visit(JSON.parse(await readFile(`catalog/${file}`, 'utf8')))
  return [...texts].filter((text) => /\s/.test(text))
}
