import path from 'node:path'
import { installedVersion, skillName, t, umbrellaName } from '@cli-apps/core'
import { plural } from '@cli-apps/core/messages'
import { builtInCatalog, isManifestFile, type Workspace } from '@cli-apps/core/node'
import type { ChangePlan, PlannedChange, PlannedEffect } from '@cli-apps/core/results'
import type { CommandContext } from '../context.ts'
import { argvText } from '../plan/argv-text.ts'
import { plannedEffects, removes, writes } from '../plan/planned-effect.ts'
import { plannedVersion, plannedVersionText } from '../plan/planned-version.ts'
import { noteFile } from '../store/known-workspaces.ts'
import { ownersFile } from '../store/system-owners.ts'
import { systemPackageOf } from '../store/system-package.ts'
import type { InstallSize } from '../strategies/strategy.ts'
import { byteText } from '../ui/byte-text.ts'
import { alternativesOf, isOfSystem, otherwiseRemarks } from './fallback/describe-alternatives.ts'
import { passedOverLine, passedOverReport } from './fallback/passed-over.ts'
import type { InstallPlan } from './install-plan.ts'
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
  const { entry, permissions } = plan
  return {
    subject: plan.name,
    summary: summaryOf(plan),
    effects: plan.isSettled ? [] : effectsOf(plan, workspace, config.home),
    permissions: permissions.map((permission) => ({ ...permission })),
    remarks: plan.isSettled ? plan.notices : remarksOf(plan),
    details: [...reasonsAgainst(plan), ...plan.details],
    facts: {
      version: plan.version,
      installed_version: installedVersion(plannedVersion(plan)).version,
      range: plan.range,
      registry: plan.registry,
      digest: plan.digest,
      signed_by: plan.signature?.key ?? null,
      platform: plan.platform,
      method: plan.method.method,
      source: plan.source,
      origin: plan.origin ?? null,
      size: plan.size?.bytes ?? null,
      passed_over: plan.passedOver.map(passedOverReport),
      alternatives: alternativesOf(plan),
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
    ...writes(...skillFoldersOf(plan, workspace)),
    ...writes(...copiesIn(plan.placement.folders, plan, workspace)),
    ...removes(...copiesIn(plan.placement.dropped, plan, workspace)),
    ...writes(...saved, ...workspaceFilesOf(plan, workspace)),
  ]
}

const copiesIn = (
  folders: readonly string[],
  { name, placement }: InstallPlan,
  workspace: Workspace,
): string[] => {
  const skill = placement.layout.copies === 'umbrella' ? umbrellaName : skillName(name)
  return folders.map((folder) => `${path.join(workspace.root, folder, skill)}${path.sep}`)
}

/** The app's own skill, and the one for all apps if there is one. */
const skillFoldersOf = ({ name, placement }: InstallPlan, workspace: Workspace): string[] => {
  const { own, copies } = placement.layout
  const names = [
    ...(own === 'per-app' ? [skillName(name)] : []),
    ...(copies === 'umbrella' ? [umbrellaName] : []),
  ]
  return names.map((skill) => `${path.join(workspace.skills, skill)}${path.sep}`)
}

const workspaceFilesOf = ({ name, frozen, files = [] }: InstallPlan, workspace: Workspace): string[] => [
  ...files.map((file) => path.join(workspace.root, file.path)),
  ...(frozen === undefined ? [workspace.file, workspace.lockfile] : []),
  path.join(workspace.commands, `${name}.json`),
  path.join(workspace.records, `${name}.json`),
]

/** What a person should know: what else was tried, what needs root, what comes next if this fails. */
const remarksOf = (plan: InstallPlan): string[] => [
  ...plan.passedOver.map(passedOverLine),
  ...rootRemarks(plan),
  ...otherwiseRemarks(plan),
  ...plan.notices,
]

const rootRemarks = ({ steps }: InstallPlan): string[] =>
  steps.flatMap((step) =>
    step.step === 'run' && step.asRoot === true
      ? [t('describe-install.as-root', 'runs as root: {argv}', { argv: argvText(step.argv) })]
      : [],
  )

/** A method that was asked for, or that the lockfile holds, needs no reasons against others. */
function reasonsAgainst({ isForced, refusals, platform }: InstallPlan): string[] {
  if (isForced) return []
  return refusals
    .filter(({ method }) => isOfSystem(method, platform))
    .map(({ method, reason }) => t('describe-install.not', 'not {method}: {reason}', { method, reason }))
}

function summaryOf(plan: InstallPlan): string {
  const { name, method, source, adopted, registry, signature, isSettled } = plan
  const app = `${name} ${plannedVersionText(plannedVersion(plan))}`
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
    build: methodText(app, plan),
    system: adopted
      ? t('describe-install.already-machine-adopted', '{app}, already on this machine, to be adopted', {
          app,
        })
      : methodText(app, plan),
  }[source]
  if (signature !== null)
    return t('describe-install.registry-signed', '{what}  (registry {registry}, signed by {key})', {
      what,
      registry,
      key: signature.key,
    })
  if (isManifestFile(registry))
    return t('describe-install.manifest', '{what}  (manifest {registry})', { what, registry })
  return registry === builtInCatalog
    ? what
    : t('describe-install.registry', '{what}  (registry {registry})', { what, registry })
}

/** Names the app, the method, where the program comes from, and how much it brings. */
export function methodText(app: string, { method: { method }, origin, size }: InstallPlan): string {
  const what =
    origin === undefined
      ? t('describe-install.with', '{app} with {method}', { app, method })
      : t('describe-install.with-from', '{app} with {method} from {origin}', { app, method, origin })
  return size === undefined
    ? what
    : t('describe-install.with-size', '{what}, {size}', { what, size: sizeText(size) })
}

function sizeText({ bytes, of, others = 0 }: InstallSize): string {
  const size = byteText(bytes)
  if (of === 'download') return size
  return others === 0
    ? t('describe-install.unpacked', '{size} unpacked', { size })
    : plural(
        'describe-install.unpacked-and-more',
        '{size} unpacked and at least {count, plural, one {# further package} other {# further packages}}',
        { size, count: others },
      )
}
