import { homedir } from 'node:os'
import path from 'node:path'
import type { MethodKind } from '@cli-apps/core'
import { t } from '@cli-apps/core'
import { readText, readWorkspaceTrust, requireSafeUrl, type Workspace } from '@cli-apps/core/node'
import { isFilePathOrUrl, type RegistrySettings, registryFiles } from './registry-files.ts'

/** The package registries that a file in the workspace, or in a folder above it, configures for one manager. */
export interface WorkspaceRegistry {
  manager: MethodKind
  file: string
  /** Each package source, without user name and password. */
  urls: readonly string[]
  settings: RegistrySettings
  /** The user's decision for this workspace; `undefined` before the first one. */
  isTrusted: boolean | undefined
  /** Why the registry cannot be trusted. */
  problem?: string
}

export const registryManagers: readonly MethodKind[] = ['npm', 'pip', 'cargo']

interface RegistrySearch {
  workspace: Pick<Workspace, 'root'>
  environment: NodeJS.ProcessEnv
  config: { home: string }
}

/**
 * Returns the registries that files in a workspace and above it configure, nearest file first. The home folder and
 * those above it are not searched.
 */
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

/** Returns the settings of trusted registries, where the nearest file wins, and the other registries. */
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

/** Returns those that name a place not already in use. */
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
        '{file} names the package registry {urls}, which is not used. To use it in this workspace, run: {cli} trust --package-registry {first}',
        { file, urls: urls.join(', '), first: urls.join(',') },
      )
    : t(
        'workspace-registries.names-package-registry-not.names-package-registry-not',
        '{file} names the package registry {urls}, which is not used: {problem}',
        { file, urls: urls.join(', '), problem },
      )

/** Returns a place as it is shown to users and stored with decisions. */
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

/** Returns every word of these settings that is a place. */
const placesIn = (settings: unknown): string[] =>
  typeof settings === 'string'
    ? settings.split(/\s+/).filter(isFilePathOrUrl)
    : typeof settings === 'object' && settings !== null
      ? Object.values(settings).flatMap(placesIn)
      : []

/** A variable could leak a user's secret to the author of the file. */
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
