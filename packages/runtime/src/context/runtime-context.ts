import { type AppManifest, isAppName, skillPath, toLine } from '@cli-apps/core'
import type { InstalledApp } from '../installed-apps.ts'
import { findMentions } from './mentions.ts'

/** An app that the user attached to a message otherwise than by writing `@name`; anything else in it is ignored. */
export interface Attachment {
  name: string
}

const mostMentions = 8

interface Mentioned {
  name: AppManifest['name']
  aliases: readonly string[]
  entryPoint: string
}

/**
 * The Runtime Context block for a message, or `undefined` when no installed app is mentioned or attached. Attachments
 * come first; of each only the name is read, and only that of an installed app gets further.
 */
export function runtimeContext(
  installed: readonly InstalledApp[],
  message: string,
  attachments: readonly Attachment[],
): string | undefined {
  const apps = installed.flatMap(({ record }): Mentioned[] =>
    record === undefined
      ? []
      : [
          {
            name: record.name,
            aliases: record.manifest.aliases ?? [],
            entryPoint: record.manifest.entry_point,
          },
        ],
  )
  const attached = attachedNames(attachments).flatMap((name) => apps.find((app) => app.name === name) ?? [])
  const mentioned = findMentions(message, apps, mostMentions)
  const all = [...new Set([...attached, ...mentioned])].slice(0, mostMentions)
  return all.length === 0
    ? undefined
    : ['[Runtime Context]', ...all.map(mentionLine), '[/Runtime Context]'].join('\n')
}

/** Attachments come from a chat surface, so nothing about them is certain. */
function attachedNames(attachments: readonly Attachment[]): string[] {
  const given: readonly unknown[] = Array.isArray(attachments) ? attachments.slice(0, mostMentions) : []
  return given
    .map((one) => (typeof one === 'object' && one !== null && 'name' in one ? one.name : undefined))
    .flatMap((name) => (typeof name === 'string' ? name.toLowerCase() : []))
    .filter(isAppName)
}

const mentionLine = ({ name, entryPoint }: Mentioned): string =>
  `CLI App Mention: @${name} (installed; tool=run_cli_app; entry_point=${toLine(entryPoint, 100)}; ` +
  `skill=${skillPath(name)}). Read the skill when useful, then run this app with run_cli_app; ` +
  'do not bypass it with shell.'
