import { t } from '@cli-apps/core'
import { readGrants, readRecords } from '@cli-apps/core/node'
import type { CommandResult } from '../../command.ts'
import type { CommandContext } from '../../context.ts'
import { describeGrants, type GrantOverview, grantsElsewhere } from '../../grants/describe-grants.ts'
import type { Grantee } from '../../grants/server-grantee.ts'
import { tableText } from '../../ui/table.ts'
import type { EnvResult } from './env-result.ts'

/** Lists what one app, or each app here, declares, and what is stored. Never a value: the keyring is not asked. */
export async function listGrants(
  record: Grantee | undefined,
  { workspace, config }: Pick<CommandContext, 'workspace' | 'config'>,
): Promise<CommandResult<EnvResult>> {
  const records = record === undefined ? await readRecords(workspace) : [record]
  const grants = await readGrants(config.grants)
  const all = records.map((one) => describeGrants(one, grants))
  const apps =
    record === undefined ? all.filter(({ variables, unused }) => variables.length + unused.length > 0) : all
  const elsewhere = record === undefined ? grantsElsewhere(grants, all) : []
  return { value: { file: config.grants, apps, elsewhere }, text: grantsText(apps, elsewhere) }
}

function grantsText(apps: readonly GrantOverview[], elsewhere: ReturnType<typeof grantsElsewhere>): string {
  const rows = apps.flatMap(({ app, variables, unused, keyring }) => [
    ...variables.map(({ name, required, secret, set, description }) => [
      app,
      name,
      set ? setText(name, keyring) : required ? t('env.missing', 'missing') : t('env.not-set', 'not set'),
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
      placeWord(name, keyring),
      t('env.stored-but-no-longer', 'stored, but no longer declared by the app'),
    ]),
  ])
  const others = elsewhere.flatMap(({ app, registry, names, keyring }) =>
    names.map((name) => [
      app,
      name,
      setText(name, keyring),
      '',
      registry.startsWith('mcp:')
        ? t('env.server-elsewhere', 'for the MCP server {registry}', { registry: registry.slice(4) })
        : t('env.app-not-installed-here', 'for the app of {registry}, which is not installed here', {
            registry,
          }),
    ]),
  )
  const all = [...rows, ...others]
  return all.length === 0
    ? t('env.no-app-here-declares', 'No app here declares variables, and none are stored.')
    : tableText(all)
}

const placeWord = (name: string, keyring: readonly string[]): string =>
  keyring.includes(name) ? t('env.keyring', 'keyring') : t('env.file', 'file')

const setText = (name: string, keyring: readonly string[]): string =>
  t('env.set-in', 'set ({place})', { place: placeWord(name, keyring) })
