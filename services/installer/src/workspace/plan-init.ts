import path from 'node:path'
import { type AgentId, type SkillLayout, sortedAgents, type WorkspaceFile } from '@cli-apps/core'
import { exists, readWorkspaceFile, type Workspace } from '@cli-apps/core/node'
import { planGitignore } from './gitignore.ts'
import type { FileChange } from './transaction.ts'

/** What setting up a workspace will write. */
export interface InitPlan {
  file: WorkspaceFile
  /** Agents that `cli-apps.json` did not name before. */
  added: AgentId[]
  /** The layout of skills, if it changes. */
  layout: SkillLayout | undefined
  /** Whether `cli-apps.json` must be written. */
  isDeclaring: boolean
  /** The whole new `.gitignore`, if it must be written. */
  gitignore: string | undefined
}

/** Plans what a workspace lacks; keeps what its `cli-apps.json` declares already, apart from a requested layout. */
export async function planInit(
  workspace: Workspace,
  requested: readonly AgentId[],
  layout?: SkillLayout,
): Promise<InitPlan> {
  const [before, isThere, gitignore] = await Promise.all([
    readWorkspaceFile(workspace),
    exists(workspace.file),
    planGitignore(workspace.root),
  ])
  const known = before.agents ?? []
  const added = requested.filter((id) => !known.includes(id))
  const isRelaid = layout !== undefined && layout !== (before.skills?.layout ?? 'per-app')
  return {
    file: {
      ...before,
      ...(added.length > 0 && { agents: sortedAgents([...known, ...added]) }),
      ...(isRelaid && { skills: { ...before.skills, layout } }),
    },
    added,
    layout: isRelaid ? layout : undefined,
    isDeclaring: !isThere || added.length > 0 || isRelaid,
    gitignore,
  }
}

/** Returns the files of the plan, by path in the workspace. */
export const initFiles = ({ isDeclaring, gitignore }: InitPlan, { root }: Workspace): string[] =>
  [...(isDeclaring ? ['cli-apps.json'] : []), ...(gitignore === undefined ? [] : ['.gitignore'])].map(
    (file) => path.join(root, file),
  )

export const gitignoreChange = (content: string): FileChange => ({ path: '.gitignore', content })
