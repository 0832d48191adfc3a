import {
  type AppDocument,
  type AppManifest,
  type AppName,
  cliCall,
  installedVersion,
  isAppError,
  localizedManifest,
  readerLocale,
  t,
  UsageError,
  type VersionEntry,
  versionText,
} from '@cli-apps/core'
import type { OptionValues } from '@cli-apps/core/command-line'
import { type Registry, readLockfile, readWorkspaceFile } from '@cli-apps/core/node'
import { copiedSkills } from '../../agents/skill-placement.ts'
import { type Command, type CommandResult, offlineOption, registryOption, textOption } from '../../command.ts'
import type { CommandContext } from '../../context.ts'
import {
  describeRequirements,
  neededServices,
  type Requirements,
  readRequirements,
} from '../../install/read-requirements.ts'
import { byRealName } from '../../resolve/by-real-name.ts'
import { checkedRecipes } from '../../resolve/checked-recipes.ts'
import { findApp } from '../../resolve/registries.ts'
import { registryLocations } from '../../resolve/registry-locations.ts'
import { tableText } from '../../ui/table.ts'
import { installedName } from '../../workspace/installed-name.ts'
import { findOwnRecord } from '../../workspace/own-record.ts'
import type { InfoResult } from './info-result.ts'

export const info: Command<InfoResult> = {
  summary: 'Show an app, its versions and its install methods',
  seesUserApps: true,
  usage: '<name>',
  completes: ['available', []],
  options: { ...registryOption, ...offlineOption },
  async run(args, options, context) {
    const [word, ...more] = args
    if (word === undefined || more.length > 0)
      throw new UsageError('cli.missing-name', t('cli.missing-name', 'Expected one app name.'), {
        hint: `${cliCall()} info <name>`,
      })
    return byRealName(await installedName(word, context), context, (name) =>
      describeApp(name, options, context),
    )
  },
}

async function describeApp(
  name: AppName,
  options: OptionValues,
  context: CommandContext,
): Promise<CommandResult<InfoResult>> {
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
          installed_version: installedVersion(record).version,
          program_version: record.program_version,
          package_version: record.package_version ?? null,
          method: record.method,
          argv: record.argv,
          skill: record.skill.path,
          copies: copiedSkills(record),
        }
  const manifest = record?.manifest ?? (await findManifest(app, registry, context))
  const needs = manifest && (await readRequirements(manifest, record?.registry ?? registry.location, context))
  const requires = needs === undefined ? null : describeRequirements(needs)
  const checked = await checkedRecipes(manifest, registry, record ?? {})
  return {
    value: { ...app, registry: registry.location, installed, ...checked, requires },
    text: infoText(app, localized(app, manifest), {
      installed: record && versionText(record),
      recipes: recipesText(checked.recipes),
      needs,
    }),
  }
}

/** The app's own texts in the reader's language, as far as its manifest has them. */
const localized = (
  app: AppDocument,
  manifest: AppManifest | undefined,
): Pick<AppDocument, 'display_name' | 'description'> =>
  manifest === undefined ? app : localizedManifest(manifest, readerLocale())

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

/** What is shown of an app besides its document. */
interface ShownState {
  installed: string | undefined
  recipes: string
  needs: Requirements | undefined
}

function recipesText(recipes: InfoResult['recipes']): string {
  const count = (where: InfoResult['recipes'][number]['checked']): number =>
    recipes.filter(({ checked }) => checked === where).length
  if (recipes.length === 0) return ''
  return t('info.recipes-checked', '{all}: {here} ran here, {elsewhere} elsewhere, {no} not checked', {
    all: recipes.length,
    here: count('here'),
    elsewhere: count('elsewhere'),
    no: count('no'),
  })
}

function infoText(
  app: AppDocument,
  { display_name: title, description }: Pick<AppDocument, 'display_name' | 'description'>,
  { installed, recipes, needs }: ShownState,
): string {
  const facts: [label: string, value: string][] = [
    [t('info.withdrawn', 'withdrawn'), app.removed === null ? '' : removedText(app.removed)],
    [t('info.category', 'category'), app.category],
    [t('info.tags', 'tags'), app.tags.join(', ')],
    [t('info.homepage', 'homepage'), app.homepage ?? ''],
    [t('info.license', 'license'), app.license ?? ''],
    [t('info.owners', 'owners'), app.owners.join(', ')],
    [t('info.versions', 'versions'), app.versions.map(({ version }) => version).join(', ')],
    [t('info.dist-tags', 'named'), tagsText(app)],
    [t('info.recipes', 'recipes'), recipes],
    [t('info.installed', 'installed'), installed ?? t('info.not-installed', 'no')],
  ]
  return [
    `${title} (${app.name}) ${app.latest}`,
    description,
    '',
    tableText(facts.filter(([, value]) => value !== '')),
    ...app.versions.flatMap(versionNotes),
    ...(needs === undefined ? [] : needsLines(app.name, needs)),
    t('info.methods', 'methods'),
    ...(shownVersion(app)?.install_commands ?? []).map(
      ({ method, command }) => `  ${method.padEnd(8)} ${command}`,
    ),
  ].join('\n')
}

const tagsText = ({ dist_tags }: AppDocument): string =>
  Object.entries(dist_tags)
    .map(([tag, version]) => `${tag} = ${version}`)
    .join(', ')

function needsLines(app: string, { env, services, bins, accounts }: Requirements): string[] {
  const lines = [
    ...env.map(({ name, description, required, isSet }) =>
      t('info.variable', '{name}: {description} ({need}, {state})', {
        name,
        description,
        need: required ? t('env.required', 'required') : t('env.optional', 'optional'),
        state: isSet ? t('env.is-set', 'set') : t('env.not-set', 'not set'),
      }),
    ),
    ...neededServices(app, services).map(({ name, start }) =>
      t('info.running', '{name} running{range}', {
        name,
        range: start === undefined ? '' : t('info.as', ', as by: {start}', { start }),
      }),
    ),
    ...bins.map(({ name, path }) =>
      t('info.path', '{name} on PATH ({path})', { name, path: path ?? t('info.no-path', 'missing') }),
    ),
    ...accounts.map(({ name }) => t('info.account', 'an account at {name}', { name })),
  ]
  return lines.length === 0 ? [] : [t('info.needs', 'needs'), ...lines.map((line) => `  ${line}`)]
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
