import type { ChangePlan, PlannedEffect } from '@cli-apps/core/results'
import type { CommandContext } from '../context.ts'

interface PlannedRequest {
  command: string
  subject: string
  summary: string
  /** What is asked of the registry; nothing when only files here change. */
  method?: string
  path?: string
  /** What changes on this machine besides. */
  effects?: readonly PlannedEffect[]
  remarks?: readonly string[]
  facts: ChangePlan['changes'][number]['facts']
}

/** The plan of one change of a registry, or of what this machine keeps of it. */
export function requestPlan(
  { command, subject, summary, method, path, effects = [], remarks = [], facts }: PlannedRequest,
  { location }: { location: string | null },
  { workspace }: Pick<CommandContext, 'workspace'>,
): ChangePlan {
  const request: PlannedEffect[] =
    location === null || method === undefined || path === undefined
      ? []
      : [{ effect: 'request', method, url: location.replace(/\/?$/, `/${path}`) }]
  return {
    command,
    workspace: workspace.root,
    changes: [
      {
        subject,
        summary,
        effects: [...request, ...effects],
        permissions: [],
        remarks: [...remarks],
        facts: { ...facts, registry: location },
      },
    ],
  }
}
