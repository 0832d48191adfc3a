import { type AppDocument, parseAppName, UsageError, type VersionEntry } from '@cli-apps/core'
import { readLockfile, readRecord, readWorkspaceFile } from '@cli-apps/core/node'
import { type Command, registryOption, textOption } from '../command.ts'
import { findApp, registryLocations } from '../install/registries.ts'

export const info: Command = {
  summary: 'Show what an app is, its versions and how it installs',
  usage: '<name>',
  options: registryOption,
  async run(args, options, context) {
    const [word, ...more] = args
    if (word === undefined || more.length > 0)
      throw new UsageError('cli.missing-name', 'Give one app name.', { hint: 'cli-apps info <name>' })
    const name = parseAppName(word)
    const { workspace } = context
    const [declared, lockfile, record] = await Promise.all([
      readWorkspaceFile(workspace),
      readLockfile(workspace),
      readRecord(workspace, name),
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
        : { version: record.version, method: record.method, argv: record.argv, skill: record.skill.path }
    return { value: { ...app, registry: registry.location, installed }, text: infoText(app, record?.version) }
  },
}

function infoText(app: AppDocument, installed: string | undefined): string {
  const shown = app.versions.find(({ version }) => version === app.latest) ?? app.versions[0]
  const lines = [
    `${app.display_name} (${app.name}) ${app.latest}`,
    app.description,
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
    'methods',
    ...(shown?.install_commands ?? []).map(({ method, command }) => `  ${method.padEnd(8)} ${command}`),
  ]
  return lines.filter((line) => !/^(tags|homepage|license|owners|named) +$/.test(line)).join('\n')
}

const removedText = ({ message, replacement }: NonNullable<AppDocument['removed']>): string =>
  replacement === null ? message : `${message} Use ${replacement} instead.`

const versionNotes = ({ version, yanked, deprecated }: VersionEntry): string[] => [
  ...(yanked === null ? [] : [`  ${version} is withdrawn: ${yanked.reason}`]),
  ...(deprecated === null ? [] : [`  ${version} is deprecated: ${deprecated.message}`]),
]
