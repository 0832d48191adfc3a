/*
 * Measures the reading of programs' help and the tokens of skills, and compares the results with their targets: `npm run bench:skills`, or parts
 * of it by name, as in `npm run bench:skills -- catalog`. Build first, except for `catalog`; `score` and `tokens` need
 * `bash test/help-corpus/install.sh` before, and `score` takes about twenty minutes.
 */
import { type Figure, openFolders } from './installer-bench/bench.ts'
import { requestedParts } from './requested-parts.ts'
import { countCatalogTokens } from './skills-bench/catalog-tokens.ts'
import { measureCrawl } from './skills-bench/crawl.ts'
import { measureHostileTexts } from './skills-bench/hostile.ts'
import { scoreCorpus } from './skills-bench/score.ts'
import { countSkillTokens } from './skills-bench/token-table.ts'

await using folders = await openFolders()

const parts: Record<string, () => Promise<void>> = {
  crawl: async () => console.table((await measureCrawl(folders)).map(figureRow)),
  hostile: async () => console.table(measureHostileTexts().map(figureRow)),
  catalog: async () => {
    const { rows, summaries } = await countCatalogTokens()
    console.table(rows)
    console.table(summaries)
  },
  tokens: async () => console.table(await countSkillTokens(folders)),
  score: async () => console.log(await scoreCorpus(folders)),
}

const figureRow = ({ what, measured, target, isMet }: Figure): Record<string, string> => ({
  what,
  measured,
  target,
  met: isMet ? 'yes' : 'no',
})

for (const name of requestedParts(Object.keys(parts))) await parts[name]?.()
