import { type CommandNode, type InstallRecord, walkCommands } from '@cli-apps/core'
import type { ChangePlan, PlannedChange, UpdateResult } from '@cli-apps/core/results'
import type { CommandContext } from '../context.ts'
import { installChangePlan } from '../install/describe-install.ts'
import type { InstallPlan } from '../install/install-plan.ts'
import type { AppFacts } from '../resolve/workspace-facts.ts'
import { plannedRender } from '../skill/describe-render.ts'
import type { UpdateDecision } from './plan-update.ts'

/** An update as a person agrees to it: from what to what, and what is left out and why. */
export function updateChangePlan(decisions: readonly UpdateDecision[], context: CommandContext): ChangePlan {
  const changes = decisions.flatMap((decision): PlannedChange[] => {
    if (decision.state === 'update') return updateChange(decision, context)
    const { name, version } = decision
    const isSkipped = decision.state === 'skipped'
    const remade = decision.skill === undefined ? undefined : plannedRender(decision.skill.rendering, context)
    const summary = isSkipped
      ? `${name} ${version} is unchanged (${decision.reason})`
      : `${name} ${version} is up to date`
    return [
      {
        subject: name,
        summary,
        effects: remade?.effects ?? [],
        permissions: [],
        remarks: remade === undefined ? [] : [remade.summary, ...remade.remarks],
        facts: { from: version, version },
      },
    ]
  })
  return { command: 'update', workspace: context.workspace.root, changes }
}

function updateChange(
  { plan, from }: UpdateDecision & { state: 'update' },
  context: CommandContext,
): PlannedChange[] {
  const { changes } = installChangePlan('update', [plan], context)
  const before = versionsBefore(from)
  return changes.map((change) => ({
    ...change,
    summary: `${versionsText(plan, from)} with ${plan.method.method}${methodText(plan, from)}  (from ${plan.registry})`,
    facts: { ...change.facts, ...before },
  }))
}

const versionsBefore = ({ locked, record, declared }: AppFacts) => ({
  from: locked?.version ?? record?.version ?? null,
  method_from: record?.method ?? null,
  range_from: declared ?? null,
})

function versionsText({ name, version, method }: InstallPlan, from: AppFacts): string {
  const before = from.locked?.version ?? from.record?.version ?? 'none'
  return before === version
    ? `${name} ${version}: the program that ${method.method} offers now`
    : `${name} ${before} -> ${version}`
}

const methodText = ({ method }: InstallPlan, { record }: AppFacts): string =>
  record === undefined || record.method === method.method ? '' : ` (before: ${record.method})`

/** What an update came to. */
export type AppUpdate = UpdateResult['updated'][number]

export interface Outcome {
  plan: InstallPlan
  from: AppFacts
  record: InstallRecord
  commands: { before: CommandNode | undefined; after: CommandNode | undefined }
}

export function describeUpdate({ plan, from, record, commands }: Outcome): AppUpdate {
  const before = new Set(commandPaths(commands.before))
  const after = new Set(commandPaths(commands.after))
  const files = { ...from.record?.skill.files, ...record.skill.files }
  return {
    name: plan.name,
    ...versionsBefore(from),
    to: record.version,
    range: plan.range,
    method: record.method,
    program_from: from.record?.program_version ?? null,
    program: record.program_version,
    commands: {
      added: [...after].filter((path) => !before.has(path)),
      removed: [...before].filter((path) => !after.has(path)),
    },
    skill_files: Object.keys(files).filter(
      (file) => from.record?.skill.files[file] !== record.skill.files[file],
    ),
  }
}

const commandPaths = (tree: CommandNode | undefined): string[] =>
  tree === undefined
    ? []
    : [...walkCommands(tree)].map(({ path }) => path.join(' ')).filter((path) => path !== '')

export function updateText(update: AppUpdate): string {
  const { name, from, to, method, method_from, program_from, program, commands, skill_files } = update
  const how =
    method_from === null || method_from === method ? method : `${method}, before with ${method_from}`
  const lines = [`${name} ${from ?? 'none'} -> ${to} with ${how}`]
  if (program !== program_from)
    lines.push(`  program   ${program_from ?? 'unknown'} -> ${program ?? 'unknown'}`)
  if (update.range !== update.range_from)
    lines.push(`  declared  ${update.range_from ?? 'nothing'} -> ${update.range}`)
  const { added, removed } = commands
  if (added.length + removed.length > 0)
    lines.push(`  commands  ${added.length} new, ${removed.length} removed`)
  if (skill_files.length > 0) lines.push(`  skill     ${skill_files.join(', ')}`)
  return lines.join('\n')
}
