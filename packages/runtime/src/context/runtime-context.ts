import { isAppName, toLine } from '@cli-apps/core'
import type { InstalledApps } from '../installed-apps.ts'
import type { Skills } from '../skills/skills.ts'
import type { FindKnown } from './find-known.ts'
import { createMentionedReaders, type Mentioned, mentionedOf } from './mentioned.ts'
import { findMentions, type MentionReader } from './mentions.ts'
import { createUnknownReader, type UnknownName } from './unknown-names.ts'

/** An app or skill that the user attached to a message other than by writing `@name`; other fields are ignored. */
export interface Attachment {
  /** Defaults to `app`. */
  kind?: 'app' | 'skill'
  name: string
}

interface RuntimeContextOptions {
  apps: InstalledApps
  skills: Pick<Skills, 'list'>
  /** If apps that are not installed should be suggested: tells which names are known apps. */
  findKnown?: FindKnown
}

/** Returns the Runtime Context block for a message, or `undefined` if it mentions nothing known. */
export type RuntimeContext = (
  message: string,
  attachments?: readonly Attachment[],
) => Promise<string | undefined>

const mostMentions = 8

/**
 * Attachments come first; only their kind and name are read, and only for existing apps and skills. No text of a
 * manifest or skill can add a line or end the block.
 */
export function createRuntimeContext({ apps, skills, findKnown }: RuntimeContextOptions): RuntimeContext {
  const readerOf = createMentionedReaders()
  return async (message, attachments = []) => {
    const requested = attachedNames(attachments)
    if (requested.length === 0 && !/[@＠]/.test(message)) return undefined
    const [installed, known] = await Promise.all([apps.list(), skills.list()])
    const attached = requested.length === 0 ? [] : findAttached(requested, mentionedOf(installed, known))
    const reader = readerOf(installed, known)
    const mentioned =
      findKnown === undefined
        ? findMentions(message, reader, mostMentions)
        : await withKnown(findMentions(message, orUnknown(reader)), findKnown)
    const lines = [...new Set([...attached, ...mentioned].map(mentionLine))].slice(0, mostMentions)
    return lines.length === 0 ? undefined : ['[Runtime Context]', ...lines, '[/Runtime Context]'].join('\n')
  }
}

function orUnknown(read: MentionReader<Mentioned>): MentionReader<Mentioned | UnknownName> {
  const readUnknown = createUnknownReader()
  return (text, at) => read(text, at) ?? readUnknown(text, at)
}

/** Searches registries only for a name that is unknown here. */
async function withKnown(
  found: readonly (Mentioned | UnknownName)[],
  findKnown: FindKnown,
): Promise<(Mentioned | UnknownName)[]> {
  const unknown = found.flatMap((one) => (one.kind === 'unknown' ? [one.name] : []))
  const known = await findKnown(unknown)
  return found.filter((one) => one.kind !== 'unknown' || known.has(one.name))
}

interface AttachedName {
  kind: Mentioned['kind']
  name: string
}

/** Attachments come from a chat client and are unvalidated. */
function attachedNames(attachments: readonly Attachment[]): AttachedName[] {
  const given: readonly unknown[] = Array.isArray(attachments) ? attachments.slice(0, mostMentions) : []
  return given.flatMap((one): AttachedName[] => {
    if (typeof one !== 'object' || one === null || !('name' in one) || typeof one.name !== 'string') return []
    const kind = 'kind' in one && one.kind === 'skill' ? 'skill' : 'app'
    const name = one.name.normalize('NFC').toLowerCase()
    return kind === 'skill' || isAppName(name) ? [{ kind, name }] : []
  })
}

/** The skill of an app means the app. */
const findAttached = (requested: readonly AttachedName[], all: readonly Mentioned[]): Mentioned[] =>
  requested.flatMap(({ kind, name }) => {
    const isIt = (one: Mentioned): boolean =>
      kind === 'app'
        ? one.kind === 'app' && one.name === name
        : one.skill?.name.normalize('NFC').toLowerCase() === name
    return all.find(isIt) ?? []
  })

function mentionLine(one: Mentioned | UnknownName): string {
  switch (one.kind) {
    case 'app':
      return (
        `CLI App Mention: @${one.name} (installed; tool=run_cli_app; entry_point=${shown(one.entryPoint, 100)}; ` +
        (one.version === undefined ? '' : `version=${shown(one.version, 120)}; `) +
        `skill=${shown(one.skillFile, 300)}). Read the skill when useful, then run this app with run_cli_app; ` +
        'do not bypass it with shell.'
      )
    case 'skill':
      return (
        `Skill Mention: @${shown(one.name, 64)} (${stateOf(one.skill)}; tool=read_skill; ` +
        `skill=${shown(one.skill.path, 300)}). Read the skill before you act on the message.`
      )
    case 'unknown':
      return (
        `CLI App Mention: @${one.name} (not installed; install=npx cli-apps install ${one.name}). ` +
        'Only the user can decide to install it; say so, and do not do its work by other means unasked.'
      )
  }
}

/** One line, without anything like the block's end markers. */
const shown = (text: string, max: number): string =>
  toLine(text, max).replace(/\[(?=\s*\/?\s*runtime)/gi, '(')

const stateOf = ({ reason }: { reason?: string }): string =>
  reason === undefined ? 'available' : `unavailable: ${shown(reason, 200)}`
