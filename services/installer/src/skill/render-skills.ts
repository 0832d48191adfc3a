import { t } from '@cli-apps/core'
import type { OptionValues } from '@cli-apps/core/command-line'
import { digestOf } from '@cli-apps/core/node'
import type { ChangePlan } from '@cli-apps/core/results'
import type { CommandResult } from '../command.ts'
import type { CommandContext } from '../context.ts'
import { carryOut } from '../plan/carry-out.ts'
import { plannedUmbrella } from '../umbrella/planned-umbrella.ts'
import { applyRenders } from './apply-render.ts'
import { changedFiles, plannedRender } from './describe-render.ts'
import type { PlannedRender, SkillRendering } from './plan-render.ts'
import type { SkillRenderResult } from './skill-result.ts'

/** Renders skills of the workspace again, and asks for consent if anything changes. */
export async function renderSkills(
  planned: readonly PlannedRender[],
  options: OptionValues,
  context: CommandContext,
): Promise<CommandResult<SkillRenderResult | ChangePlan>> {
  const plan = {
    command: 'skill render',
    workspace: context.workspace.root,
    changes: [
      ...planned.map(({ rendering }) => plannedRender(rendering, context)),
      ...(await plannedUmbrella(
        planned.flatMap(({ rendering }) => rendering.changes),
        context,
      )),
    ],
  }
  return carryOut(plan, options, context, async () => {
    const done = await applyRenders(planned, context)
    return { value: { rendered: done.map(renderedApp) }, text: done.map(renderedText).join('\n') }
  })
}

export const renderedApp = ({
  record,
  next,
  style,
  files,
  saved,
  moved,
}: SkillRendering): SkillRenderResult['rendered'][number] => ({
  app: record.name,
  version: next.version,
  language: style.language,
  out: null,
  files: files.map(({ path, before, after }) => ({
    path,
    changed: before !== after,
    digest: after === null ? null : digestOf(after),
  })),
  saved,
  moved,
})

function renderedText(rendering: SkillRendering): string {
  const { name } = rendering.record
  const changed = changedFiles(rendering.files)
  if (changed.length === 0)
    return t('render-skills.skill-up-date', 'The skill of {name} is up to date.', { name })
  return [
    t('render-skills.skill-regenerated', 'The skill of {name} was regenerated:', { name }),
    ...changed.map((file) => `  ${file}`),
  ].join('\n')
}
