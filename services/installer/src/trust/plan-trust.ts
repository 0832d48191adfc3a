import { realpath } from 'node:fs/promises'
import path from 'node:path'
import { t, UsageError } from '@cli-apps/core'
import {
  findUntrustedPart,
  readWorkspaceFile,
  readWorkspaceTrust,
  trustedOwners,
  type UntrustedPart,
  workspaceAt,
} from '@cli-apps/core/node'
import type { CommandContext } from '../context.ts'
import {
  plainUrl,
  readWorkspaceRegistries,
  registryManagers,
  type WorkspaceRegistry,
} from '../managers/workspace-registries.ts'
import { type FoundTemplates, findTemplates } from '../skill/skill-style.ts'
import { type DeclaredServers, readDeclaredServers } from './declared-servers.ts'

/** What granting or revoking trust in a workspace changes. */
export interface TrustPlan {
  /** Real path: if a link replaces the folder, its target is another workspace. */
  root: string
  untrusted: UntrustedPart | undefined
  templates: FoundTemplates | undefined
  /** Package registries of its files that will be used there, or no longer. */
  registries: string[]
  /** MCP servers that its `cli-apps.json` declares, where these are to be used. */
  servers: DeclaredServers | undefined
  /** Whether the decision on its MCP servers changes. */
  changesServers: boolean
  /** Only what options name changes. */
  isForParts: boolean
  isRemoval: boolean
  isChange: boolean
}

interface TrustRequest {
  folder: string | undefined
  /** `--package-registry` */
  registries: readonly string[]
  /** `--mcp-servers` */
  hasServers: boolean
  isRemoval: boolean
}

/**
 * Plans the change. Throws `UsageError` `trust.no-folder`, `trust.no-registry` for a registry that no file of the
 * workspace names, `trust.no-servers` where it declares no MCP servers, and the errors of damaged workspaces.
 */
export async function planTrust(request: TrustRequest, context: CommandContext): Promise<TrustPlan> {
  const root = await rootOf(request, context)
  const isForParts = request.registries.length > 0 || request.hasServers
  return isForParts ? planParts(root, request, context) : planWhole(root, request, context)
}

async function rootOf({ folder }: TrustRequest, { cwd, workspace }: CommandContext): Promise<string> {
  const asked = folder === undefined ? workspace.root : path.resolve(cwd, folder)
  const root = await realpath(asked).catch((cause: unknown) => {
    throw new UsageError('trust.no-folder', t('trust.no-folder', 'Folder not found: {asked}.', { asked }), {
      hint: t('trust.no-folder.hint', 'Name the folder of a workspace.'),
      cause,
    })
  })
  return root
}

/** Plans what options name: nothing else of the workspace changes. */
async function planParts(
  root: string,
  { registries: named, hasServers, isRemoval }: TrustRequest,
  { config, environment }: CommandContext,
): Promise<TrustPlan> {
  const known = await readKnown(root, config.home)
  const urls = named.map(plainUrl)
  const place = workspaceAt(root)
  if (!isRemoval && urls.length > 0)
    requireNamed(
      urls,
      await readWorkspaceRegistries(registryManagers, { workspace: place, config, environment }),
    )
  const servers = hasServers && !isRemoval ? await requireServers(root, config.home) : undefined
  const registries = urls.filter((url) => known.registries.includes(url) === isRemoval)
  const changesServers = isRemoval ? hasServers && known.hasServers : servers?.isTrusted === false
  const isChange = registries.length > 0 || changesServers
  return {
    ...{ root, untrusted: undefined, templates: undefined },
    ...{ registries, servers, changesServers, isForParts: true, isRemoval, isChange },
  }
}

/** Plans for all that this user decided on the workspace; package registries and MCP servers are confirmed by name only. */
async function planWhole(
  root: string,
  { isRemoval }: TrustRequest,
  { config, environment }: CommandContext,
): Promise<TrustPlan> {
  const place = workspaceAt(root)
  const owners = trustedOwners(environment)
  const untrusted = owners === undefined ? undefined : await findUntrustedPart(place, owners)
  const { skills } = await readWorkspaceFile(place)
  const templates = await findTemplates(skills, { workspace: place, config })
  const known = await readKnown(root, config.home)
  const changesServers = isRemoval && known.hasServers
  const isChange = isRemoval
    ? known.isTrusted || templates?.isTrusted === true || known.registries.length > 0 || changesServers
    : (untrusted !== undefined && !known.isTrusted) || templates?.isTrusted === false
  const registries = isRemoval ? known.registries : []
  return {
    ...{ root, untrusted, templates, registries, servers: undefined },
    ...{ changesServers, isForParts: false, isRemoval, isChange },
  }
}

/** What this user decided on the workspace before. */
async function readKnown(root: string, home: string) {
  const { folders, registries = [], mcp_servers: servers = [] } = await readWorkspaceTrust(home)
  return {
    isTrusted: folders.includes(root),
    registries: registries.flatMap((one) => (one.workspace === root && one.trusted ? [one.url] : [])),
    hasServers: servers.some(({ workspace }) => workspace === root),
  }
}

async function requireServers(root: string, home: string): Promise<DeclaredServers> {
  const declared = await readDeclaredServers(root, home)
  if (declared !== undefined) return declared
  throw new UsageError(
    'trust.no-servers',
    t('trust.no-servers', 'The cli-apps.json of {root} declares no MCP servers.', { root }),
    { hint: t('trust.no-servers.hint', 'Declare them under "mcp_servers".') },
  )
}

function requireNamed(urls: readonly string[], found: readonly WorkspaceRegistry[]): void {
  const usable = found.filter(({ problem }) => problem === undefined).flatMap((one) => one.urls)
  const unknown = urls.find((url) => !usable.includes(url))
  if (unknown === undefined) return
  throw new UsageError(
    'trust.no-registry',
    t(
      'trust.no-registry',
      'No file of the workspace names the package registry {unknown}, or it cannot be used.',
      { unknown: JSON.stringify(unknown) },
    ),
    {
      hint:
        usable.length === 0
          ? t(
              'trust.no-registry.hint',
              'Its files name no registry. To use a registry of your own, configure your package manager.',
            )
          : t('trust.no-registry.hint.files-name', 'Its files name {list}.', {
              list: [...new Set(usable)].join(', '),
            }),
    },
  )
}
