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

/** What granting or revoking trust in a workspace changes. */
export interface TrustPlan {
  /** Real path: if a link replaces the folder, its target is another workspace. */
  root: string
  untrusted: UntrustedPart | undefined
  templates: FoundTemplates | undefined
  /** Package registries of its files that will be used there, or no longer. */
  registries: string[]
  isRemoval: boolean
  isChange: boolean
}

interface TrustRequest {
  folder: string | undefined
  /** `--package-registry` */
  registries: readonly string[]
  isRemoval: boolean
}

/**
 * Plans the change. Throws `UsageError` `trust.no-folder`, `trust.no-registry` for a registry that no file of the
 * workspace names, and the errors of damaged workspaces.
 */
export async function planTrust(
  { folder, registries: named, isRemoval }: TrustRequest,
  { cwd, config, environment, workspace }: CommandContext,
): Promise<TrustPlan> {
  const asked = folder === undefined ? workspace.root : path.resolve(cwd, folder)
  const root = await realpath(asked).catch((cause: unknown) => {
    throw new UsageError('trust.no-folder', t('trust.no-folder', 'Folder not found: {asked}.', { asked }), {
      hint: t('trust.no-folder.hint', 'Name the folder of a workspace.'),
      cause,
    })
  })
  const place = workspaceAt(root)
  const owners = trustedOwners(environment)
  const untrusted = owners === undefined ? undefined : await findUntrustedPart(place, owners)
  const { skills } = await readWorkspaceFile(place)
  const templates = await findTemplates(skills, { workspace: place, config })
  const { folders, registries = [] } = await readWorkspaceTrust(config.home)
  const trusted = registries.flatMap((one) => (one.workspace === root && one.trusted ? [one.url] : []))
  if (named.length > 0) {
    const urls = named.map(plainUrl)
    if (!isRemoval)
      requireNamed(
        urls,
        await readWorkspaceRegistries(registryManagers, { workspace: place, config, environment }),
      )
    const changing = urls.filter((url) => trusted.includes(url) === isRemoval)
    const rest = { untrusted: undefined, templates: undefined, isRemoval }
    return { root, ...rest, registries: changing, isChange: changing.length > 0 }
  }
  const isKnown = folders.includes(root)
  const isChange = isRemoval
    ? isKnown || templates?.isTrusted === true || trusted.length > 0
    : (untrusted !== undefined && !isKnown) || templates?.isTrusted === false
  return { root, untrusted, templates, registries: isRemoval ? trusted : [], isRemoval, isChange }
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
