import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { type AppName, ConflictError, type InstallRecord, isAppError, skillName, t } from '@cli-apps/core'
import { isMissing, readText, type Workspace } from '@cli-apps/core/node'
import { placeOf } from '../workspace/place.ts'
import { copyFolders } from './skill-placement.ts'

/**
 * Refuses agent folders that contain something else under the name of the app's skill: anything that neither the record
 * lists nor its own front matter identifies as generated. Throws `ConflictError` `skill.foreign`.
 */
export async function refuseUnmanagedSkills(
  name: AppName,
  folders: readonly string[],
  { workspace, record }: { workspace: Workspace; record: InstallRecord | undefined },
): Promise<void> {
  const known = copyFolders(record)
  for (const folder of folders.filter((one) => !known.includes(one))) {
    const skill = await placeOf(workspace, `${folder}/${skillName(name)}/SKILL.md`)
    const text = await readText(skill)
    if (text === undefined ? await isEmpty(path.dirname(skill)) : await isOurs(text, name)) continue
    throw new ConflictError(
      'skill.foreign',
      t('skill.foreign', '{skill} was not created by cli-apps, so it is not overwritten.', {
        skill: path.dirname(skill),
      }),
      {
        hint: t(
          'skill.foreign.hint',
          'Move it away or omit the agent that reads it, then try again. Nothing was changed.',
        ),
        details: { path: path.dirname(skill) },
      },
    )
  }
}

/** Whether the front matter says that cli-apps generated the skill for this app. */
async function isOurs(text: string, name: AppName): Promise<boolean> {
  const { parseFrontmatter } = await import('@cli-apps/core/skill')
  try {
    const { frontmatter } = parseFrontmatter(text)
    const { app, 'generator-version': generator } = frontmatter.metadata ?? {}
    return frontmatter.name === skillName(name) && app === name && generator !== undefined
  } catch (error) {
    if (isAppError(error)) return false
    throw error
  }
}

async function isEmpty(folder: string): Promise<boolean> {
  try {
    return (await readdir(folder)).length === 0
  } catch (error) {
    if (isMissing(error)) return true
    throw error
  }
}
