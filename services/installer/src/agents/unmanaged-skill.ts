import { readdir } from 'node:fs/promises'
import path from 'node:path'
import {
  type AppName,
  ConflictError,
  type InstallRecord,
  isAppError,
  skillName,
  t,
  umbrellaName,
  umbrellaPath,
} from '@cli-apps/core'
import { isMissing, readText, type Workspace } from '@cli-apps/core/node'
import { placeOf } from '../workspace/place.ts'
import { copyFolders, type PlacementLayout } from './skill-placement.ts'

/**
 * Refuses agent folders that contain something else under the name of the app's skill: anything that neither the record
 * lists nor its own front matter identifies as generated. Throws `ConflictError` `skill.foreign`.
 */
export async function refuseUnmanagedSkills(
  name: AppName,
  folders: readonly string[],
  {
    workspace,
    record,
    layout,
  }: { workspace: Workspace; record: InstallRecord | undefined; layout: PlacementLayout },
): Promise<void> {
  if (layout.copies === 'umbrella') return refuseUnmanagedUmbrella(['skills', ...folders], workspace)
  const known = copyFolders(record)
  for (const folder of folders.filter((one) => !known.includes(one))) {
    const skill = await placeOf(workspace, `${folder}/${skillName(name)}/SKILL.md`)
    await refuseUnmanaged(skill, (text) => isOurs(text, { skill: skillName(name), app: name }))
  }
}

/** Refuses folders in which something else is called as the skill for all apps. Throws the same. */
export async function refuseUnmanagedUmbrella(
  folders: readonly string[],
  workspace: Workspace,
): Promise<void> {
  for (const folder of folders) {
    const skill = await placeOf(workspace, umbrellaPath(folder))
    await refuseUnmanaged(skill, (text) => isOurs(text, { skill: umbrellaName, app: undefined }))
  }
}

async function refuseUnmanaged(skill: string, isKnown: (text: string) => Promise<boolean>): Promise<void> {
  const text = await readText(skill)
  if (text === undefined ? await isEmpty(path.dirname(skill)) : await isKnown(text)) return
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

/** Whether the front matter says that cli-apps generated this skill, for this app or for all. */
async function isOurs(
  text: string,
  { skill, app }: { skill: string; app: string | undefined },
): Promise<boolean> {
  const { parseFrontmatter } = await import('@cli-apps/core/skill')
  try {
    const { frontmatter } = parseFrontmatter(text)
    const { app: described, 'generator-version': generator } = frontmatter.metadata ?? {}
    return frontmatter.name === skill && described === app && generator !== undefined
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
