import { type AppName, type CommandNode, isAppError, t } from '@cli-apps/core'
import type { OptionValues } from '@cli-apps/core/command-line'
import { readCommands, readRecord, type Workspace } from '@cli-apps/core/node'
import type { ChangePlan } from '@cli-apps/core/results'
import {
  type Command,
  type CommandResult,
  changeOptions,
  globalOption,
  offlineOption,
  registryOption,
  textOption,
} from '../../command.ts'
import type { CommandContext } from '../../context.ts'
import { planAskingForRegistries } from '../../install/ask-for-registries.ts'
import { installApps } from '../../install/install-apps.ts'
import { carryOut } from '../../plan/carry-out.ts'
import { changedFiles } from '../../skill/describe-render.ts'
import { type AppUpdate, describeUpdate, updateChangePlan, updateText } from '../../update/describe-update.ts'
import { planUpdates, type UpdateDecision } from '../../update/plan-update.ts'
import type { UpdateResult } from '../../update/update-result.ts'
import { installedNames } from '../../workspace/installed-name.ts'
import { readSteadily } from '../../workspace/read-steadily.ts'
import { settleWorkspace } from '../../workspace/settle-workspace.ts'
import { placeOptions, readAllowances, readJobs } from './install-options.ts'

export const update: Command<UpdateResult | ChangePlan> = {
  summary: 'Update apps to the newest version that cli-apps.json allows',
  usage: '[name …]',
  completes: ['installed'],
  options: {
    latest: { type: 'boolean', description: 'Update beyond the declared ranges, and declare the new ranges' },
    ...globalOption,
    ...changeOptions,
    ...registryOption,
    ...offlineOption,
    ...placeOptions,
  },
  run: runUpdate,
}

async function runUpdate(
  args: readonly string[],
  options: OptionValues,
  context: CommandContext,
): Promise<CommandResult<UpdateResult | ChangePlan>> {
  const { workspace, signal, output } = context
  const jobs = readJobs(options)
  await settleWorkspace(workspace, { signal, notice: output.notice })
  const names = await installedNames(args, context)
  const planOptions = {
    latest: options.latest === true,
    registry: textOption(options, 'registry'),
    skillLanguage: context.askedLanguage,
    isYes: options.yes === true,
    ...readAllowances(options),
  }
  const decisions = await planAskingForRegistries(
    () => readSteadily(workspace, () => planUpdates(names, context, planOptions), { signal }),
    (all) => all.flatMap((one) => (one.state === 'update' ? [one.plan] : [])),
    { options, context },
  )
  return carryOut(updateChangePlan(decisions, context), options, context, async () => {
    const updated = await applyUpdates(decisions, context, { ...jobs, isYes: options.yes === true })
    return resultOf(decisions, { updated, remade: await remakeSkills(decisions, context) }, context)
  })
}

async function applyUpdates(
  decisions: readonly UpdateDecision[],
  context: CommandContext,
  options: { jobs?: number; isYes: boolean },
): Promise<AppUpdate[]> {
  const { workspace } = context
  const updates = decisions.filter((decision) => decision.state === 'update')
  const before = await Promise.all(updates.map(({ name }) => commandsOf(workspace, name)))
  const plans = updates.map(({ plan }) => plan)
  const installed = await installApps(plans, context, { command: 'update', ...options })
  const byName = new Map(installed.map((app) => [app.record.name, app]))
  const after = await Promise.all(updates.map(({ name }) => commandsOf(workspace, name)))
  return updates.flatMap(({ name, from }, index) => {
    const app = byName.get(name)
    const commands = { before: before[index], after: after[index] }
    return app === undefined ? [] : [describeUpdate({ ...app, from, commands })]
  })
}

/** Reads a command tree to count new and removed commands; a damaged tree is ignored, because the update replaces it. */
async function commandsOf(workspace: Workspace, name: AppName): Promise<CommandNode | undefined> {
  try {
    const record = await readRecord(workspace, name)
    return record && (await readCommands(workspace, record))
  } catch (error) {
    if (isAppError(error)) return undefined
    throw error
  }
}

/** Skills of apps that stay as they are; gives the files of each that are other than before. */
async function remakeSkills(
  decisions: readonly UpdateDecision[],
  context: CommandContext,
): Promise<ReadonlyMap<string, string[]>> {
  const planned = decisions.flatMap((decision) =>
    decision.state === 'update' || decision.skill === undefined ? [] : [decision.skill],
  )
  if (planned.length === 0) return new Map()
  const { applyRenders } = await import('../../skill/apply-render.ts')
  const done = await applyRenders(planned, context, 'update')
  return new Map(done.map(({ record, files }) => [record.name, changedFiles(files)]))
}

function resultOf(
  decisions: readonly UpdateDecision[],
  { updated, remade }: { updated: readonly AppUpdate[]; remade: ReadonlyMap<string, string[]> },
  { workspace }: CommandContext,
): CommandResult<UpdateResult> {
  const skipped = decisions.filter((decision) => decision.state === 'skipped')
  const current = decisions.filter((decision) => decision.state === 'current')
  const filesOf = (name: string): string[] => remade.get(name) ?? []
  const lines = [
    ...updated.map(updateText),
    ...skipped.map(({ name, installed, reason }) =>
      t('update.unchanged', '{name} {version} is unchanged ({reason})', {
        name,
        version: installed,
        reason,
      }),
    ),
    ...[...remade].map(([name, files]) =>
      t('update.skill-regenerated', 'The skill of {name} was regenerated: {files}', {
        name,
        files: files.join(', '),
      }),
    ),
    ...(updated.length + remade.size === 0 ? [t('update.nothing-update', 'Nothing to update.')] : []),
  ]
  return {
    value: {
      workspace: workspace.root,
      updated: [...updated],
      skipped: skipped.map(({ name, version, reason }) => ({
        name,
        version,
        reason,
        skill_files: filesOf(name),
      })),
      current: current.map(({ name, version }) => ({ name, version, skill_files: filesOf(name) })),
    },
    text: lines.join('\n'),
  }
}
