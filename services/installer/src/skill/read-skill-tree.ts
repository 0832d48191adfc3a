import {
  type CommandNode,
  type InstallRecord,
  inlineTree,
  NotFoundError,
  readManifest,
  t,
} from '@cli-apps/core'
import { readCommands, readPublishedManifest, type Workspace } from '@cli-apps/core/node'

/**
 * Returns the commands that an installed app's skill documents: those that its program reported at install, or else
 * those published with its manifest, which the record does not contain.
 */
export async function readSkillTree(
  workspace: Workspace,
  record: Pick<InstallRecord, 'name' | 'commands'>,
): Promise<CommandNode | undefined> {
  const own = await readCommands(workspace, record)
  if (own !== undefined) return own
  const { name } = record
  const manifest = await readPublishedManifest(workspace, name)
  if (manifest !== undefined)
    return inlineTree(
      readManifest(manifest, t('read-skill-tree.manifest', 'The manifest of {name}', { name })).commands,
    )
  throw new NotFoundError(
    'app.not-installed',
    t('app.not-installed.uninstalled-meanwhile', '{name} was uninstalled meanwhile.', { name }),
    {
      hint: t('app.not-installed.hint.run-cli-apps-install', 'Run: {cli} install {name}', { name }),
    },
  )
}
