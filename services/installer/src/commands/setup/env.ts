import { NotFoundError, t, UsageError } from '@cli-apps/core'
import type { OptionValues } from '@cli-apps/core/command-line'
import { GrantValue, grantsOf, readGrants, storedValue, systemKeyring } from '@cli-apps/core/node'
import type { ChangePlan } from '@cli-apps/core/results'
import { type Command, type CommandResult, changeOptions } from '../../command.ts'
import type { CommandContext } from '../../context.ts'
import { forgetGrant, type GrantPlace, type GrantStore, storeGrant } from '../../grants/change-grant.ts'
import { getDeclaredVariable, refuseValueAsWord } from '../../grants/declared-variable.ts'
import { findServerGrantee, type Grantee, serverIdentity } from '../../grants/server-grantee.ts'
import { carryOut } from '../../plan/carry-out.ts'
import { writes } from '../../plan/planned-effect.ts'
import { askSecret, readInput } from '../../ui/prompt.ts'
import { installedName } from '../../workspace/installed-name.ts'
import { requireOwnRecord } from '../../workspace/own-record.ts'
import { settleWorkspace } from '../../workspace/settle-workspace.ts'
import { listGrants } from './env-list.ts'
import type { EnvResult } from './env-result.ts'

export const env: Command<EnvResult | ChangePlan> = {
  summary: 'Store secrets and settings for one app or MCP server',
  seesUserApps: true,
  usage: 'set <app> <NAME> | unset <app> <NAME> | move <app> <NAME> | list [app]',
  completes: [['set', 'unset', 'move', 'list'], 'installed', 'variable', []],
  options: {
    ...changeOptions,
    'value-stdin': { type: 'boolean', description: 'Read the value from standard input' },
    keyring: {
      type: 'boolean',
      description: 'With set or move: keep the value in the keyring of the system',
    },
  },
  async run([verb = '', ...words], options, context) {
    const { workspace, signal, output } = context
    await settleWorkspace(workspace, { signal, notice: output.notice })
    const [app, name] = words
    if (verb === 'list' && words.length <= 1)
      return listGrants(app === undefined ? undefined : await findGrantee(app, context), context)
    const change = Object.hasOwn(changes, verb) ? changes[verb] : undefined
    if (change !== undefined && app !== undefined && name !== undefined) {
      refuseValueAsWord(name)
      if (words.length === 2) return change({ app, name }, options, context)
    }
    throw new UsageError(
      'cli.bad-env',
      t('cli.bad-env', 'Expected a subcommand: env <list|set|unset|move>.'),
      {
        hint: t('cli.bad-env.hint', 'Run: {cli} env {usage}. Do not pass the value as an argument.', {
          usage: env.usage,
        }),
      },
    )
  },
}

interface NamedVariable {
  app: string
  name: string
}

type ChangeVariable = (
  variable: NamedVariable,
  options: OptionValues,
  context: CommandContext,
) => Promise<CommandResult<EnvResult | ChangePlan>>

const storeOf = ({ config }: CommandContext): GrantStore => ({ file: config.grants, keyring: systemKeyring })

/** Finds out that there is no keyring before somebody types a secret. */
async function placeFor({ keyring: isWanted }: OptionValues): Promise<GrantPlace> {
  if (isWanted === true) await systemKeyring.get('probe')
  return isWanted === true ? 'keyring' : 'file'
}

const setGrant: ChangeVariable = async ({ app: word, name }, options, context) => {
  const grantee = await findGrantee(word, context)
  const { secret, description } = getDeclaredVariable(grantee, name)
  const { name: app, registry, label } = grantee
  const store = storeOf(context)
  // Found now, not after somebody has typed a secret.
  await readGrants(store.file)
  const place = await placeFor(options)
  const summary =
    place === 'file'
      ? t('env.store', 'store {name} for {app} of {registry}', { name, app: label, registry })
      : t('env.store-keyring', 'store {name} for {app} of {registry} in the keyring', {
          name,
          app: label,
          registry,
        })
  const plan = grantPlan(summary, { app, name, registry, place }, context)
  return carryOut(plan, options, context, async () => {
    const value = parseValue(await givenValue(`${name} (${description}): `, options, context), name)
    if (secret && value.length < 4)
      context.output.notice(
        t(
          'env.has-fewer-than-four',
          '{name} has fewer than four characters, and will not be redacted from output.',
          { name },
        ),
      )
    for (const left of await storeGrant(store, { app, registry }, { name, value, place }))
      context.output.notice(left)
    return {
      value: { app, registry, name, set: true, changed: true, place, file: store.file },
      text: t('env.now-receives-when-runs', '{app} now receives {name} when it runs.', { app: label, name }),
    }
  })
}

