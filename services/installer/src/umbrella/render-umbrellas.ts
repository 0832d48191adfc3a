import path from 'node:path'
import {
  agentFolders,
  dialectOf,
  type InstallRecord,
  layoutAt,
  localizedManifest,
  type SkillLanguage,
  umbrellaName,
  umbrellaPath,
} from '@cli-apps/core'
import { isShipped, loadTemplates } from '@cli-apps/core/node'
import { inDialect, renderUmbrellaSkill, type UmbrellaApp, vetManifest } from '@cli-apps/core/skill'
import { copiedSkills } from '../agents/skill-placement.ts'
import { withoutMarks } from '../skill/skill-regions.ts'
import { version } from '../version.ts'

interface UmbrellaWish {
  /** Whether the workspace wants one in `skills/`; other folders have it as long as skills are behind it. */
  isUmbrella: boolean
  language: SkillLanguage
}

/** Renders the skill for all apps in each folder that has one: its text by path in the workspace. */
export async function renderUmbrellas(
  records: readonly InstallRecord[],
  { isUmbrella, language }: UmbrellaWish,
): Promise<Record<string, string>> {
  const { words } = await loadTemplates({ language })
  const summaries = await Promise.all(records.map((record) => summaryOf(record, language)))
  const texts: Record<string, string> = {}
  for (const folder of ['skills', ...agentFolders]) {
    const found = records.flatMap((record, at): UmbrellaApp[] => {
      const skill = folder === 'skills' ? ownSkill(record, isUmbrella) : copyIn(folder, record)
      if (skill === undefined) return []
      const link = path.posix.relative(`${folder}/${umbrellaName}`, skill)
      return [{ name: record.name, summary: summaries[at] ?? '', path: link }]
    })
    const [first, ...others] = found
    if (first === undefined) continue
    const text = renderUmbrellaSkill({
      name: umbrellaName,
      apps: [first, ...others],
      calls: records.some(({ skill }) => skill.shell?.includes(folder)) ? 'shell' : 'tool',
      words,
      language,
      generator: { version },
    })
    texts[umbrellaPath(folder)] = inDialect(withoutMarks(text), dialectOf(folder))
  }
  return texts
}

const ownSkill = ({ skill }: InstallRecord, isUmbrella: boolean): string | undefined =>
  isUmbrella || layoutAt(skill.path) === 'umbrella' ? skill.path : undefined

const copyIn = (folder: string, record: InstallRecord): string | undefined =>
  copiedSkills(record).find((file) => file.startsWith(`${folder}/`) && layoutAt(file) === 'umbrella')

/** Another registry may not have checked the manifest. */
async function summaryOf({ manifest, digest }: InstallRecord, language: SkillLanguage): Promise<string> {
  const vetted = (await isShipped(digest)) ? manifest : vetManifest(manifest).manifest
  return localizedManifest(vetted, language).summary
}
