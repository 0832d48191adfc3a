import path from 'node:path'
import { skillName, t } from '@cli-apps/core'
import type { Workspace } from '@cli-apps/core/node'
import type { ChangePlan, PlannedChange, PlannedEffect } from '@cli-apps/core/results'
import type { CommandContext } from '../context.ts'
import { plannedEffects, removes, writes } from '../plan/planned-effect.ts'
import { noteFile } from '../store/known-workspaces.ts'
import { ownersFile } from '../store/system-owners.ts'
import type { InstallPlan } from './install-plan.ts'
import { systemPackageOf } from './install-program.ts'
import { describeRequirements } from './read-requirements.ts'

/**
 * Returns the plans of installs in the form that the user confirms. An app that is already installed and complete has
 * no effects.
 */
export const installChangePlan = (
  command: string,
  plans: readonly InstallPlan[],
  context: CommandContext,
): ChangePlan => ({
  command,
  workspace: context.workspace.root,
  changes: plans.map((plan) => plannedInstall(plan, context)),
})

function plannedInstall(plan: InstallPlan, { workspace, config }: CommandContext): PlannedChange {
  const { entry, refusals, notices, permissions, frozen } = plan
  return {
    subject: plan.name,
    summary: summaryOf(plan),
    effects: plan.isSettled ? [] : effectsOf(plan, workspace, config.home),
    permissions: permissions.map((permission) => ({ ...permission })),
    // A method from a lockfile needs no reasons.
    remarks: [
      ...(frozen === undefined ? refusals : []).map(({ method, reason }) =>
        t('describe-install.not', 'not {method}: {reason}', { method, reason }),
      ),
      ...notices,
    ],
    facts: {
      version: plan.version,
      range: plan.range,
      registry: plan.registry,
      digest: plan.digest,
      signed_by: plan.signature?.key ?? null,
      platform: plan.platform,
      method: plan.method.method,
      source: plan.source,
      adopted: plan.adopted,
      store: entry?.folder ?? null,
      agents: plan.placement.agents,
      copies: plan.placement.folders,
      requires: describeRequirements(plan.requirements),
    },
  }
}

function effectsOf(plan: InstallPlan, workspace: Workspace, home: string): PlannedEffect[] {
  const { name, steps, entry, source, edited, node } = plan
  const systemPackage = systemPackageOf(plan)
  const saved = edited.length === 0 ? [] : [`${path.join(workspace.state, 'saved', name)}${path.sep}`]
  return [
    ...(node?.steps ?? []).flatMap(plannedEffects),
    ...(node === undefined ? [] : writes(`${path.dirname(node.prefix)}${path.sep}`)),
    ...steps.flatMap(plannedEffects),
    ...(entry === null || source !== 'build' ? [] : writes(`${entry.folder}${path.sep}`)),
    ...(entry === null ? [] : writes(noteFile(home, workspace.root))),
    ...(systemPackage === undefined ? [] : writes(ownersFile(home, systemPackage))),
    ...writes(`${path.join(workspace.skills, skillName(name))}${path.sep}`),
    ...writes(...copiesIn(plan.placement.folders, plan, workspace)),
    ...removes(...copiesIn(plan.placement.dropped, plan, workspace)),
    ...writes(...saved, ...workspaceFilesOf(plan, workspace)),
  ]
}

const copiesIn = (folders: readonly string[], { name }: InstallPlan, workspace: Workspace): string[] =>
  folders.map((folder) => `${path.join(workspace.root, folder, skillName(name))}${path.sep}`)

const workspaceFilesOf = ({ name, frozen }: InstallPlan, workspace: Workspace): string[] => [
  ...(frozen === undefined ? [workspace.file, workspace.lockfile] : []),
  path.join(workspace.commands, `${name}.json`),
  path.join(workspace.records, `${name}.json`),
]

function summaryOf(plan: InstallPlan): string {
  const { name, version, method, source, adopted, registry, signature, isSettled } = plan
  const app = `${name} ${version}`
  const what = {
    present: isSettled
      ? t('describe-install.already-installed', '{app} is already installed', { app })
      : t(
          'describe-install.already-installed-record-skill',
          '{app} is already installed; its record and skill are updated',
          { app },
        ),
    store: t('describe-install.already-store', '{app} with {method}, already in the store', {
      app,
      method: method.method,
    }),
    build: t('describe-install.with', '{app} with {method}', { app, method: method.method }),
    system: adopted
      ? t('describe-install.already-machine-adopted', '{app}, already on this machine, to be adopted', {
          app,
        })
      : t('describe-install.with', '{app} with {method}', { app, method: method.method }),
  }[source]
  return signature === null
    ? t('describe-install.from', '{what}  (from {registry})', { what, registry })
    : t('describe-install.from-signed', '{what}  (from {registry}, signed by {key})', {
        what,
        registry,
        key: signature.key,
      })
}
