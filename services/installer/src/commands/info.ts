import {
  type AppDocument,
  type AppManifest,
  isAppError,
  parseAppName,
  UsageError,
  type VersionEntry,
} from '@cli-apps/core'
import { type Registry, readLockfile, readWorkspaceFile } from '@cli-apps/core/node'
import type { InfoResult } from '@cli-apps/core/results'
import { copiedSkills } from '../agents/skill-placement.ts'
import { type Command, offlineOption, registryOption, textOption } from '../command.ts'
import type { CommandContext } from '../context.ts'
import { describeRequirements, type Requirements, readRequirements } from '../install/read-requirements.ts'
import { foreignText } from '../messages/foreign-text.ts'
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
      throw new UsageError('cli.missing-name', 'Expected one app name.', { hint: 'cli-apps info <name>' })
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
    output.notice(`The requirements of ${app.name} are unknown: ${error.message}`)
    return undefined
  }
}

const shownVersion = (app: AppDocument): VersionEntry | undefined =>
  app.versions.find(({ version }) => version === app.latest) ?? app.versions[0]

function infoText(app: AppDocument, installed: string | undefined, needs: Requirements | undefined): string {
  const shown = shownVersion(app)
  const lines = [
    `${app.display_name} (${app.name}) ${app.latest}`,
    foreignText(app.description),
    '',
    ...(app.removed === null ? [] : [`withdrawn  ${removedText(app.removed)}`]),
    `category   ${app.category}`,
    `tags       ${app.tags.join(', ')}`,
    `homepage   ${app.homepage ?? ''}`,
    `license    ${app.license ?? ''}`,
    `owners     ${app.owners.join(', ')}`,
    `versions   ${app.versions.map(({ version }) => version).join(', ')}`,
    ...app.versions.flatMap(versionNotes),
    `named      ${Object.entries(app.dist_tags)
      .map(([tag, version]) => `${tag} = ${version}`)
      .join(', ')}`,
    `installed  ${installed ?? 'no'}`,
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
        `${name}: ${description} (${required ? 'required' : 'optional'}, ${isSet ? 'set' : 'not set'})`,
    ),
    ...services.map(({ name, start }) => `${name} running${start === undefined ? '' : `, as by: ${start}`}`),
    ...bins.map(({ name, path }) => `${name} on PATH (${path ?? 'missing'})`),
    ...accounts.map(({ name }) => `an account at ${name}`),
  ]
  return lines.length === 0 ? [] : ['needs', ...lines.map((line) => `  ${line}`)]
}

const removedText = ({ message, replacement }: NonNullable<AppDocument['removed']>): string =>
  replacement === null ? message : `${message} Use ${replacement} instead.`

const versionNotes = ({ version, yanked, deprecated }: VersionEntry): string[] => [
  ...(yanked === null ? [] : [`  ${version} is withdrawn: ${yanked.reason}`]),
  ...(deprecated === null ? [] : [`  ${version} is deprecated: ${deprecated.message}`]),
]
