import {
  type AppName,
  cliCall,
  compareVersions,
  type InstallRecord,
  isAppName,
  NotFoundError,
  t,
  versionText,
} from '@cli-apps/core'
import { listInstalled } from '@cli-apps/core/node'
import type { CommandContext } from '../context.ts'
import type { InstallPlan } from '../install/install-plan.ts'
import { planMethod } from '../install/plan-method.ts'
import type { PlanMethodOptions } from '../install/plan-method-options.ts'
import { pinned, updateWish } from '../resolve/choose-version.ts'
import { type ResolvedApp, type ResolveOptions, resolveApp } from '../resolve/resolve-app.ts'
import { resolveOptions } from '../resolve/resolve-options.ts'
import { type AppState, isKnown, readAppFacts, readWorkspaceFacts } from '../resolve/workspace-facts.ts'
import type { PlannedRender } from '../skill/plan-render.ts'
import { isOwnRenderedAlike } from '../skill/rendered-alike.ts'
import { strategyFor } from '../strategies/index.ts'

/** The decision of `update` about one app. */
export type UpdateDecision =
  | { name: AppName; state: 'update'; plan: InstallPlan; from: AppState }
  | (Unchanged & { state: 'current' })
  | (Unchanged & { state: 'skipped'; reason: string })

interface Unchanged {
  name: AppName
  /** Of the entry. */
  version: string
  /** What is there, for a person. */
  installed: string
  skill: PlannedRender | undefined
}

type UpdateOptions = Pick<PlanMethodOptions, 'allowed' | 'skillLanguage' | 'isYes'> & {
  registry: string | undefined
  allowGeneral: boolean
  /** `--latest`: update beyond the declared ranges, and declare new ones. */
  latest: boolean
}

/**
 * Plans the update of the named apps, or of all. Pinned apps are skipped with their reason. Throws `ConflictError`
 * `app.pinned` for a named pinned app, and `NotFoundError` `app.not-installed`.
 */
export async function planUpdates(
  names: readonly AppName[],
  context: CommandContext,
  options: UpdateOptions,
): Promise<UpdateDecision[]> {
  const { workspace } = context
  const facts = await readWorkspaceFacts(workspace)
  const all = [...new Set([...Object.keys(facts.lockfile.apps), ...(await listInstalled(workspace))])]
  const chosen = names.length > 0 ? [...new Set(names)] : all.filter(isAppName).sort()
  const found = await Promise.all(chosen.map((name) => readAppFacts(name, facts, context)))
  const apps = names.length > 0 ? found : found.filter(isKnown)
  for (const app of apps) refuseNamed(app, { isNamed: names.length > 0, root: workspace.root })
  const resolving = resolveOptions(context, facts, options)
  return Promise.all(apps.map((app) => planUpdate(app, context, { ...options, ...resolving })))
}

function refuseNamed(
  { name, pin, locked, record }: AppState,
  { isNamed, root }: { isNamed: boolean; root: string },
): void {
  if (!isNamed) return
  if (pin !== undefined) throw pinned(name, pin)
  if (locked !== undefined || record !== undefined) return
  throw new NotFoundError(
    'app.not-installed',
    t('verify-installed.not-installed', '{name} is not installed in {root}.', { name, root }),
    {
      hint: `${cliCall()} install ${name}`,
    },
  )
}

async function planUpdate(
  app: AppState,
  context: CommandContext,
  options: UpdateOptions & ResolveOptions,
): Promise<UpdateDecision> {
  const { name, pin, record } = app
  const version = versionOf(app)
  const installed = record === undefined ? version : versionText(record)
  if (pin !== undefined)
    return {
      name,
      state: 'skipped',
      version,
      installed,
      reason: t('plan-update.pinned', 'pinned: {pin}', { pin }),
      skill: undefined,
    }
  const resolved = await resolveApp(app, updateWish(app, options), context, options)
  const stays = async () => ({ name, version, installed, skill: await planSkill(app, context, options) })
  const current = async (): Promise<UpdateDecision> => ({ ...(await stays()), state: 'current' })
  const order = compareVersions(resolved.manifest.version, version)
  if (order < 0 && !isWithdrawn(resolved, version)) return current()
  const isSame = order === 0 && record?.digest === resolved.digest
  if (isSame && strategyFor(record.method).owner === 'store') return current()
  const plan = await planByMethodOf({ record, isSame }, resolved, context, options)
  // The entry is unchanged, so only a program that the system owns may need an update.
  if (isSame && plan.steps.length === 0 && record.method === 'adopted' && plan.isSettled) return current()
  if (isSame && plan.steps.length === 0 && record.method !== 'adopted')
    return record.adopted ? { ...(await stays()), state: 'skipped', reason: adoptedReason() } : current()
  return { name, state: 'update', plan, from: app }
}

const versionOf = ({ locked, record }: AppState): string => locked?.version ?? record?.version ?? ''

const adoptedReason = (): string =>
  t('plan-update.adopted', 'adopted: the tool that installed the program on this machine also updates it')

/** Only a yanked version is replaced by an older one. */
const isWithdrawn = ({ document }: ResolvedApp, version: string): boolean =>
  document?.versions.find((entry) => entry.version === version)?.yanked != null

/** Plans a new skill for an unchanged app if templates, language or our generator changed. */
async function planSkill(
  { record, skills: settings }: AppState,
  context: CommandContext,
  { skillLanguage: asked }: UpdateOptions,
): Promise<PlannedRender | undefined> {
  if (record === undefined) return undefined
  if (await isOwnRenderedAlike({ record, asked, settings }, context)) return undefined
  const { planRender } = await import('../skill/plan-render.ts')
  const options = { language: asked }
  return { rendering: await planRender(record, context, options), options }
}

/** Prefers the method that the app was installed with. */
async function planByMethodOf(
  { record, isSame }: { record: InstallRecord | undefined; isSame: boolean },
  resolved: ResolvedApp,
  context: CommandContext,
  { allowed, skillLanguage, isYes = false }: UpdateOptions,
): Promise<InstallPlan> {
  const options = { allowed, skillLanguage, isYes, only: undefined, adopt: false, isUpdate: true }
  const isListed = resolved.manifest.install.some(({ method }) => method === record?.method)
  if (record?.method === 'bundled' && !isListed)
    return planMethod(resolved, context, { ...options, adopt: true })
  const method = isListed ? record?.method : undefined
  // The program of an unchanged entry is only brought up to date; no other method replaces it.
  return planMethod(resolved, context, { ...options, ...(isSame ? { only: method } : { prefer: method }) })
}
