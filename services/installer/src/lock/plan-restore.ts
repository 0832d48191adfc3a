import { type InstallRecord, IntegrityError, isAppName, type Platform, t } from '@cli-apps/core'
import { listInstalled, readPlatform, readRecord, type Workspace } from '@cli-apps/core/node'
import type { CommandContext } from '../context.ts'
import { findLockedApp } from '../install/find-locked-app.ts'
import type { InstallPlan } from '../install/install-plan.ts'
import { planMethod } from '../install/plan-method.ts'
import type { PlanMethodOptions } from '../install/plan-method-options.ts'
import { resolveOptions } from '../resolve/resolve-options.ts'
import { readAppFacts, readWorkspaceFacts, type WorkspaceFacts } from '../resolve/workspace-facts.ts'
import { declarationDifferences, type LockDifference, recordDifferences } from './lock-differences.ts'

type RestoreOptions = Pick<PlanMethodOptions, 'allowed'> & {
  registry: string | undefined
  allowGeneral: boolean
}

/**
 * Plans to install exactly what the lockfile contains. Throws `IntegrityError` `lockfile.differs` with every difference
 * if it does not match `cli-apps.json`, or this platform or an installed app is not locked.
 */
export async function planRestore(context: CommandContext, options: RestoreOptions): Promise<InstallPlan[]> {
  const { workspace } = context
  const facts = await readWorkspaceFacts(workspace)
  const platform = readPlatform()
  requireAgreement(facts, await readUnlocked(workspace, facts), platform)
  const resolving = resolveOptions(context, facts, options)
  const names = Object.keys(facts.lockfile.apps).filter(isAppName)
  return Promise.all(
    names.map(async (name) => {
      const app = await readAppFacts(name, facts, context)
      const frozen = app.locked?.platforms[platform]
      if (app.locked === undefined || frozen === undefined) throw new RangeError(`${name} is not locked`)
      const found = await findLockedApp(app, app.locked, context, { ...resolving, ...options })
      const isListed = found.manifest.install.some(({ method }) => method === frozen.method)
      return planMethod(found, context, {
        only: frozen.method,
        adopt: frozen.method === 'bundled' && !isListed,
        allowed: options.allowed,
        frozen,
      })
    }),
  )
}

/** The records of apps that the lockfile lacks. */
async function readUnlocked(workspace: Workspace, { lockfile }: WorkspaceFacts): Promise<InstallRecord[]> {
  const names = (await listInstalled(workspace)).filter((name) => lockfile.apps[name] === undefined)
  const records = await Promise.all(names.map((name) => readRecord(workspace, name)))
  return records.filter((record) => record !== undefined)
}

function requireAgreement(
  facts: WorkspaceFacts,
  records: readonly InstallRecord[],
  platform: Platform,
): void {
  const extra = recordDifferences(facts, records).filter(({ code }) => code === 'lock.only-installed')
  const differences = [...declarationDifferences(facts, platform), ...extra]
  const [first] = differences
  if (first === undefined) return
  throw new IntegrityError(
    'lockfile.differs',
    t('lockfile.differs', 'What is declared, locked and installed does not match.'),
    {
      hint:
        differences.length === 1
          ? t('lockfile.differs.hint.one', '{hint}.', { hint: first.hint })
          : t('lockfile.differs.hint', 'Fix each of them, or run "{cli} install" and review the changes.'),
      issues: differences.map(issueOf),
      details: { differences },
    },
  )
}

const issueOf = ({ app, code, message }: LockDifference) => ({
  path: app,
  message: message.replace(/\.$/, ''),
  rule: code,
})
