import path from 'node:path'
import { type InstallMethod, toolsWanted } from '@cli-apps/core'
import { digestOf, type FoundHost, findBubblewrap, readHost, type Workspace } from '@cli-apps/core/node'
import { readWorkspaceRegistries } from '../managers/workspace-registries.ts'
import { type Mirrors, mirrored } from '../settings/mirrors.ts'
import type { NodeRelease, StrategyHost } from './strategy.ts'

interface StrategyConfig {
  /** `$CLI_APPS_HOME` */
  home: string
  mirrors: Mirrors
  /** `$CLI_APPS_HOME/cache` */
  cache: string
  hosts: readonly string[]
  /** `$CLI_APPS_HOME/store` */
  store: string
}

/** Reads the facts about this machine that strategies use, with the locations of the tools that these methods need. */
export async function readStrategyHost(
  methods: readonly InstallMethod[],
  context: {
    environment: NodeJS.ProcessEnv
    config: StrategyConfig
    workspace: Pick<Workspace, 'root'>
  },
): Promise<FoundHost & StrategyHost> {
  const { environment, config } = context
  const needsSandbox = methods.some(({ method }) => method === 'debian')
  return {
    ...(await readHost([...toolsWanted(methods), 'sudo', 'git', 'true'], environment)),
    node: { path: process.execPath, version: process.versions.node },
    isRoot: process.getuid?.() === 0,
    noSandbox: needsSandbox ? (await findBubblewrap(environment)).reason : undefined,
    environment,
    mirror: (url) => mirrored(url, config.mirrors),
    cache: path.join(config.cache, 'managers'),
    hosts: config.hosts,
    folder: context.workspace.root,
    nodeFolder: (release) => nodeFolder(config.store, release),
    registries: await readWorkspaceRegistries(
      methods.map(({ method }) => method),
      context,
    ),
  }
}

/** Returns the folder that a Node fills, in a store entry with a key of 16 digits. */
export function nodeFolder(store: string, { package: name, version, integrity }: NodeRelease): string {
  const key = digestOf(JSON.stringify([name, version, integrity])).slice(
    'sha256:'.length,
    'sha256:'.length + 16,
  )
  return path.join(store, name, version, key, 'prefix')
}
