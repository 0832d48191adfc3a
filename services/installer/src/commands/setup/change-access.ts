import { type AppName, type InstallRecord, NotFoundError, t, UsageError } from '@cli-apps/core'
import type { OptionValues } from '@cli-apps/core/command-line'
import {
  type AccessIdentity,
  accessFile,
  accessGranted,
  changeAccess,
  readAccess,
  readRecords,
} from '@cli-apps/core/node'
import type { ChangePlan, PlannedChange } from '@cli-apps/core/results'
import type { CommandResult } from '../../command.ts'
import type { CommandContext } from '../../context.ts'
import type { AccessResult } from '../../grants/access-result.ts'
import {
  accessNames,
  accessRemarks,
  chooseAccess,
  foldersToMake,
  grantAccess,
  isLacking,
  requireDeclared,
} from '../../grants/change-app-access.ts'
import { describeAccess, readStanding } from '../../grants/describe-access.ts'
import { carryOut } from '../../plan/carry-out.ts'
import { writes } from '../../plan/planned-effect.ts'
import { requireOwnRecord } from '../../workspace/own-record.ts'
import { accessText } from './access-text.ts'

type Answer = CommandResult<AccessResult | ChangePlan>

interface Named {
  app: AppName
  names: readonly string[]
}

/** Grants an app what it declares: these names, or all of them. Throws what `chooseAccess` throws. */
export async function grantNamed(
  { app, names, isAll }: Named & { isAll: boolean },
  options: OptionValues,
  context: CommandContext,
): Promise<Answer> {
  const { record, whom } = await requireApp(app, context)
  const standing = await readStanding(record, context)
  if (isAll && standing.length === 0)
    throw new UsageError(
      'access.none',
      t('access.none', '{name} requests nothing that could be granted.', { name: app }),
    )
  const wanted = isAll ? standing.map(({ item }) => item.name) : [...new Set(names)]
  const chosen = chooseAccess(app, standing, wanted, context).filter(isLacking)
  const text = (): string =>
    t('change-access.granted-names', '{app} has {names} in this workspace.', {
      app,
      names: accessNames(chosen),
    })
  const done = answering(record, context, chosen.length === 0 ? undefined : text)
  if (chosen.length === 0) return done()
  const change: PlannedChange = {
    subject: app,
    summary: t('change-access.grant', 'grant {app} of {registry} in {root}: {names}', {
      app,
      registry: whom.registry,
      root: whom.workspace,
      names: accessNames(chosen),
    }),
    effects: writes(...foldersToMake(chosen).map((folder) => `${folder}/`), accessFile(context.environment)),
    permissions: [],
    remarks: [...chosen.map(({ item: { name, why } }) => `${name}: ${why}`), ...accessRemarks(chosen)],
    facts: { app, registry: whom.registry, places: chosen.map(({ item }) => item.name) },
  }
  const plan = { command: 'grant', workspace: whom.workspace, changes: [change] }
  return carryOut<AccessResult>(plan, options, context, async () => {
    await grantAccess(whom, chosen, context)
    return done()
  })
}

/** Takes grants away from an app: these, or all that it has, also what it no longer declares. */
export async function revokeNamed(
  { app, names }: Named,
  options: OptionValues,
  context: CommandContext,
): Promise<Answer> {
  const { record, whom } = await requireApp(app, context)
  const file = accessFile(context.environment)
  const { places, access } = accessGranted(await readAccess(file), whom)
  const held = [...places, ...access.map(({ name }) => name)]
  const standing = await readStanding(record, context)
  for (const name of names) if (!held.includes(name)) requireDeclared(app, standing, name)
  const revoked = names.length === 0 ? held : held.filter((name) => names.includes(name))
  const list = revoked.join(', ')
  const text = (): string =>
    t('change-access.revoked-names', '{app} no longer has {names} in this workspace.', { app, names: list })
  const done = answering(record, context, revoked.length === 0 ? undefined : text)
  if (revoked.length === 0) return done()
  const change: PlannedChange = {
    subject: app,
    summary: t('change-access.revoke', 'revoke from {app} of {registry} in {root}: {names}', {
      app,
      registry: whom.registry,
      root: whom.workspace,
      names: list,
    }),
    effects: writes(file),
    permissions: [],
    remarks: [],
    facts: { app, registry: whom.registry, places: revoked },
  }
  const plan = { command: 'revoke', workspace: whom.workspace, changes: [change] }
  return carryOut<AccessResult>(plan, options, context, async () => {
    await changeAccess(file, whom, (before) => ({
      places: before.places.filter((name) => !revoked.includes(name)),
      access: before.access.filter(({ name }) => !revoked.includes(name)),
    }))
    return done()
  })
}

/** Lists what installed apps declare, or one of them, and what of it is granted in this workspace. */
export async function listAccess(
  context: CommandContext,
  app?: AppName,
): Promise<CommandResult<AccessResult>> {
  const records =
    app === undefined ? await readRecords(context.workspace) : [(await requireApp(app, context)).record]
  const value = await describeAccess(records, context)
  return { value, text: accessText(value) }
}

async function requireApp(
  app: AppName,
  context: CommandContext,
): Promise<{ record: InstallRecord; whom: AccessIdentity }> {
  const { root } = context.workspace
  const record = await requireOwnRecord(app, context)
  if (record !== undefined) return { record, whom: { app, registry: record.registry, workspace: root } }
  throw new NotFoundError(
    'app.not-installed',
    t('app.not-installed.not-installed', '{app} is not installed in {root}.', { app, root }),
    {
      hint: t(
        'app.not-installed.hint.grants-stored-app-one',
        'Grants are stored for an app of one registry. Install it first: {cli} install {app}',
        { app },
      ),
    },
  )
}

/** Returns the answer of a command; `text` is absent when nothing changed. */
const answering =
  (record: InstallRecord, context: CommandContext, text: (() => string) | undefined) =>
  async (): Promise<CommandResult<AccessResult>> => ({
    value: { ...(await describeAccess([record], context)), changed: text !== undefined },
    text: text?.() ?? t('change-access.no-changes', 'No changes.'),
  })