const moveGrant: ChangeVariable = async ({ app: word, name }, options, context) => {
  const { name: app, registry, label } = await findGrantee(word, context)
  const store = storeOf(context)
  const variable = grantsOf(await readGrants(store.file), { app, registry }).get(name)
  if (variable === undefined)
    throw new NotFoundError(
      'env.not-stored',
      t('env.no-stored', 'No {name} is stored for {app}.', { name, app: label }),
      {
        hint: t('env.not-stored.hint', 'Run: {cli} env set {app} {name}', { app: label, name }),
      },
    )
  const place = await placeFor(options)
  const isThere = place === ('keyring' in variable ? 'keyring' : 'file')
  const result = { app, registry, name, set: true, changed: !isThere, place, file: store.file }
  if (isThere) return { value: result, text: placeText(place, { app: label, name }) }
  const summary =
    place === 'file'
      ? t('env.move-file', 'move {name} of {app} from the keyring to the file', { name, app: label })
      : t('env.move-keyring', 'move {name} of {app} from the file to the keyring', { name, app: label })
  const plan = grantPlan(summary, { app, name, registry, place }, context)
  return carryOut(plan, options, context, async () => {
    const value = await storedValue(app, variable, store.keyring)
    for (const left of await storeGrant(store, { app, registry }, { name, value, place }))
      context.output.notice(left)
    return { value: result, text: placeText(place, { app: label, name }) }
  })
}

const placeText = (place: GrantPlace, variable: NamedVariable): string =>
  place === 'file'
    ? t('env.is-in-file', '{name} of {app} is in the file.', { ...variable })
    : t('env.is-in-keyring', '{name} of {app} is in the keyring.', { ...variable })

const unsetGrant: ChangeVariable = async ({ app: word, name }, options, context) => {
  const store = storeOf(context)
  const { file } = store
  const all = await readGrants(file)
  // Values stay when their app is uninstalled, so its name counts also then.
  const server = await serverIdentity(word, context.workspace)
  const app = server?.app ?? all.find((one) => one.app === word)?.app ?? (await installedName(word, context))
  const label = server === undefined ? app : word
  const isOf = (registry: string): boolean => server === undefined || registry === server.registry
  const kept = all.filter(
    (one) => one.app === app && isOf(one.registry) && one.env.some((it) => it.name === name),
  )
  const result = { app, name, set: false, changed: kept.length > 0, file }
  if (kept.length === 0)
    return { value: result, text: t('env.no-stored', 'No {name} is stored for {app}.', { name, app: label }) }
  const registries = kept.map(({ registry }) => registry)
  const plan = grantPlan(
    t('env.delete', 'delete {name} of {app} ({registries})', {
      name,
      app: label,
      registries: registries.join(', '),
    }),
    { app, name, registries },
    context,
  )
  return carryOut(plan, options, context, async () => {
    await forgetGrant(store, { app, registry: server?.registry }, name)
    return { value: result, text: t('env.deleted', '{name} of {app} was deleted.', { name, app: label }) }
  })
}

const changes: Readonly<Record<string, ChangeVariable>> = {
  set: setGrant,
  unset: unsetGrant,
  move: moveGrant,
}

const grantPlan = (
  summary: string,
  facts: { app: string; name: string; registry?: string; registries?: string[]; place?: GrantPlace },
  { config, workspace }: CommandContext,
): ChangePlan => ({
  command: 'env',
  workspace: workspace.root,
  changes: [
    { subject: facts.app, summary, effects: writes(config.grants), permissions: [], remarks: [], facts },
  ],
})

async function givenValue(question: string, options: OptionValues, context: CommandContext): Promise<string> {
  if (options['value-stdin'] !== true)
    return askSecret(question, context, {
      command: 'env',
      what: t('env.value', 'a value'),
      otherwise: t('env.pipe-value-stdin-pass-yes', 'Pipe it in with --value-stdin and pass --yes.'),
    })
  // What echo adds is not meant.
  return (await readInput(context)).replace(/\r?\n$/, '')
}

function parseValue(text: string, name: string): string {
  const parsed = GrantValue.safeParse(text)
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.map(({ message }) => message)
  throw new UsageError(
    'env.bad-value',
    t('env.bad-value', 'The value of {name} {faults}.', {
      name,
      faults: faults.join(t('run-outcome.and', ', and ')),
    }),
    {
      hint: t('env.bad-value.hint', 'Nothing was stored.'),
    },
  )
}

async function findGrantee(word: string, context: CommandContext): Promise<Grantee> {
  const { workspace } = context
  const server = await findServerGrantee(word, workspace)
  if (server !== undefined) return server
  const app = await installedName(word, context)
  const record = await requireOwnRecord(app, context)
  if (record !== undefined) return { ...record, label: record.name }
  throw new NotFoundError(
    'app.not-installed',
    t('app.not-installed.not-installed', '{app} is not installed in {root}.', { app, root: workspace.root }),
    {
      hint: t(
        'app.not-installed.hint.values-stored-app-one',
        'Values are stored for an app of one registry. Install it first: {cli} install {app}',
        { app },
      ),
    },
  )
}
