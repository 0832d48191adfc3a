import { homedir } from 'node:os'
import path from 'node:path'
import type { MethodKind } from '@cli-apps/core'
import { t } from '@cli-apps/core'
import { readText, readWorkspaceTrust, requireSafeUrl, type Workspace } from '@cli-apps/core/node'
import { isFilePathOrUrl, type RegistrySettings, registryFiles } from './registry-files.ts'

/** What a file of the workspace, or of a folder above it, says about where one manager gets packages. */
export interface WorkspaceRegistry {
  manager: MethodKind
  file: string
  /** Each place that packages would come from, without users and passwords. */
  urls: readonly string[]
  settings: RegistrySettings
  /** What the user decided for this workspace; `undefined` before anybody asked. */
  isTrusted: boolean | undefined
  /** Why nobody can trust it. */
  problem?: string
}

export const registryManagers: readonly MethodKind[] = ['npm', 'pip', 'cargo']

interface RegistrySearch {
  workspace: Pick<Workspace, 'root'>
  environment: NodeJS.ProcessEnv
  config: { home: string }
}

/** Registries that files of a workspace name for these managers, nearest file first. Folders from the home upward are the user's own. */
export async function readWorkspaceRegistries(
  managers: readonly MethodKind[],
  { workspace, environment, config }: RegistrySearch,
): Promise<WorkspaceRegistry[]> {
  const files = registryFiles.filter(({ manager }) => managers.includes(manager))
  if (files.length === 0) return []
  const home = environment.HOME || environment.USERPROFILE || homedir()
  const found: Omit<WorkspaceRegistry, 'isTrusted'>[] = []
  for (const folder of foldersUpTo(workspace.root, home)) {
    for (const { manager, name, read } of files) {
      const file = path.join(folder, name)
      const text = await readText(file).catch(() => undefined)
      const settings = text === undefined ? {} : await read(text, folder).catch(() => ({}))
      const places = placesIn(settings)
      const problem = places.map(problemOf).find((one) => one !== undefined)
      if (places.length > 0)
        found.push({ manager, file, urls: places.map(plainUrl), settings, ...(problem && { problem }) })
    }
  }
  if (found.length === 0) return []
  const { registries = [] } = await readWorkspaceTrust(config.home)
  const decided = new Map(
    registries.flatMap(({ workspace: root, url, trusted }) =>
      root === workspace.root ? [[url, trusted] as const] : [],
    ),
  )
  return found.map((one) => ({ ...one, isTrusted: decisionOn(one, decided) }))
}

/** Settings that count, the nearest file's first, and the files whose registries are not used yet. */
export function chooseRegistries(
  found: readonly WorkspaceRegistry[] = [],
  manager: MethodKind,
): { trusted: RegistrySettings; others: WorkspaceRegistry[] } {
  const own = found.filter((one) => one.manager === manager)
  const trusted = own.filter(({ isTrusted }) => isTrusted).reverse()
  return {
    trusted: Object.assign({}, ...trusted.map(({ settings }) => settings)),
    others: own.filter(({ isTrusted }) => isTrusted !== true),
  }
}

/** Those of them that name a place which is not used anyway. */
export const unusedRegistries = (
  others: readonly WorkspaceRegistry[],
  sources: readonly string[],
): WorkspaceRegistry[] => {
  const used = new Set(sources.map(plainUrl))
  return others.filter(({ urls }) => urls.some((url) => !used.has(url)))
}

export const registryRemark = ({ file, urls, problem }: WorkspaceRegistry): string =>
  problem === undefined
    ? t(
        'workspace-registries.names-package-registry-not',
        '{file} names the package registry {urls}, which is not used. To use it in this workspace, run: cli-apps trust --package-registry {first}',
        { file, urls: urls.join(', '), first: urls.join(',') },
      )
    : t(
        'workspace-registries.names-package-registry-not.names-package-registry-not',
        '{file} names the package registry {urls}, which is not used: {problem}',
        { file, urls: urls.join(', '), problem },
      )

/** A place as a person reads it and grants are kept for it. */
export function plainUrl(text: string): string {
  if (!URL.canParse(text) || path.isAbsolute(text)) return text
  const url = new URL(text)
  return `${url.protocol}//${url.host}${url.pathname.replace(/\/+$/, '')}${url.search}`
}

function* foldersUpTo(root: string, home: string): Generator<string> {
  for (let folder = root; folder !== home; folder = path.dirname(folder)) {
    yield folder
    if (folder === path.dirname(folder)) return
  }
}

/** Every text of these settings that names a place. */
const placesIn = (settings: unknown): string[] =>
  typeof settings === 'string'
    ? settings.split(/\s+/).filter(isFilePathOrUrl)
    : typeof settings === 'object' && settings !== null
      ? Object.values(settings).flatMap(placesIn)
      : []

/** A variable could carry a secret of the user's to whoever wrote the file. */
function problemOf(place: string): string | undefined {
  if (/\$\{/.test(place)) return t('workspace-registries.set-variable', 'it is set by a variable')
  if (path.isAbsolute(place)) return undefined
  const text = place.replace(/^sparse\+/, '')
  if (!/^https?:\/\//.test(text) || !URL.canParse(text))
    return t('workspace-registries.not-http-https-url', 'it is not an http or https URL')
  try {
    requireSafeUrl(text)
    return undefined
  } catch {
    return t('workspace-registries.accessed-without-encryption', 'it is accessed without encryption')
  }
}

function decisionOn(
  { urls, problem }: Pick<WorkspaceRegistry, 'urls' | 'problem'>,
  decided: ReadonlyMap<string, boolean>,
): boolean | undefined {
  if (problem !== undefined) return false
  const decisions = urls.map((url) => decided.get(url))
  if (decisions.includes(false)) return false
  return decisions.includes(undefined) ? undefined : true
}
