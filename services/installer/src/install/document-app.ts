import { type CommandNode, type Digest, type InstallRecord, skillName } from '@cli-apps/core'
import { digestOf, loadTemplates } from '@cli-apps/core/node'
import { renderSkill } from '@cli-apps/core/skill'
import { version as generatorVersion } from '../version.ts'

/** Files of an installed app's skill by their path in the workspace, rendered from its manifest and its own help. */
export async function documentApp(
  record: Pick<InstallRecord, 'manifest' | 'digest' | 'program_version' | 'name'>,
  commands: CommandNode | undefined,
): Promise<{ files: Record<string, string>; digests: Record<string, Digest> }> {
  const { files } = renderSkill({
    manifest: record.manifest,
    commands,
    digest: record.digest,
    installed: { programVersion: record.program_version ?? undefined },
    templates: await loadTemplates(),
    generator: { version: generatorVersion },
  })
  const folder = `skills/${skillName(record.name)}`
  const placed = Object.entries(files).map(([file, text]) => [`${folder}/${file}`, text] as const)
  return {
    files: Object.fromEntries(placed),
    digests: Object.fromEntries(placed.map(([file, text]) => [file, digestOf(text)])),
  }
}
