import { loadTemplates } from '@cli-apps/core/node'
import { type RenderedSkill, renderSkill, type SkillLanguage } from '@cli-apps/core/skill'
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { type CatalogEntry, readCatalog } from '../catalog/entries.ts'

/** What a skill costs. */
export interface SkillCost {
  app: string
  'SKILL.md': number
  references: number
  files: number
}

/** The median, 95th percentile and maximum of a number of skills. */
export interface CostSummary {
  skills: string
  count: number
  median: number
  p95: number
  max: number
}

export interface CatalogTokens {
  summaries: CostSummary[]
  /** The skills of entries with a command tree, dearest first. */
  rows: SkillCost[]
}

/** Tokens (o200k_base) of the skill of each catalog entry, as if it were installed, in the order of cost. */
export async function countCatalogTokens(): Promise<CatalogTokens> {
  const { entries } = await readCatalog()
  const [proven, others] = [entries.filter(hasTree), entries.filter((entry) => !hasTree(entry))]
  const rows = await costsOf(proven, 'en')
  return {
    summaries: [
      summaryOf('entries with a command tree', rows),
      summaryOf('the same, in Chinese', await costsOf(proven, 'zh')),
      summaryOf('entries without a command tree', await costsOf(others, 'en')),
    ],
    rows,
  }
}

/** Stands for the digest of the manifest, which every installed skill has. */
const digest = `sha256:${'0f3a96c1'.repeat(8)}`

const hasTree = ({ tree }: CatalogEntry): boolean => tree !== undefined

async function costsOf(entries: readonly CatalogEntry[], language: SkillLanguage): Promise<SkillCost[]> {
  const templates = await loadTemplates({ language })
  return entries
    .map(({ manifest, tree }) => {
      const facts = { manifest, commands: tree, installed: {}, generator: { version: '0.1.0' }, digest }
      return costOf(manifest.name, renderSkill({ ...facts, language, templates }))
    })
    .sort((one, other) => other['SKILL.md'] - one['SKILL.md'])
}

function costOf(app: string, { files }: RenderedSkill): SkillCost {
  const { 'SKILL.md': skill = '', ...references } = files
  const texts = Object.values(references)
  return {
    app,
    'SKILL.md': encode(skill).length,
    references: texts.reduce((sum, text) => sum + encode(text).length, 0),
    files: texts.length,
  }
}

function summaryOf(skills: string, rows: readonly SkillCost[]): CostSummary {
  const costs = rows.map((row) => row['SKILL.md']).sort((one, other) => one - other)
  const at = (share: number): number => costs[Math.max(0, Math.ceil(costs.length * share) - 1)] ?? 0
  return { skills, count: costs.length, median: at(0.5), p95: at(0.95), max: at(1) }
}
