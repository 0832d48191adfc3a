import path from 'node:path'
import {
  type AppName,
  type InstallRecord,
  isAppError,
  NotFoundError,
  nearestNames,
  skillFileAt,
  t,
} from '@cli-apps/core'
import { digestOf, type Workspace } from '@cli-apps/core/node'
import { parseFrontmatter } from '@cli-apps/core/skill'
import type { CommandResult } from '../command.ts'
import { readSkillText } from './read-skill-text.ts'
import { generatedPart, hasOwnWords } from './skill-regions.ts'
import type { SkillShowResult } from './skill-result.ts'
import { isAsGenerated } from './skill-state.ts'

type ShownFile = SkillShowResult['files'][number]

/**
 * Returns the files of an installed app's skill as they are on disk, or one of them, by its path in the skill's folder.
 * Throws `NotFoundError` `skill.no-file`.
 */
export async function showSkill(
  record: InstallRecord,
  requested: string | undefined,
  workspace: Workspace,
): Promise<CommandResult<SkillShowResult>> {
  const all = await Promise.all(
    Object.entries(record.skill.files).map(([file, digest]) => readShown(file, digest, workspace)),
  )
  const files = requested === undefined ? all : [findFile(requested, all, record.name)]
  const [first] = files
  const main = all.find((file) => file.path === record.skill.path)
  return {
    value: {
      app: record.name,
      version: record.version,
      path: record.skill.path,
      state: worst(all.map(({ state }) => state)),
      provenance: provenanceOf(main?.text ?? ''),
      files,
    },
    text: (requested === undefined ? main : first)?.text ?? '',
    isVerbatim: true,
  }
}

async function readShown(
  file: string,
  digest: ShownFile['generated'],
  workspace: Workspace,
): Promise<ShownFile> {
  const text = await readSkillText(workspace, file)
  if (text === undefined) return { path: file, state: 'missing', digest: null, generated: digest, text: null }
  const isIntact = isAsGenerated(text, digest)
  const state = isIntact ? (hasOwnWords(text) ? 'extended' : 'intact') : 'edited'
  return { path: file, state, digest: digestOf(text), generated: digest, text }
}

function findFile(requested: string, files: readonly ShownFile[], app: AppName): ShownFile {
  const names = files.map(({ path: file }) => skillFileAt(app, file.slice('skills/'.length))?.file ?? file)
  const found = files[names.indexOf(path.posix.normalize(requested))]
  if (found !== undefined) return found
  const near = nearestNames(requested, names)
  throw new NotFoundError(
    'skill.no-file',
    t('skill.no-file', 'The skill has no file {requested}.', { requested: JSON.stringify(requested) }),
    {
      hint: t('skill.no-file.hint', 'Use one of: {files}.', {
        files: (near.length > 0 ? near : names.slice(0, 10)).join(', '),
      }),
    },
  )
}

const states: readonly ShownFile['state'][] = ['missing', 'edited', 'extended']

const worst = (found: readonly ShownFile['state'][]): ShownFile['state'] =>
  states.find((state) => found.includes(state)) ?? 'intact'

function provenanceOf(text: string): Record<string, string> {
  try {
    return parseFrontmatter(generatedPart(text)).frontmatter.metadata ?? {}
  } catch (error) {
    if (isAppError(error)) return {}
    throw error
  }
}
