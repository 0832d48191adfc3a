import { type AppName, type InstallRecord, NotFoundError, t, UsageError } from '@cli-apps/core'
import type { OptionValues } from '@cli-apps/core/command-line'
import { GrantValue, readGrants, readRecords } from '@cli-apps/core/node'
import type { ChangePlan } from '@cli-apps/core/results'
import { type Command, type CommandResult, changeOptions } from '../../command.ts'
import type { CommandContext } from '../../context.ts'
import { forgetGrant, storeGrant } from '../../grants/change-grant.ts'
import { getDeclaredVariable, refuseValueAsWord } from '../../grants/declared-variable.ts'
import { describeGrants, type GrantOverview, grantsElsewhere } from '../../grants/describe-grants.ts'
import { carryOut } from '../../plan/carry-out.ts'
import { writes } from '../../plan/planned-effect.ts'
import { askSecret, readInput } from '../../ui/prompt.ts'
import { tableText } from '../../ui/table.ts'
import { installedName } from '../../workspace/installed-name.ts'
import { requireOwnRecord } from '../../workspace/own-record.ts'
import { settleWorkspace } from '../../workspace/settle-workspace.ts'
import type { EnvResult } from './env-result.ts'

export const env: Command<EnvResult | ChangePlan> = {
  summary: 'Store secrets and settings for one app, outside the workspace',
  usage: 'set <app> <NAME> | unset <app> <NAME> | list [app]',
  completes: [['set', 'unset', 'list'], 'installed', 'variable', []],
  options: {
    ...changeOptions,
    'value-stdin': { type: 'boolean', description: 'Read the value from standard input' },
  },
  async run([verb = '', ...words], options, context) {
    const { workspace, signal, output } = context
    await settleWorkspace(workspace, { signal, notice: output.notice })
    const [app, name] = words
    if (verb === 'list' && words.length <= 1) return listGrants(app, context)
    if ((verb === 'set' || verb === 'unset') && app !== undefined && name !== undefined) {
      refuseValueAsWord(name)
      if (words.length === 2)
        return verb === 'set'
          ? setGrant(await installedName(app, context), name, options, context)
          : unsetGrant(await storedName(app, context), name, options, context)
    }
    throw new UsageError('cli.bad-env', t('cli.bad-env', 'Expected a subcommand: env <list|set|unset>.'), {
      hint: t('cli.bad-env.hint', 'Run: cli-apps env {usage}. Do not pass the value as an argument.', {
        usage: env.usage,
      }),
    })
  },
}

/** Values stay when their app is uninstalled, so its name counts also then. */
async function storedName(word: string, context: CommandContext): Promise<AppName> {
  const grants = await readGrants(context.config.grants)
  return grants.find(({ app }) => app === word)?.app ?? installedName(word, context)
}

async function setGrant(
  app: AppName,
  name: string,
  options: OptionValues,
  context: CommandContext,
): Promise<CommandResult<EnvResult | ChangePlan>> {
  const record = await getInstalled(app, context)
  const { secret, description } = getDeclaredVariable(record, name)
  const { registry } = record
  const { grants: file } = context.config
  // Found now, not after somebody has typed a secret.
  await readGrants(file)
  const plan = grantPlan(
    t('env.store', 'store {name} for {app} of {registry}', { name, app, registry }),
    { app, name, registry },
    context,
  )
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
    await storeGrant(file, { app, registry }, { name, value })
    return {
      value: { app, registry, name, set: true, changed: true, file },
      text: t('env.now-receives-when-runs', '{app} now receives {name} when it runs.', { app, name }),
    }
  })
}

async function unsetGrant(
  app: AppName,
  name: string,
  options: OptionValues,
  context: CommandContext,
): Promise<CommandResult<EnvResult | ChangePlan>> {
  const { grants: file } = context.config
  const kept = (await readGrants(file)).filter(
    (one) => one.app === app && one.env.some((it) => it.name === name),
  )
  const result = { app, name, set: false, changed: kept.length > 0, file }
  if (kept.length === 0)
    return { value: result, text: t('env.no-stored', 'No {name} is stored for {app}.', { name, app }) }
  const registries = kept.map(({ registry }) => registry)
  const plan = grantPlan(
    t('env.delete', 'delete {name} of {app} ({registries})', {
      name,
      app,
      registries: registries.join(', '),
    }),
    { app, name, registries },
    context,
  )
  return carryOut(plan, options, context, async () => {
    await forgetGrant(file, app, name)
    return { value: result, text: t('env.deleted', '{name} of {app} was deleted.', { name, app }) }
  })
}

const grantPlan = (
  summary: string,
  facts: { app: string; name: string; registry?: string; registries?: string[] },
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

async function getInstalled(app: AppName, context: CommandContext): Promise<InstallRecord> {
  const { workspace } = context
  const record = await requireOwnRecord(app, context)
  if (record !== undefined) return record
  throw new NotFoundError(
    'app.not-installed',
    t('app.not-installed.not-installed', '{app} is not installed in {root}.', { app, root: workspace.root }),
    {
      hint: t(
        'app.not-installed.hint.values-stored-app-one',
        'Values are stored for an app of one registry. Install it first: cli-apps install {app}',
        { app },
      ),
    },
  )
}

async function listGrants(
  word: string | undefined,
  context: CommandContext,
): Promise<CommandResult<EnvResult>> {
  const { workspace, config } = context
  const records =
    word === undefined
      ? await readRecords(workspace)
      : [await getInstalled(await installedName(word, context), context)]
  const grants = await readGrants(config.grants)
  const all = records.map((record) => describeGrants(record, grants))
  const apps =
    word === undefined ? all.filter(({ variables, unused }) => variables.length + unused.length > 0) : all
  const elsewhere = word === undefined ? grantsElsewhere(grants, all) : []
  return { value: { file: config.grants, apps, elsewhere }, text: grantsText(apps, elsewhere) }
}

function grantsText(apps: readonly GrantOverview[], elsewhere: ReturnType<typeof grantsElsewhere>): string {
  const rows = apps.flatMap(({ app, variables, unused }) => [
    ...variables.map(({ name, required, secret, set, description }) => [
      app,
      name,
      set ? t('env.is-set', 'set') : required ? t('env.missing', 'missing') : t('env.not-set', 'not set'),
      [
        required ? t('env.required', 'required') : t('env.optional', 'optional'),
        ...(secret ? [t('env.secret', 'secret')] : []),
      ].join(', '),
      description,
    ]),
    ...unused.map((name) => [
      app,
      name,
      t('env.unused', 'unused'),
      '',
      t('env.stored-but-no-longer', 'stored, but no longer declared by the app'),
    ]),
  ])
  const others = elsewhere.flatMap(({ app, registry, names }) =>
    names.map((name) => [
      app,
      name,
      t('env.is-set', 'set'),
      '',
      t('env.app-not-installed-here', 'for the app of {registry}, which is not installed here', { registry }),
    ]),
  )
  const all = [...rows, ...others]
  return all.length === 0
    ? t('env.no-app-here-declares', 'No app here declares variables, and none are stored.')
    : tableText(all)
}
