import { AppManifest, type InstallMethod, type Issue, isAppError, t } from '@cli-apps/core'
import type { OptionValues } from '@cli-apps/core/command-line'
import { fetchText, isLoopback } from '@cli-apps/core/node'
import { type MethodSource, methodSources, missingSource } from '@cli-apps/core/publish-rules'
import type { InstallerOption } from '../command.ts'
import type { CommandContext } from '../context.ts'
import { npmRegistryOf, npmSettingsOf } from '../managers/npm-settings.ts'
import { readStrategyHost } from '../strategies/read-strategy-host.ts'
import type { StrategyHost } from '../strategies/strategy.ts'
import type { PublisherServer } from './server.ts'

export const sourcesOption = {
  'check-sources': {
    type: 'boolean',
    description: 'Look up packages and downloads also for a registry on this machine, or without one',
  },
} as const satisfies Record<string, InstallerOption>

export interface SourceCheck {
  /** What does not exist. */
  issues: Issue[]
  /** What did not answer, with the reason, and what was not asked. */
  unknown: string[]
}

/**
 * Asks npm, PyPI and crates.io for the packages that a manifest names, and the servers of its downloads for these, where it is
 * to be published for others, or where the options say so: a registry on this machine is for trials, whose packages need not
 * exist. What has no such address (Go packages, git, packages of systems) is not checked, nor is a manifest that is invalid.
 */
export async function findMissingSources(
  manifest: unknown,
  options: OptionValues,
  { server, context }: { server: PublisherServer | undefined; context: CommandContext },
): Promise<SourceCheck> {
  const { data } = AppManifest.safeParse(manifest)
  const isElsewhere = server !== undefined && !isLoopback(new URL(server.location).hostname)
  if (data === undefined || context.isOffline) return { issues: [], unknown: [] }
  if (!isElsewhere && options['check-sources'] !== true) return { issues: [], unknown: notAsked(data) }
  const host = await readStrategyHost(data.install, context)
  const sources = await Promise.all(
    data.install.map((method, at) => sourcesOf(method, `install[${at}]`, host)),
  )
  const outcomes = await Promise.all(sources.flat().map((source) => check(source, context)))
  return {
    issues: outcomes.filter((outcome) => typeof outcome === 'object'),
    unknown: outcomes.filter((outcome) => typeof outcome === 'string'),
  }
}

async function sourcesOf(install: InstallMethod, path: string, host: StrategyHost): Promise<MethodSource[]> {
  if (install.method === 'npm')
    return methodSources(install, path, npmRegistryOf(install.package, await npmSettingsOf(host)))
  return methodSources(install, path).map((source) => ({ ...source, url: host.mirror(source.url) }))
}

function notAsked({ install }: AppManifest): string[] {
  const named = install.flatMap((method, at) => methodSources(method, `install[${at}]`))
  return named.length === 0
    ? []
    : [
        t('publish.sources-not-asked', 'Not looked up: {sources}. Pass --check-sources to look them up.', {
          sources: named.map(({ what }) => what).join(', '),
        }),
      ]
}

/** Returns an issue for what is not there, and a reason where nobody can tell. */
async function check(source: MethodSource, { signal }: CommandContext): Promise<Issue | string | undefined> {
  const { url, what, method } = source
  try {
    const { status } = await fetchText(url, { method, signal, headers: { accept: '*/*' } })
    if (status < 400) return undefined
    return missingSource(source, status) ?? unknownText(what, String(status))
  } catch (error) {
    if (signal.aborted || !isAppError(error)) throw error
    return unknownText(what, error.message.replace(/\.$/, ''))
  }
}

const unknownText = (what: string, reason: string): string =>
  t('publish.unknown-source', '{what} could not be looked up: {reason}', { what, reason })
