import { accessItems, type InstallRecord, t } from '@cli-apps/core'
import {
  type AccessStanding,
  accessFile,
  accessGranted,
  accessStanding,
  readAccess,
} from '@cli-apps/core/node'
import type { AccessEntry, DeclaredNetwork } from '@cli-apps/core/results'
import type { CommandContext } from '../context.ts'
import type { AccessResult } from './access-result.ts'

type Place = Pick<CommandContext, 'environment' | 'workspace'>
type Declaring = Pick<InstallRecord, 'name' | 'registry' | 'manifest'>

/** Returns what an app declares, and what of it is granted in this workspace. */
export async function readStanding(
  { name: app, registry, manifest }: Declaring,
  { environment, workspace: { root } }: Place,
): Promise<AccessStanding[]> {
  const items = accessItems(manifest)
  if (items.length === 0) return []
  const grants = await readAccess(accessFile(environment))
  return accessStanding(items, accessGranted(grants, { app, registry, workspace: root }), {
    environment,
    root,
  })
}

/** Describes the declared access of apps that declare any, for programs. */
export async function describeAccess(records: readonly Declaring[], place: Place): Promise<AccessResult> {
  const apps: AccessResult['apps'] = []
  for (const record of records) {
    const standing = await readStanding(record, place)
    const network = record.manifest.requires?.access?.network ?? null
    if (standing.length === 0 && network === null) continue
    apps.push({ app: record.name, registry: record.registry, places: standing.map(accessEntry), network })
  }
  return { file: accessFile(place.environment), workspace: place.workspace.root, changed: false, apps }
}

/** Describes one declared access for programs. */
export function accessEntry(standing: AccessStanding): AccessEntry {
  const { item, isGranted } = standing
  const { name, kind, path = null, mode, why } = item
  const reason = reasonOf(standing)
  return { name, kind, path, mode, why, granted: isGranted, ...(reason !== undefined && { reason }) }
}

function reasonOf({ item, isGranted, mode, reason }: AccessStanding): string | undefined {
  if (isGranted && mode !== item.mode)
    return t('describe-access.only-read', 'granted to be read, before the app declared to write')
  return reason
}

/** Returns the declared network in words. */
export function networkText(network: NonNullable<DeclaredNetwork>): string {
  if (typeof network === 'object')
    return t('describe-access.hosts', 'only these hosts: {hosts}', { hosts: network.hosts.join(', ') })
  return {
    none: t('describe-access.no-network', 'no network'),
    all: t('describe-access.all', 'the network of this machine'),
    raw: t('describe-access.all', 'the network of this machine'),
  }[network]
}
