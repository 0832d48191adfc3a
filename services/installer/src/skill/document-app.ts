import {
  type CommandNode,
  type InstallRecord,
  inlineTree,
  installedVersion,
  skillName,
  type VersionFacts,
} from '@cli-apps/core'
import { isShipped, loadTemplates } from '@cli-apps/core/node'
import { type CallStyle, renderSkill, vetManifest, vetTree } from '@cli-apps/core/skill'
import { version as generatorVersion } from '../version.ts'
import { withoutMarks } from './skill-regions.ts'
import type { SkillStyle } from './skill-style.ts'

/** The facts about an installed app that its skill is rendered from. */
export type DocumentedApp = Pick<InstallRecord, 'manifest' | 'digest' | 'name' | 'tried'> & VersionFacts

export interface AppDocuments {
  /** Text by path in the workspace, with a skill of its own for this app. */
  files: Record<string, string>
}

/**
 * Renders the files of an installed app's skill from its manifest and its own help. The same app in the same style
 * gives the same bytes wherever the same recipes ran. Throws `InvalidError` `template.…` for workspace templates that fail.
 */
export async function documentApp(
  app: DocumentedApp,
  commands: CommandNode | undefined,
  { language, templates }: SkillStyle,
  calls: CallStyle = 'tool',
): Promise<AppDocuments> {
  const tree = commands ?? inlineTree(app.manifest.commands)
  const manifest = { ...app.manifest, commands: undefined }
  const { files } = renderSkill({
    // Another registry may not have checked the manifest.
    manifest: (await isShipped(app.digest)) ? manifest : vetManifest(manifest).manifest,
    commands: tree && vetTree(tree),
    digest: app.digest,
    installed: { version: installedVersion(app) },
    tried: app.tried?.passed,
    language,
    calls,
    templates: await loadTemplates({ language, overrides: templates?.folder, trusted: templates?.digest }),
    generator: { version: generatorVersion },
  })
  const folder = `skills/${skillName(app.name)}`
  return {
    files: Object.fromEntries(
      Object.entries(files).map(([file, text]) => [`${folder}/${file}`, withoutMarks(text)]),
    ),
  }
}
