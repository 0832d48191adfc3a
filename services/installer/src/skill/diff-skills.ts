import { t } from '@cli-apps/core'
import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff'
import type { CommandResult } from '../command.ts'
import { statusOf } from './describe-render.ts'
import type { RenderedFile, SkillRendering } from './plan-render.ts'
import type { SkillDiffResult } from './skill-result.ts'

/** Reports what rendering skills now would change on disk. The exit status is 8 if it would change anything. */
export function diffSkills(renderings: readonly SkillRendering[]): CommandResult<SkillDiffResult> {
  const apps = renderings.map(({ record, style, files }) => ({
    app: record.name,
    language: style.language,
    files: files.map((file) => ({
      path: file.path,
      status: statusOf(file),
      edited: file.isEdited,
      diff: patchOf(file),
    })),
  }))
  const diffs = apps.flatMap(({ files }) => files.flatMap(({ diff }) => diff ?? []))
  const differs = diffs.length > 0
  return {
    value: { differs, apps },
    ...(differs
      ? { text: diffs.join(''), isVerbatim: true, exitStatus: 8 }
      : { text: t('diff-skills.all-skills-up-date', 'All skills are up to date.') }),
  }
}

function patchOf({ path, before, after }: RenderedFile): string | null {
  if (before === after) return null
  return createTwoFilesPatch(
    before === null ? '/dev/null' : `a/${path}`,
    after === null ? '/dev/null' : `b/${path}`,
    before ?? '',
    after ?? '',
    undefined,
    undefined,
    { context: 3, headerOptions: FILE_HEADERS_ONLY },
  )
}
