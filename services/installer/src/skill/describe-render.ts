import path from 'node:path'
import { t } from '@cli-apps/core'
import type { PlannedChange } from '@cli-apps/core/results'
import type { CommandContext } from '../context.ts'
import { removes, writes } from '../plan/planned-effect.ts'
import type { RenderedFile, SkillRendering } from './plan-render.ts'
import type { SkillFileChange } from './skill-result.ts'

/** Describes a rendering for the user to confirm. One that changes nothing has no effects. */
export function plannedRender(
  { record, style, changes, files, moved, notices }: SkillRendering,
  { workspace }: CommandContext,
): PlannedChange {
  const { name, version } = record
  const at = (file: string): string => path.join(workspace.root, file)
  return {
    subject: name,
    summary:
      changes.length === 0
        ? t('describe-render.skill-up-date', 'the skill of {name} is up to date', { name })
        : t('describe-render.regenerate-skill', 'regenerate the skill of {name} {version}, in {language}', {
            name,
            version,
            language: style.language,
          }),
    effects: changes.flatMap(({ path: file, content }) =>
      content === null ? removes(at(file)) : writes(at(file)),
    ),
    permissions: [],
    remarks: [
      ...notices,
      ...files
        .filter(({ isEdited, before, after }) => isEdited && before !== after)
        .map((file) =>
          t(
            'describe-render.edited-your-text-saved',
            '{path} was edited; your text is saved under .cli-apps/saved',
            { path: file.path },
          ),
        ),
      ...moved.map(({ file, heading }) =>
        t('describe-render.your-text-below-moves', 'your text below "{heading}" in {file} moves to its end', {
          heading,
          file,
        }),
      ),
    ],
    facts: { language: style.language, files: changedFiles(files) },
  }
}

export const changedFiles = (files: readonly RenderedFile[]): string[] =>
  files.filter(({ before, after }) => before !== after).map((file) => file.path)

/** Compares a file with the result of rendering it now. */
export function statusOf({ before, after }: RenderedFile): SkillFileChange {
  if (before === after) return 'same'
  if (before === null) return 'missing'
  return after === null ? 'gone' : 'changed'
}
