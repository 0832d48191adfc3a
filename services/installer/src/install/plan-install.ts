import type { CommandContext } from '../context.ts'
import { byRealName } from '../resolve/by-real-name.ts'
import { fileWish, installWish, type VersionWish, type Wanted } from '../resolve/choose-version.ts'
import { type ResolvedApp, type ResolveOptions, resolveApp } from '../resolve/resolve-app.ts'
import { resolveOptions } from '../resolve/resolve-options.ts'
import {
  type AppState,
  readAppFacts,
  readWorkspaceFacts,
  type WorkspaceFacts,
} from '../resolve/workspace-facts.ts'
import { findLockedApp } from './find-locked-app.ts'
import type { InstallPlan } from './install-plan.ts'
import { planMethod } from './plan-method.ts'
import type { PlanMethodOptions } from './plan-method-options.ts'

interface PlanInstallOptions extends PlanMethodOptions {
  /** `--registry` */
  registry: string | undefined
  /** `--allow-general`: accept apps that are shells, interpreters or similar. */
  allowGeneral: boolean
  /** Restore what was locked from what this machine has, and ask its registry only for the rest. */
  isRestore?: boolean
}

/**
 * Decides how to install an app here: registry, version, method, steps. Reads only; changes nothing.
 * `known` is what was already read of the app, where its record must not be read.
 */
export async function planInstall(
  reference: Wanted,
  context: CommandContext,
  options: PlanInstallOptions,
  known?: AppState,
): Promise<InstallPlan> {
  const facts = await readWorkspaceFacts(context.workspace)
  if (known !== undefined) return planApp(reference, known, { context, facts, options })
  return planNamed(reference, { context, facts, options })
}

interface Planning {
  context: CommandContext
  facts: WorkspaceFacts
  options: PlanInstallOptions
}

/** Decides how to install several apps in parallel. */
export async function planInstalls(
  references: readonly Wanted[],
  planning: Planning,
): Promise<InstallPlan[]> {
  const { context, facts, options } = planning
  const resolving = resolveOptions(context, facts, options)
  const plans = await Promise.all(references.map((reference) => planNamed(reference, planning, resolving)))
  return plans.filter(({ name }, at) => plans.findIndex((plan) => plan.name === name) === at)
}

/** Several words may mean one app, by its name and its aliases. */
const planNamed = (reference: Wanted, planning: Planning, resolving?: ResolveOptions): Promise<InstallPlan> =>
  byRealName(reference.name, planning.context, async (name) => {
    const app = await readAppFacts(name, planning.facts, planning.context)
    return planApp({ ...reference, name }, app, planning, resolving)
  })

async function planApp(
  reference: Wanted,
  app: AppState,
  { context, facts, options }: Planning,
  resolving = resolveOptions(context, facts, options),
): Promise<InstallPlan> {
  const { file } = reference
  const wish = file === undefined ? installWish(reference, app) : fileWish(app)
  const places = file === undefined ? resolving : { ...resolving, locations: [file], isExplicit: true }
  return planMethod(await resolve(app, wish, context, { ...options, ...places }), context, options)
}

async function resolve(
  facts: AppState,
  wish: VersionWish,
  context: CommandContext,
  options: ResolveOptions & Pick<PlanInstallOptions, 'isRestore'>,
): Promise<ResolvedApp> {
  const { locked } = facts
  if (!options.isRestore || options.isExplicit || wish.locked === undefined || locked === undefined)
    return resolveApp(facts, wish, context, options)
  const found = await findLockedApp(facts, locked, context, options)
  return { ...found, range: wish.declare(locked.version) }
}
