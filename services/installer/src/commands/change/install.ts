import { cliCall, isAppName, MethodKind, parseReference, t, UsageError } from '@cli-apps/core'
import type { OptionValues } from '@cli-apps/core/command-line'
import { isManifestFile } from '@cli-apps/core/node'
import type { ChangePlan, InstallResult } from '@cli-apps/core/results'
import { agentOption, chooseAgents } from '../../agents/choose-agents.ts'
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
import type { AppsForSkill } from '../../for-skill/apps-for-skill.ts'
import { planAskingForRegistries } from '../../install/ask-for-registries.ts'
import { installChangePlan } from '../../install/describe-install.ts'
import { describeInstallResult, installedText } from '../../install/describe-install-result.ts'
import { installApps } from '../../install/install-apps.ts'
import type { InstallPlan } from '../../install/install-plan.ts'
import { planInstalls } from '../../install/plan-install.ts'
import { carryOut } from '../../plan/carry-out.ts'
import type { Wanted } from '../../resolve/choose-version.ts'
import { readWorkspaceFacts, type WorkspaceFacts } from '../../resolve/workspace-facts.ts'
import { readsLater, startReading, waitOption, withUnread } from '../../unread/start-reading.ts'
import { readSteadily } from '../../workspace/read-steadily.ts'
import { settleWorkspace } from '../../workspace/settle-workspace.ts'
import { applyInstallGrants, chooseInstallGrants, grantOption, planWithGrants } from './install-grants.ts'
import { placeOptions, readAllowances, readJobs, readMethod } from './install-options.ts'

export const install: Command<InstallResult | ChangePlan> = {
  summary: 'Install apps and write their skills (default: all in cli-apps.json)',
  usage: '[name[@range] or manifest.json …]',
  completes: ['available'],
  options: {
    ...globalOption,
    ...changeOptions,
    ...registryOption,
    ...offlineOption,
    ...agentOption,
    method: {
      type: 'string',
      value: 'KIND',
      description: 'Use only this install method, such as npm or apt',
      completes: MethodKind.options,
    },
    adopt: {
      type: 'boolean',
      description: 'Adopt the program that is already on PATH, after checking it',
    },
    'for-skill': {
      type: 'string',
      value: 'SKILL',
      completes: 'folder',
      description: 'Install what the skill in a folder or at a URL says that it needs',
    },
    ...placeOptions,
    ...waitOption,
    ...grantOption,
  },
  run: runInstall,
}

async function runInstall(
  args: readonly string[],
  options: OptionValues,
  context: CommandContext,
): Promise<CommandResult<InstallResult | ChangePlan>> {
  const { workspace, signal, output } = context
  const only = readMethod(options)
  const jobs = readJobs(options)
  const isLater = readsLater(options, context)
  const agents = await chooseAgents(options, workspace.root)
  const forSkill = await readForSkill(options, context)
  const named = withSkillApps(await readReferences(args, context), forSkill)
  await settleWorkspace(workspace, { signal, notice: output.notice })
  const planOptions = {
    registry: textOption(options, 'registry'),
    only,
    agents,
    adopt: options.adopt === true,
    skillLanguage: context.askedLanguage,
    ...readAllowances(options),
    isRestore: named.length === 0 && forSkill === undefined,
    isYes: options.yes === true,
  }
  const planAll = async (): Promise<InstallPlan[]> => {
    const facts = await readWorkspaceFacts(workspace)
    const apps = named.length > 0 || forSkill !== undefined ? named : declaredApps(facts)
    const planned = await planInstalls(apps, { context, facts, options: planOptions })
    return withUnread(planned, isLater).map((plan) => withRemarks(plan, named))
  }
  const plans = await planAskingForRegistries(
    () => readSteadily(workspace, planAll, { signal }),
    (planned) => planned,
    { options, context },
  )
  const grants = chooseInstallGrants(options, plans, context)
  const plan = planWithGrants(installChangePlan('install', plans, context), grants, context)
  return carryOut(plan, options, context, async () => {
    const installed = await installApps(plans, context, { ...jobs, isYes: options.yes === true, isLater })
    await applyInstallGrants(plans, grants, context)
    if (context.config.reportsInstalls) {
      const { reportInstalls } = await import('../../install/apply/report-installs.ts')
      await reportInstalls(installed, context)
    }
    if (isLater) await startReading(installed, context)
    return {
      value: {
        workspace: workspace.root,
        installed: installed.map(describeInstallResult),
        ...(forSkill !== undefined && { for_skill: describeForSkill(forSkill) }),
      },
      text: installed.map(installedText).join('\n'),
    }
  })
}

type Reference = Wanted & { remarks: readonly string[] }

/** `--for-skill`: what the skill needs; what remains to be done for it is said before anything is asked. */
async function readForSkill(
  options: OptionValues,
  context: CommandContext,
): Promise<AppsForSkill | undefined> {
  const place = textOption(options, 'for-skill')
  if (place === undefined) return undefined
  const { appsForSkill, restForSkill } = await import('../../for-skill/apps-for-skill.ts')
  const found = await appsForSkill(place, context, {
    registry: textOption(options, 'registry'),
    allowGeneral: readAllowances(options).allowGeneral,
  })
  for (const line of restForSkill(found)) context.output.notice(line)
  return found
}

/** An app that is named on the command line too is installed as it says there. */
function withSkillApps(named: readonly Reference[], forSkill: AppsForSkill | undefined): Reference[] {
  const added = (forSkill?.apps ?? []).filter((app) => !named.some(({ name }) => name === app.name))
  return [
    ...named,
    ...added.map(({ name, remark }) => ({ name, range: 'latest', isExplicit: false, remarks: [remark] })),
  ]
}

const describeForSkill = ({ skill, needs, variables }: AppsForSkill): InstallResult['for_skill'] => ({
  skill,
  needs: needs.map(({ programs, ...need }) => ({ programs: [...programs], ...need })),
  variables,
})

/** Reads the words of a command line: names with or without a range, and paths of manifest files. */
async function readReferences(args: readonly string[], context: CommandContext): Promise<Reference[]> {
  const words = [...new Set(args)]
  if (!words.some(isManifestFile)) return words.map(namedReference)
  const { readManifestReference, refuseSameApp } = await import('../../publisher/manifest-reference.ts')
  const read = words.map(async (word): Promise<Reference> => {
    if (!isManifestFile(word)) return namedReference(word)
    return { ...(await readManifestReference(word, context)), range: 'latest', isExplicit: false }
  })
  const references = await Promise.all(read)
  refuseSameApp(references)
  return references
}

const namedReference = (word: string): Reference => ({
  ...parseReference(word),
  isExplicit: word.includes('@'),
  remarks: [],
})

function withRemarks(plan: InstallPlan, references: readonly Reference[]): InstallPlan {
  const { remarks = [] } = references.find(({ name }) => name === plan.name) ?? {}
  return remarks.length === 0 ? plan : { ...plan, notices: [...remarks, ...plan.notices] }
}

function declaredApps({ declared }: WorkspaceFacts): Wanted[] {
  const names = Object.keys(declared.apps).filter(isAppName)
  if (names.length > 0) return names.map((name) => ({ name, range: 'latest', isExplicit: false }))
  throw new UsageError(
    'cli.missing-name',
    t('cli.missing-name.missing-app-name-cli-apps', 'Missing app name: cli-apps.json declares no apps.'),
    {
      hint: `${cliCall()} install <name>[@range] …`,
    },
  )
}
