import path from 'node:path'
import { type InstallMethod, toolsWanted } from '@cli-apps/core'
import { type FoundHost, readHost } from '@cli-apps/core/node'
import { type Mirrors, mirrored } from '../settings/mirrors.ts'
import type { StrategyHost } from './strategy.ts'

interface StrategyConfig {
  mirrors: Mirrors
  /** `$CLI_APPS_HOME/cache` */
  cache: string
  hosts: readonly string[]
}

/** This machine as strategies see it: where it has them, with the tools that these methods want. */
export async function readStrategyHost(
  methods: readonly InstallMethod[],
  { environment, config }: { environment: NodeJS.ProcessEnv; config: StrategyConfig },
): Promise<FoundHost & StrategyHost> {
  return {
    ...(await readHost([...toolsWanted(methods), 'sudo'], environment)),
    node: { path: process.execPath, version: process.versions.node },
    isRoot: process.getuid?.() === 0,
    environment,
    mirror: (url) => mirrored(url, config.mirrors),
    cache: path.join(config.cache, 'managers'),
    hosts: config.hosts,
  }
}
