import {
  type AppDocument,
  type AppManifest,
  isAppError,
  parseAppName,
  t,
  UsageError,
  type VersionEntry,
} from '@cli-apps/core'
import { type Registry, readLockfile, readWorkspaceFile } from '@cli-apps/core/node'
import type { InfoResult } from '@cli-apps/core/results'
import { copiedSkills } from '../agents/skill-placement.ts'
import { type Command, offlineOption, registryOption, textOption } from '../command.ts'
import type { CommandContext } from '../context.ts'
import { describeRequirements, type Requirements, readRequirements } from '../install/read-requirements.ts'
import { findApp, registryLocations } from '../resolve/registries.ts'
import { findOwnRecord } from '../workspace/own-record.ts'

export const info: Command<InfoResult> = {
  summary: 'Show an app, its versions and its install methods',
  usage: '<name>',
  completes: ['available', []],
  options: { ...registryOption, ...offlineOption },
  async run(args, options, context) {
    const [word, ...more] = args
    if (word === undefined || more.length > 0)
      throw new UsageError('cli.missing-name', t('cli.missing-name', 'Expected one app name.'), {
        hint: 'cli-apps info <name>',
      })
    const name = parseAppName(word)
    const { workspace } = context
    const [declared, lockfile, record] = await Promise.all([
      readWorkspaceFile(workspace),
      readLockfile(workspace),
      findOwnRecord(name, context),
    ])
    const flag = textOption(options, 'registry')
    const locations = registryLocations(context, { flag, declared })
    const { registry, app } = await findApp(name, context, {
      locations,
      locked: lockfile.apps[name],
      isExplicit: flag !== undefined,
    })
    const installed =
      record === undefined
        ? null
        : {
            version: record.version,
            method: record.method,
            argv: record.argv,
            skill: record.skill.path,
            copies: copiedSkills(record),
          }
    const manifest = record?.manifest ?? (await findManifest(app, registry, context))
    const needs =
      manifest && (await readRequirements(manifest, record?.registry ?? registry.location, context))
    const requires = needs === undefined ? null : describeRequirements(needs)
    return {
      value: { ...app, registry: registry.location, installed, requires },
      text: infoText(app, record?.version, needs),
    }
  },
}

/** Of the version that is shown. What is known of an app is shown also where its manifest cannot be had. */
async function findManifest(
  app: AppDocument,
  registry: Registry,
  { output }: CommandContext,
): Promise<AppManifest | undefined> {
  const version = shownVersion(app)?.version
  if (version === undefined || app.removed !== null) return undefined
  try {
    return (await registry.manifest(app.name, version)).manifest
  } catch (error) {
    if (!isAppError(error)) throw error
    output.notice(
      t('info.requirements-unknown', 'The requirements of {name} are unknown: {message}', {
        name: app.name,
        message: error.message,
      }),
    )
    return undefined
  }
}

const shownVersion = (app: AppDocument): VersionEntry | undefined =>
  app.versions.find(({ version }) => version === app.latest) ?? app.versions[0]

function infoText(app: AppDocument, installed: string | undefined, needs: Requirements | undefined): string {
  const shown = shownVersion(app)
  const lines = [
    `${app.display_name} (${app.name}) ${app.latest}`,
    app.description,
    '',
    ...(app.removed === null
      ? []
      : [t('info.withdrawn', 'withdrawn  {removed}', { removed: removedText(app.removed) })]),
    t('info.category', 'category   {category}', { category: app.category }),
    t('info.tags', 'tags       {tags}', { tags: app.tags.join(', ') }),
    t('info.homepage', 'homepage   {homepage}', { homepage: app.homepage ?? '' }),
    t('info.license', 'license    {license}', { license: app.license ?? '' }),
    t('info.owners', 'owners     {owners}', { owners: app.owners.join(', ') }),
    t('info.versions', 'versions   {versions}', {
      versions: app.versions.map(({ version }) => version).join(', '),
    }),
    ...app.versions.flatMap(versionNotes),
    t('info.named', 'named      {dist_tags}', {
      dist_tags: Object.entries(app.dist_tags)
        .map(([tag, version]) => `${tag} = ${version}`)
        .join(', '),
    }),
    t('info.installed', 'installed  {installed}', { installed: installed ?? 'no' }),
    ...(needs === undefined ? [] : needsLines(needs)),
    'methods',
    ...(shown?.install_commands ?? []).map(({ method, command }) => `  ${method.padEnd(8)} ${command}`),
  ]
  return lines.filter((line) => !/^(tags|homepage|license|owners|named) +$/.test(line)).join('\n')
}

function needsLines({ env, services, bins, accounts }: Requirements): string[] {
  const lines = [
    ...env.map(
      ({ name, description, required, isSet }) =>
        `${name}: ${description} (${required ? 'required' : 'optional'}, ${isSet ? 'set' : t('env.not-set', 'not set')})`,
    ),
    ...services.map(({ name, start }) =>
      t('info.running', '{name} running{range}', {
        name,
        range: start === undefined ? '' : t('info.as', ', as by: {start}', { start }),
      }),
    ),
    ...bins.map(({ name, path }) =>
      t('info.path', '{name} on PATH ({path})', { name, path: path ?? 'missing' }),
    ),
    ...accounts.map(({ name }) => t('info.account', 'an account at {name}', { name })),
  ]
  return lines.length === 0 ? [] : ['needs', ...lines.map((line) => `  ${line}`)]
}

const removedText = ({ message, replacement }: NonNullable<AppDocument['removed']>): string =>
  replacement === null
    ? message
    : t('info.use-instead', '{message} Use {replacement} instead.', { message, replacement })

const versionNotes = ({ version, yanked, deprecated }: VersionEntry): string[] => [
  ...(yanked === null
    ? []
    : [
        t('info.withdrawn.withdrawn', '  {version} is withdrawn: {reason}', {
          version,
          reason: yanked.reason,
        }),
      ]),
  ...(deprecated === null
    ? []
    : [
        t('info.deprecated', '  {version} is deprecated: {message}', {
          version,
          message: deprecated.message,
        }),
      ]),
]
