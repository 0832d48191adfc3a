import type { ChangePlan, PlannedEffect } from '@cli-apps/core/results'
import type { CommandContext } from '../context.ts'

interface PlannedRequest {
  command: string
  subject: string
  summary: string
  /** HTTP method; absent if only local files change. */
  method?: string
  path?: string
  /** Other changes on this machine. */
  effects?: readonly PlannedEffect[]
  remarks?: readonly string[]
  facts: ChangePlan['changes'][number]['facts']
}

/** Returns the plan of one change to a registry, or to what this machine stores about it. */
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
