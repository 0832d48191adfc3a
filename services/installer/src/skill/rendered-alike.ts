import { isDeepStrictEqual } from 'node:util'
import type { InstallRecord } from '@cli-apps/core'
import { hasCode } from '@cli-apps/core/node'
import { documentApp } from './document-app.ts'
import { readSkillTree } from './read-skill-tree.ts'
import { chooseLanguage, type LanguageWish, type StyleContext, trustedTemplates } from './skill-style.ts'

/**
 * Whether rendering the skill now from the workspace's state would give the files that were written. Edits do not
 * count; a different or unreadable command tree does.
 */
export async function isRenderedAlike(
  wish: LanguageWish & { record: InstallRecord },
  context: StyleContext,
): Promise<boolean> {
  const { record, settings } = wish
  const { language, own } = chooseLanguage(wish)
  if (own !== record.skill.language) return false
  const style = { language, templates: await trustedTemplates(settings, context) }
  try {
    const { digests } = await documentApp(record, await readSkillTree(context.workspace, record), style)
    return isDeepStrictEqual(digests, record.skill.files)
  } catch (error) {
    if (hasCode(error, 'commands.corrupt') || hasCode(error, 'commands.changed')) return false
    throw error
  }
}
