import {
  type AppManifest,
  type PlaybookDocument,
  parseJson,
  playbookApps,
  readManifestFacts,
  type SkillLanguage,
} from '@cli-apps/core'
import { loadTemplates, type SigningKey } from '@cli-apps/core/node'
import { renderPlaybookSkill } from '@cli-apps/core/skill'
import packageFile from '../../package.json' with { type: 'json' }
import type { Queries } from '../db/database.ts'
import { latestManifests } from '../db/queries/popular-rows.ts'
import { getPlaybook } from './get-playbook.ts'

interface PlaybookApp {
  name: string
  title: string
  /** The program that is called where a call names none. */
  program: string
  /** Whether the registry lists it. */
  isListed: boolean
}

interface PlaybookView {
  document: PlaybookDocument
  apps: PlaybookApp[]
}

/** Returns what a page shows of a playbook. Throws as `getPlaybook`. */
export async function getPlaybookView(
  db: Queries,
  name: string,
  signer?: Pick<SigningKey, 'sign'>,
): Promise<PlaybookView> {
  const document = await getPlaybook(db, name, signer)
  const names = playbookApps(document.playbook)
  const manifests = new Map<string, AppManifest>(
    (await latestManifests(db, names)).map(({ app, manifest }) => [
      app,
      readManifestFacts(parseJson(manifest, app), app),
    ]),
  )
  const apps = names.map((app) => {
    const manifest = manifests.get(app)
    const { entry_point: program = app, display_name: title = app } = manifest ?? {}
    return { name: app, title, program, isListed: manifest !== undefined }
  })
  return { document, apps }
}

/** Returns SKILL.md of a playbook as the installer writes it. Throws as `getPlaybook`. */
export async function getPlaybookSkill(db: Queries, name: string, language: SkillLanguage): Promise<string> {
  const { document, apps } = await getPlaybookView(db, name)
  const { words } = await loadTemplates({ language })
  return renderPlaybookSkill({
    playbook: document.playbook,
    entryPoints: Object.fromEntries(apps.map(({ name: app, program }) => [app, program])),
    words,
    language,
    generator: { version: packageFile.version },
  })
}
