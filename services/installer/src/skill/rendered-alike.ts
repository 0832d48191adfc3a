import { isDeepStrictEqual } from 'node:util'
import { type InstallRecord, layoutAt } from '@cli-apps/core'
import { commandsFile, digestOf, hasCode, readText } from '@cli-apps/core/node'
import { digestsOf, laidOut } from './skill-layout.ts'
import {
  chooseLanguage,
  type LanguageWish,
  rendererOf,
  type SkillStyle,
  type StyleContext,
  trustedTemplates,
} from './skill-style.ts'

type RenderedSkill = LanguageWish & { record: InstallRecord }

/**
 * Whether rendering the skill now from the workspace's state would give the files that were written. Edits do not
 * count; a different or unreadable command tree does.
 */
export async function isRenderedAlike(wish: RenderedSkill, context: StyleContext): Promise<boolean> {
  const { record } = wish
  const style = await styleOf(wish, context)
  if (style === undefined) return false
  // Loaded lazily, because most skills were written by the same renderer.
  const { documentApp } = await import('./document-app.ts')
  const { readSkillTree } = await import('./read-skill-tree.ts')
  try {
    const { files } = await documentApp(record, await readSkillTree(context.workspace, record), style)
    const place = { folder: 'skills', layout: layoutAt(record.skill.path) }
    return isDeepStrictEqual(digestsOf(laidOut(record.name, files, place)), record.skill.files)
  } catch (error) {
    if (hasCode(error, 'commands.corrupt') || hasCode(error, 'commands.changed')) return false
    throw error
  }
}

/**
 * Like `isRenderedAlike`, for a record that this user's installer signed. Where it names the same renderer and the same
 * command tree, the result is known: rendering depends on nothing else than these and the record.
 */
export async function isOwnRenderedAlike(wish: RenderedSkill, context: StyleContext): Promise<boolean> {
  const { record } = wish
  const style = await styleOf(wish, context)
  if (style === undefined) return false
  const renderer = rendererOf(style)
  if (renderer !== undefined && renderer === record.skill.renderer) {
    const tree = await readText(commandsFile(context.workspace, record.name)).catch(() => undefined)
    if (record.commands === (tree === undefined ? undefined : digestOf(tree))) return true
  }
  return isRenderedAlike(wish, context)
}

/** The style in which the skill would be rendered now; `undefined` if the record has it in another language. */
async function styleOf(wish: RenderedSkill, context: StyleContext): Promise<SkillStyle | undefined> {
  const { language, own } = chooseLanguage(wish)
  if (own !== wish.record.skill.language) return undefined
  return { language, templates: await trustedTemplates(wish.settings, context) }
}
