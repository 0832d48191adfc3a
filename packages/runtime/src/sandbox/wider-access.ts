import { lstatSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { t } from '@cli-apps/core'
import { type AccessStanding, type Sandbox, type SandboxPolicy, traceLinks } from '@cli-apps/core/node'
import type { AccessBind } from './confinement.ts'
import { type DisplayAccess, findDisplay } from './find-display.ts'
import type { HomeLink } from './link-home.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Something that an app declares and does not have in a run. */
export interface LackingAccess {
  name: string
  kind: AccessStanding['item']['kind']
  /** As the app would name it, without the tilde. */
  path?: string
  /** Why a grant does not help, or not any more. */
  reason?: string
}

/** What grants add to the policy of a run. */
export interface WiderAccess {
  binds: AccessBind[]
  policy: Pick<SandboxPolicy, 'devices' | 'isNested' | 'hasRawNetwork'>
  links: NonNullable<SandboxPolicy['links']>
  homeLinks: HomeLink[]
  environment: Record<string, string>
  lacking: LackingAccess[]
}

interface WiderOptions {
  sandbox: Sandbox
  own: Environment
  network: SandboxPolicy['network']
}

/** Decides what of the declared access applies to a run. Reads the disk only for sockets and links. */
export function widerAccess(standing: readonly AccessStanding[], options: WiderOptions): WiderAccess {
  const judged = standing
    .filter(({ item }) => item.kind !== 'place')
    .map((one) => ({ one, reason: one.isGranted ? unsupported(one, options) : one.reason }))
  const given = judged.flatMap(({ one, reason }) => (one.isGranted && reason === undefined ? [one] : []))
  const display = has(given, 'display') ? findDisplay(options.own) : undefined
  const devices = given.flatMap(({ item, place }) => (item.kind === 'device' && place ? [place] : []))
  return {
    binds: [...given.flatMap(bindsOf), ...(display?.binds ?? [])],
    policy: {
      devices: devices.filter((device) => lstatSync(device, { throwIfNoEntry: false }) !== undefined),
      isNested: has(given, 'nested'),
      hasRawNetwork: has(given, 'network'),
    },
    links: given.flatMap((one) => (one.path === undefined ? [] : (traceLinks(one.path)?.links ?? []))),
    homeLinks: standing.flatMap((one) => homeLink(one, given)),
    environment: environmentOf(display),
    lacking: judged.flatMap(({ one, reason }) => lackingOf(one, reason, given)),
  }
}

const has = (given: readonly AccessStanding[], kind: LackingAccess['kind']): boolean =>
  given.some(({ item }) => item.kind === kind)

/** Why a sandbox cannot give what was granted. */
function unsupported({ item }: AccessStanding, { sandbox, network }: WiderOptions): string | undefined {
  if (item.kind === 'network') return noRawNetwork({ sandbox, network })
  const able = {
    bubblewrap: true,
    container: !/nested|display/.test(item.kind),
    'sandbox-exec': item.kind === 'file',
  }
  return able[sandbox.kind]
    ? undefined
    : t('wider-access.unsupported', 'the sandbox {kind} cannot give it', { kind: sandbox.kind })
}

/** A user who is not root has no right to raw packets that a sandbox could leave to a program. */
function noRawNetwork({ sandbox, network }: Pick<WiderOptions, 'sandbox' | 'network'>): string | undefined {
  if (network === 'none') return t('wider-access.no-network', 'the run has no network')
  return sandbox.kind === 'bubblewrap' && sandbox.hasCapabilities
    ? undefined
    : t(
        'wider-access.raw',
        'only root can give it in a sandbox: run cli-apps as root, or with --sandbox off a program that has the capability',
      )
}

function bindsOf({ item, mode, place }: AccessStanding): AccessBind[] {
  if (place === undefined) return []
  if (item.kind === 'file') return [{ place, mode }]
  return item.kind === 'socket' ? socketsAt(place).map((socket) => ({ place: socket, mode: 'read' })) : []
}

/** A socket, or the sockets in a folder: nothing else in it is shown. */
function socketsAt(place: string): string[] {
  const stats = lstatSync(place, { throwIfNoEntry: false })
  if (stats?.isSocket()) return [place]
  if (!stats?.isDirectory()) return []
  try {
    const entries = readdirSync(place, { withFileTypes: true })
    return entries.filter((entry) => entry.isSocket()).map(({ name }) => path.join(place, name))
  } catch {
    return []
  }
}

/** Programs look below the home that they are told, which is not the user's. */
function homeLink(one: AccessStanding, given: readonly AccessStanding[]): HomeLink[] {
  const { item, path: to } = one
  if (item.path?.startsWith('~/') !== true || to === undefined) return []
  return [{ at: item.path.slice(2), to, isGiven: given.includes(one) }]
}

const environmentOf = (display: DisplayAccess | undefined): Record<string, string> =>
  display === undefined ? {} : display.environment

function lackingOf(
  one: AccessStanding,
  reason: string | undefined,
  given: readonly AccessStanding[],
): LackingAccess[] {
  const { item, mode, path } = one
  const isRead = given.includes(one) && mode !== item.mode
  if (given.includes(one) && !isRead) return []
  const why = isRead
    ? t('wider-access.only-read', 'it was granted before the app declared to write there')
    : reason
  return [
    {
      name: item.name,
      kind: item.kind,
      ...(path !== undefined && { path }),
      ...(why !== undefined && { reason: why }),
    },
  ]
}
