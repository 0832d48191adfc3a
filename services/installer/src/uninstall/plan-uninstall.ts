import path from 'node:path'
import { type AppName, type InstallRecord, NotFoundError, nearestNames, t } from '@cli-apps/core'
import { listInstalled } from '@cli-apps/core/node'
import type { ChangePlan } from '@cli-apps/core/results'
import { findDrafted } from '../adopt/drafted-manifest.ts'
import type { CommandContext } from '../context.ts'
import { plannedEffects, removes, writes } from '../plan/planned-effect.ts'
import { treePaths } from '../programs/tree-files.ts'
import { skillFiles } from '../skill/saved-edits.ts'
import { readSkillState } from '../skill/skill-state.ts'
import { ownersFile, type SystemPackage } from '../store/system-owners.ts'
import { systemPackageOf } from '../store/system-package.ts'
import { strategyFor } from '../strategies/index.ts'
import { readStrategyHost } from '../strategies/read-strategy-host.ts'
import type { Step } from '../strategies/step.ts'
import { findAnyRecord } from '../workspace/own-record.ts'
import { findCompanions } from './find-companions.ts'

/** What uninstalling one app will do. The program's store entry stays for other workspaces. */
export interface UninstallPlan {
  record: InstallRecord
  /** Its record came with the folder: only files of the workspace are removed. */
  isUntrusted: boolean
  /** Steps that remove a system-owned program that we installed. */
  steps: Step[]
  /** The package of that program. */
  systemPackage: SystemPackage | undefined
  /** The manifest that `adopt` drafted, by its path in the workspace. */
  drafted: string | undefined
  /** Skill files that the user has edited or added to; their text is saved. */
  edited: string[]
}

/** Plans to uninstall apps, without a registry. Throws `NotFoundError` `app.not-installed`. */
export async function planUninstall(
  names: readonly AppName[],
  context: CommandContext,
): Promise<UninstallPlan[]> {
  const installed = await listInstalled(context.workspace)
  return Promise.all(
    [...new Set(names)].map(async (name) => {
      const found = await findAnyRecord(name, context)
      if (found !== undefined) {
        const { record, isOwn } = found
        const { edited, extended } = await readSkillState(record, context.workspace)
        const system = isOwn ? await removal(record, context) : nothingOfSystem
        const drafted = isOwn ? await findDrafted(record, context.workspace) : undefined
        return { record, isUntrusted: !isOwn, edited: [...edited, ...extended], drafted, ...system }
      }
      const near = nearestNames(name, installed)
      throw new NotFoundError(
        'app.not-installed',
        t('verify-installed.not-installed', '{name} is not installed in {root}.', {
          name,
          root: context.workspace.root,
        }),
        {
          hint:
            near.length > 0
              ? t('app.not-installed.hint.did-you-mean', 'Did you mean {near}?', { near: near.join(' or ') })
              : t('verify-installed.hint', 'Run "{cli} list" to show what is installed.'),
        },
      )
    }),
  )
}

const nothingOfSystem = { steps: [], systemPackage: undefined }

async function removal(
  record: InstallRecord,
  context: CommandContext,
): Promise<Pick<UninstallPlan, 'steps' | 'systemPackage'>> {
  const method = record.manifest.install.find(({ method }) => method === record.method)
  const systemPackage = method && systemPackageOf({ name: record.name, method })
  if (record.adopted || method === undefined || systemPackage === undefined) return nothingOfSystem
  const host = await readStrategyHost([method], context)
  const companions = await findCompanions(systemPackage, context)
  const steps = (await strategyFor(method.method).remove?.(method, host, companions)) ?? []
  return { steps, systemPackage }
}

/** Describes removals for the user to confirm. */
export const uninstallChangePlan = (
  plans: readonly UninstallPlan[],
  { workspace, config }: CommandContext,
): ChangePlan => ({
  command: 'uninstall',
  workspace: workspace.root,
  changes: plans.map(({ record, isUntrusted, steps, systemPackage, edited, drafted }) => ({
    subject: record.name,
    summary: t('plan-uninstall.remove-from-workspace', 'remove {name} {version} from this workspace', {
      name: record.name,
      version: record.version,
    }),
    effects: [
      ...removes(...removedFiles(record, drafted).map((file) => path.join(workspace.root, file))),
      ...writes(workspace.file, workspace.lockfile),
      ...(edited.length === 0
        ? []
        : writes(`${path.join(workspace.state, 'saved', record.name)}${path.sep}`)),
      ...(systemPackage === undefined ? [] : writes(ownersFile(config.home, systemPackage))),
      ...steps.flatMap(plannedEffects),
    ],
    permissions: [],
    remarks: isUntrusted ? [untrustedRemark()] : keptRemarks(record, steps),
    facts: { version: record.version, method: record.method, adopted: record.adopted, store: record.store },
  })),
})

const untrustedRemark = (): string =>
  t('plan-uninstall.foreign', 'its record came with this folder: only files of this workspace are removed')

function keptRemarks(record: InstallRecord, steps: readonly Step[]): string[] {
  if (record.adopted)
    return [
      t('plan-uninstall.program-stays-already-installed', 'the program stays: it was already installed'),
    ]
  return record.store === null || steps.length > 0
    ? []
    : [t('plan-uninstall.program-stays-store', 'the program stays in the store')]
}

/**
 * Returns an app's files in the workspace, other than its declaration and lock. The record comes first, so that no
 * reader finds an app without its skill.
 */
export const removedFiles = (record: InstallRecord, drafted: string | undefined): string[] => [
  `.cli-apps/apps/${record.name}.json`,
  ...treePaths(record),
  ...skillFiles(record),
  ...(drafted === undefined ? [] : [drafted]),
]
