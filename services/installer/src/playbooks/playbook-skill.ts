import path from 'node:path'
import {
  type Digest,
  type Playbook,
  playbookApps,
  playbookSkillPath,
  type SkillLanguage,
} from '@cli-apps/core'
import { digestOf, loadTemplates, readJson, resourceFolder } from '@cli-apps/core/node'
import { renderPlaybookSkill } from '@cli-apps/core/skill'
import * as z from 'zod'
import { version } from '../version.ts'

/** The file of a playbook's skill. */
export interface PlaybookSkill {
  name: string
  /** Its path in the workspace. */
  path: string
  text: string
  digest: Digest
}

const EntryPoint = z.object({ entry_point: z.string() })

/** Renders the skill of a playbook of the catalog. */
export async function playbookSkill(playbook: Playbook, language: SkillLanguage): Promise<PlaybookSkill> {
  const { words } = await loadTemplates({ language })
  const points = await Promise.all(
    playbookApps(playbook).map(async (app) => {
      const file = path.join(resourceFolder('catalog'), `${app}.json`)
      const manifest = await readJson(file, EntryPoint, { what: file, code: 'catalog.corrupt', repair: '' })
      return [app, manifest?.entry_point ?? app]
    }),
  )
  const entryPoints = Object.fromEntries(points)
  const text = renderPlaybookSkill({ playbook, entryPoints, words, language, generator: { version } })
  const { name } = playbook
  return { name, path: playbookSkillPath(name), text, digest: digestOf(text) }
}
