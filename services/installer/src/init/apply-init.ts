import { t } from '@cli-apps/core'
import type { CommandResult } from '../command.ts'
import type { InitResult } from '../commands/setup/init-result.ts'
import { connectedAgents } from '../connect/connected-agents.ts'
import { skillCopies } from '../connect/skill-copies.ts'
import type { CommandContext } from '../context.ts'
import { workspaceFileChange } from '../install/install-changes.ts'
import { gitignoreChange, type InitPlan, initFiles, planInit } from '../workspace/plan-init.ts'
import { commitChanges, type FileChange } from '../workspace/transaction.ts'
import { withWorkspaceLock } from '../workspace/with-workspace.ts'
import { nextLines, nextSteps } from './next-steps.ts'

/** Returns the changes of the plan: its files, and where the layout changes all skills of installed apps. */
export async function initChanges(plan: InitPlan, context: CommandContext): Promise<FileChange[]> {
  const { workspace } = context
  const { file, gitignore, isDeclaring, layout } = plan
  const files = [
    ...(isDeclaring ? await workspaceFileChange(workspace, file) : []),
    ...(gitignore === undefined ? [] : [gitignoreChange(gitignore)]),
  ]
  if (layout === undefined) return files
  const { agents: declared = [], skills: settings } = file
  const wish = { declared, connected: await connectedAgents(context), settings, others: files }
  return [...files, ...(await skillCopies(wish, context))]
}

/** Sets up the workspace: all of the plan or nothing. */
export async function applyInit(plan: InitPlan, context: CommandContext): Promise<CommandResult<InitResult>> {
  const { workspace, signal, output } = context
  const written = initFiles(plan, workspace)
  if (written.length > 0) {
    await withWorkspaceLock(workspace, { signal, notice: output.notice }, async () => {
      // Another command may have changed the files since they were read for the plan.
      const now = await planInit(workspace, plan.added, plan.layout)
      await commitChanges(workspace, 'init', await initChanges(now, context))
    })
  }
  const next = await nextSteps(plan, context)
  const { root } = workspace
  const done =
    written.length === 0
      ? t('init.already-set-up.already-set-up', '{root} is already set up.', { root })
      : t('init.set-up', '{root} is set up.', { root })
  return {
    value: {
      workspace: workspace.root,
      changed: written.length > 0,
      written,
      agents: plan.file.agents ?? [],
      added: plan.added,
      layout: plan.file.skills?.layout ?? 'per-app',
      next,
    },
    text: [done, ...nextLines(next)].join('\n'),
  }
}
