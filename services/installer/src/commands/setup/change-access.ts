import { type AppName, type InstallRecord, isGrantable, NotFoundError, t, UsageError } from '@cli-apps/core'
import type { OptionValues } from '@cli-apps/core/command-line'
import {
  type AccessGrant,
  accessFile,
  changeAccess,
  placesGranted,
  readAccess,
  readRecords,
} from '@cli-apps/core/node'
import type { ChangePlan } from '@cli-apps/core/results'
import type { CommandResult } from '../../command.ts'
import type { CommandContext } from '../../context.ts'
import type { AccessResult } from '../../grants/access-result.ts'
import { carryOut } from '../../plan/carry-out.ts'
import { writes } from '../../plan/planned-effect.ts'
import { tableText } from '../../ui/table.ts'
import { requireOwnRecord } from '../../workspace/own-record.ts'

type Verb = 'grant' | 'revoke'

const declaredPlaces = ({ manifest }: InstallRecord): { path: string; why: string }[] =>
  (manifest.requires?.access?.files ?? []).filter(({ mode, path }) => mode === 'write' && isGrantable(path))

/**
 * Lets an app change protected places of this workspace, or no longer; all that it declares when none is named. Throws
 * `NotFoundError` `access.undeclared` for a place that the app does not ask for.
 */
export async function changePlaces(
  verb: Verb,
  { app, named }: { app: AppName; named: readonly string[] },
  options: OptionValues,
  context: CommandContext,
): Promise<CommandResult<AccessResult | ChangePlan>> {
  const record = await requireOwnRecord(app, context)
  const root = context.workspace.root
  if (record === undefined)
    throw new NotFoundError(
      'app.not-installed',
      t('app.not-installed.not-installed', '{app} is not installed in {root}.', { app, root }),
      {
        hint: t(
          'app.not-installed.hint.grants-stored-app-one',
          'Grants are stored for an app of one registry. Install it first: cli-apps install {app}',
          { app },
        ),
      },
    )
  const places = requireDeclared(record, named)
  const file = accessFile(context.environment)
  const whom = { app, registry: record.registry, workspace: root }
  const before = placesGranted(await readAccess(file), whom)
  const changing = places.filter((place) => before.includes(place) === (verb === 'revoke'))
  const done = async (): Promise<CommandResult<AccessResult>> => ({
    value: { ...(await describe([record], file, context)), changed: changing.length > 0 },
    text: outcomeText(verb, app, changing),
  })
  if (changing.length === 0) return done()
  const summary =
    verb === 'grant'
      ? t('change-access.allow-change', 'allow {app} of {registry} to change {changing} in {root}', {
          app,
          registry: record.registry,
          changing: changing.join(', '),
          root,
        })
      : t(
          'change-access.no-longer-allow-change',
          'no longer allow {app} of {registry} to change {changing} in {root}',
          { app, registry: record.registry, changing: changing.join(', '), root },
        )
  const facts = { app, registry: record.registry, places: changing }
  const change = { subject: app, summary, effects: writes(file), permissions: [], remarks: [], facts }
  return carryOut({ command: verb, workspace: root, changes: [change] }, options, context, async () => {
    await changeAccess(file, whom, (kept) =>
      verb === 'grant' ? [...kept, ...changing] : kept.filter((place) => !changing.includes(place)),
    )
    return done()
  })
}

function outcomeText(verb: Verb, app: AppName, places: readonly string[]): string {
  if (places.length === 0) return t('change-access.no-changes', 'No changes.')
  return verb === 'grant'
    ? t('change-access.may-change-workspace', '{app} may change {places} in this workspace.', {
        app,
        places: places.join(', '),
      })
    : t('change-access.may-no-longer-change', '{app} may no longer change {places} in this workspace.', {
        app,
        places: places.join(', '),
      })
}

function requireDeclared(record: InstallRecord, named: readonly string[]): string[] {
  const declared = declaredPlaces(record).map(({ path }) => path)
  const unknown = named.find((place) => !declared.includes(place))
  const hint =
    declared.length === 0
      ? t('change-access.declares-no-places', '{name} declares no places.', { name: record.name })
      : t('change-access.declares', 'It declares {declared}.', { declared: declared.join(', ') })
  if (unknown !== undefined)
    throw new NotFoundError(
      'access.undeclared',
      t('access.undeclared', '{name} does not request to change {unknown}.', { name: record.name, unknown }),
      {
        hint,
      },
    )
  if (declared.length === 0)
    throw new UsageError(
      'access.none',
      t('access.none', '{name} requests nothing that could be granted.', { name: record.name }),
      { hint },
    )
  return named.length === 0 ? declared : [...named]
}

/** What installed apps ask for, and what of it is granted in this workspace. */
export async function listPlaces(context: CommandContext): Promise<CommandResult<AccessResult>> {
  const file = accessFile(context.environment)
  const value = await describe(await readRecords(context.workspace), file, context)
  const rows = value.apps.flatMap(({ app, places }) =>
    places.map(({ path, why, granted }) => [
      app,
      path,
      granted ? t('change-access.granted', 'granted') : t('change-access.not-granted', 'not granted'),
      why,
    ]),
  )
  const text =
    rows.length === 0
      ? t('change-access.no-app-here-requests', 'No app here requests to change a protected place.')
      : tableText(rows)
  return { value, text }
}

async function describe(
  records: readonly InstallRecord[],
  file: string,
  { workspace }: CommandContext,
): Promise<AccessResult> {
  const grants: readonly AccessGrant[] = await readAccess(file)
  const apps = records.flatMap((record) => {
    const { name: app, registry } = record
    const granted = placesGranted(grants, { app, registry, workspace: workspace.root })
    const places = declaredPlaces(record).map(({ path, why }) => ({
      path,
      why,
      granted: granted.includes(path),
    }))
    return places.length === 0 ? [] : [{ app, registry, places }]
  })
  return { file, workspace: workspace.root, changed: false, apps }
}
