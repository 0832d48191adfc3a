import { type AppManifest, type InstallMethod, t, UnavailableError } from '@cli-apps/core'
import { planPlacement, type SkillPlacement } from '../agents/skill-placement.ts'
import { refuseUnmanagedSkills } from '../agents/unmanaged-skill.ts'
import { connectedAgents } from '../connect/connected-agents.ts'
import type { CommandContext } from '../context.ts'
import type { ResolvedApp } from '../resolve/resolve-app.ts'
import { isOwnRenderedAlike } from '../skill/rendered-alike.ts'
import { readSkillState } from '../skill/skill-state.ts'
import { chooseMethods } from './choose-method.ts'
import { chooseSource } from './choose-source.ts'
import { methodOrigin } from './fallback/method-origin.ts'
import { noMethodWorks } from './fallback/no-method-works.ts'
import { consentBefore, type MethodPlan, planFitting } from './fallback/plan-fitting.ts'
import type { InstallPlan } from './install-plan.ts'
import { isSettled } from './is-settled.ts'
import type { PlanMethodOptions } from './plan-method-options.ts'
import { checkRelease, comingVersion, remarksOn } from './plan-remarks.ts'
import { type ChosenMethod, planSteps } from './plan-steps.ts'
import { isClassRecorded } from './program/judge-program.ts'
import { readRequirements } from './read-requirements.ts'

/**
 * Decides by which method a resolved app is installed here, and what the install does. Reads only. A method that cannot
 * be planned for a reason of its own makes way for the next.
 */
export async function planMethod(
  resolved: ResolvedApp,
  context: CommandContext,
  options: PlanMethodOptions,
): Promise<InstallPlan> {
  const { manifest } = resolved
  const placement = await placementOf(resolved, options, context)
  const fitting = await chooseMethods(resolved, context, options)
  const { methods, platform, host, refusals, laterRefusals } = fitting
  const { allowed, isYes = false } = options
  const failure = { manifest, platform, refusals: [...refusals, ...laterRefusals], isRoot: host.isRoot }
  const isForced = options.only !== undefined || options.adopt
  return planFitting({
    methods,
    planOne: (method) => planOne(resolved, { ...fitting, method }, { context, options, placement }),
    consent: consentBefore({ first: methods[0], platform, allowed, isYes }),
    isForced,
    allFailed: (passedOver) => noMethodWorks(failure, passedOver),
  })
}

interface Planning {
  context: CommandContext
  options: PlanMethodOptions
  placement: SkillPlacement
}

async function planOne(
  resolved: ResolvedApp,
  chosen: ChosenMethod,
  { context, options, placement }: Planning,
): Promise<MethodPlan> {
  const { manifest, leftOut, digest, json, signature, range, registry, facts } = resolved
  const found = await planSteps(resolved, chosen, context, options)
  const { entry, isStored, isDamaged, tree, allowed, planned } = found
  const { method, refusals, platform } = chosen
  const { steps, undo, adopted, companions, permissions = [], unused = [], node } = planned
  const release = await checkRelease(resolved, chosen, found, context)
  if (context.isOffline && !isStored && steps.length > 0) throw notHere(manifest, method)
  const same =
    facts.record?.digest === digest && facts.record.method === method.method ? facts.record : undefined
  const source = chooseSource({ record: same, entry, isStored, steps })
  const requirements = await readRequirements(manifest, registry, context)
  const skill = await readSkillState(facts.record, context.workspace)
  const plan = {
    name: manifest.name,
    version: manifest.version,
    range,
    registry,
    digest,
    signature,
    json,
    manifest,
    leftOut,
    platform,
    method,
    refusals,
    origin: methodOrigin(method, steps),
    size: isStored || steps.length === 0 ? undefined : (planned.size ?? release.checked?.size),
    source,
    packageVersion: comingVersion(method, planned),
    adopted: source === 'present' && same !== undefined ? same.adopted : adopted,
    entry,
    tree,
    checked: release.checked,
    allowed,
    rebuild: isDamaged ? ('damaged' as const) : undefined,
    ...(isStored ? { steps: [], undo: [], permissions: [] } : { steps, undo, permissions, companions, node }),
    unused: isStored ? [] : unused,
    placement,
    requirements,
    ...(await remarksOn(resolved, { chosen, found, release, requirements }, context)),
    facts,
    isMoved: resolved.movedFrom !== undefined,
    edited: skill.edited,
    frozen: options.frozen,
    pin: options.pin,
    skillLanguage: options.skillLanguage,
  }
  const isDone = skill.isIntact && isSettled(plan, found)
  return { ...plan, isSettled: isDone && (await isCurrentRecord(plan, context)) }
}

/** Throws if the skill of another app, or one that a user wrote, is in the way. */
async function placementOf(
  { manifest, facts }: ResolvedApp,
  { agents }: PlanMethodOptions,
  context: CommandContext,
): Promise<SkillPlacement> {
  const placement = planPlacement({
    asked: agents,
    record: facts.record,
    declared: facts,
    connected: await connectedAgents(context),
  })
  const { workspace } = context
  await refuseUnmanagedSkills(manifest.name, placement.folders, {
    workspace,
    record: facts.record,
    layout: placement.layout,
  })
  return placement
}

/** Checks whether record and skill equal what would be generated now. Templates, languages and the generator change. */
const isCurrentRecord = async (
  { facts: { record, skills }, skillLanguage }: Pick<InstallPlan, 'facts' | 'skillLanguage'>,
  context: CommandContext,
): Promise<boolean> =>
  record !== undefined &&
  (await isClassRecorded(record, context)) &&
  (await isOwnRenderedAlike({ record, asked: skillLanguage, settings: skills }, context))

const notHere = ({ name, version }: AppManifest, { method }: InstallMethod): UnavailableError =>
  new UnavailableError(
    'network.offline',
    t(
      'network.offline.from-not-store-machine',
      '{name} {version} from {method} is not in the store of this machine, and --offline downloads nothing.',
      { name, version, method },
    ),
    {
      hint: t(
        'network.offline.hint.install-once-without-offline',
        'Install it once without --offline, in any workspace of this user.',
      ),
    },
  )
