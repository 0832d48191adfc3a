import {
  type CommandNode,
  type InstallRecord,
  t,
  type VersionFacts,
  versionChangeText,
  versionText,
  walkCommands,
} from '@cli-apps/core'
import type { ChangePlan, PlannedChange } from '@cli-apps/core/results'
import type { CommandContext } from '../context.ts'
import { installChangePlan, methodText } from '../install/describe-install.ts'
import { passedOverReport } from '../install/fallback/passed-over.ts'
import type { InstallPlan } from '../install/install-plan.ts'
import { plannedVersion } from '../plan/planned-version.ts'
import type { AppState } from '../resolve/workspace-facts.ts'
import { plannedRender } from '../skill/describe-render.ts'
import type { UpdateDecision } from './plan-update.ts'
import type { UpdateResult } from './update-result.ts'

/** Describes an update for the user to confirm: old and new versions, and what is skipped and why. */
export function updateChangePlan(decisions: readonly UpdateDecision[], context: CommandContext): ChangePlan {
  const changes = decisions.flatMap((decision): PlannedChange[] => {
    if (decision.state === 'update') return updateChange(decision, context)
    const { name, version, installed } = decision
    const isSkipped = decision.state === 'skipped'
    const remade = decision.skill === undefined ? undefined : plannedRender(decision.skill.rendering, context)
    const summary = isSkipped
      ? t('update.unchanged', '{name} {version} is unchanged ({reason})', {
          name,
          version: installed,
          reason: decision.reason,
        })
      : t('describe-update.up-date', '{name} {version} is up to date', {
          name,
          version: installed,
        })
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
    summary: `${methodText(versionsText(plan, from), plan)}${otherMethodText(plan, from)}`,
    facts: { ...change.facts, ...before },
  }))
}

const versionsBefore = ({ locked, record, declared }: AppState) => ({
  from: locked?.version ?? record?.version ?? null,
  method_from: record?.method ?? null,
  range_from: declared ?? null,
})

function versionsText(plan: InstallPlan, { record, locked }: AppState): string {
  const { name, version, method, packageVersion } = plan
  const before = locked?.version ?? record?.version ?? none()
  if (record === undefined) return `${name} ${before} -> ${version}`
  const isKnown = packageVersion !== null && packageVersion !== record.package_version
  return before === version && !isKnown
    ? t('describe-update.program-offers-now', '{name} {version}: the program that {method} offers now', {
        name,
        version: versionText(record),
        method: method.method,
      })
    : `${name} ${versionChangeText(record, plannedVersion(plan))}`
}

const otherMethodText = ({ method }: InstallPlan, { record }: AppState): string =>
  record === undefined || record.method === method.method
    ? ''
    : t('describe-update.before', ' (before: {method})', { method: record.method })

/** Result of the update of one app. */
export type AppUpdate = UpdateResult['updated'][number]

interface Outcome {
  plan: InstallPlan
  from: AppState
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
    passed_over: plan.passedOver.map(passedOverReport),
    program_from: from.record?.program_version ?? null,
    program: record.program_version,
    package_from: from.record?.package_version ?? null,
    package: record.package_version ?? null,
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
  const { name, method, method_from, program_from, program, commands, skill_files } = update
  const how =
    method_from === null || method_from === method
      ? method
      : t('describe-update.before.before', '{method}, before with {method_from}', { method, method_from })
  const lines = [
    t('describe-update.now-with', '{name} {change} with {how}', { name, change: changeText(update), how }),
  ]
  for (const { method: other, reason } of update.passed_over ?? [])
    lines.push(`  ${t('passed-over.instead', 'instead of {method}: {reason}', { method: other, reason })}`)
  if (program !== program_from)
    lines.push(
      t('describe-update.program', '  program   {program_from} -> {program}', {
        program_from: program_from ?? unknown(),
        program: program ?? unknown(),
      }),
    )
  if (update.range !== update.range_from)
    lines.push(
      t('describe-update.declared', '  declared  {range_from} -> {range}', {
        range_from: update.range_from ?? t('describe-update.nothing', 'nothing'),
        range: update.range,
      }),
    )
  const { added, removed } = commands
  if (added.length + removed.length > 0)
    lines.push(
      t('describe-update.commands-new-removed', '  commands  {added} new, {removed} removed', {
        added: added.length,
        removed: removed.length,
      }),
    )
  if (skill_files.length > 0)
    lines.push(
      t('describe-update.skill', '  skill     {skill_files}', { skill_files: skill_files.join(', ') }),
    )
  return lines.join('\n')
}

function changeText(update: AppUpdate): string {
  const { from, to, method_from, method, program_from, program } = update
  if (from === null || method_from === null) return `${from ?? none()} -> ${to}`
  const before: VersionFacts = {
    version: from,
    method: method_from,
    program_version: program_from,
    package_version: update.package_from,
  }
  const after = { version: to, method, program_version: program, package_version: update.package }
  return versionChangeText(before, after)
}

const none = (): string => t('describe-update.none', 'none')
const unknown = (): string => t('describe-update.unknown', 'unknown')
