// How well sentences find an app and its call, for people who know only the names of programs. Two halves by a hash of the
// sentence: only the first is for tuning.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { type AppManifest, createRecipeFinder, openRanking } from '@cli-apps/core'
import * as z from 'zod'

const SentenceSet = z.object({
  sentences: z.array(
    z.object({
      q: z.string(),
      lang: z.enum(['en', 'zh']),
      kind: z.enum(['task', 'feature']),
      apps: z.array(z.string()),
      calls: z.array(z.string()).optional(),
    }),
  ),
})
type Sentence = z.infer<typeof SentenceSet>['sentences'][number]

const halfOf = (q: string): string =>
  (createHash('sha256').update(`seed-2026${q}`).digest()[0] ?? 0) < 128 ? 'tune' : 'held-out'

/** Prints MRR and the share among five of each language, kind and half, with the share whose call is shown. */
export async function printSentences(manifests: readonly AppManifest[]): Promise<void> {
  const file = new URL('../test/fixtures/relevance/names-only.json', import.meta.url)
  const { sentences } = SentenceSet.parse(JSON.parse(await readFile(file, 'utf8')))
  const apps = manifests.map((one) => ({ ...one, tags: one.tags ?? [], aliases: one.aliases ?? [] }))
  const table: Record<string, Record<string, number>> = {}
  const groups = new Map<string, Sentence[]>()
  for (const one of sentences) {
    const key = `${halfOf(one.q)} ${one.lang} ${one.kind}`
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  for (const [name, group] of [...groups].sort()) table[name] = figures(group, apps)
  console.log('sentences by people who knew only names')
  console.table(table)
}

type RankedManifest = AppManifest & { tags: string[]; aliases: string[] }

function figures(group: readonly Sentence[], apps: readonly RankedManifest[]): Record<string, number> {
  let [mrr, five, asked, called] = [0, 0, 0, 0]
  for (const { q, apps: right, calls } of group) {
    const { ranked, query, rarity } = openRanking(q, apps)
    const at = ranked.findIndex(({ entry }) => right.includes(entry.name))
    if (at >= 0) mrr += 1 / (at + 1)
    if (at >= 0 && at < 5) five++
    if (calls === undefined) continue
    asked++
    const find = createRecipeFinder(query, rarity)
    const shown = ranked
      .slice(0, 5)
      .flatMap(({ entry }) => (right.includes(entry.name) ? find(entry, 2) : []))
    if (shown.some(({ call }) => calls.some((part) => JSON.stringify(call).includes(part)))) called++
  }
  const share = (count: number, of: number): number => Math.round((100 * count) / Math.max(1, of))
  return {
    sentences: group.length,
    MRR: Number((mrr / group.length).toFixed(3)),
    'in five %': share(five, group.length),
    'call in five %': share(called, asked),
  }
}
