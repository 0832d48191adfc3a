import path from 'node:path'
import { InvalidError, type LockedArtifact, type MethodOf, t } from '@cli-apps/core'
import { isExecutableFile } from '@cli-apps/core/node'
import { readGoSettings } from '../managers/go-settings.ts'
import type { ManagerSettings } from '../managers/manager-settings.ts'
import { registryHosts } from '../managers/registry-hosts.ts'
import { askManager, noAnswer } from './ask-manager.ts'
import { executableName } from './executable-name.ts'
import type { Strategy, StrategyHost } from './strategy.ts'

type Method = MethodOf<'go'>

/**
 * Go programs, each built into its own folder.
 * A build runs no code of the modules that it compiles, and every module is checked against Go's checksum database, so
 * no permission is needed.
 */
export const go: Strategy<Method, ManagerSettings> = {
  owner: 'store',
  runsOn: (host, { origin }) => [host.platform, ...(origin === '' ? [] : ['from', origin])].join(' '),
  detect: (_method, host) => readGoSettings(host),

  plan(method, { host, prefix, facts }) {
    const spec = `${method.module}@v${method.version.replace(/^v/, '')}`
    const cache = path.join(host.cache, 'go')
    return {
      steps: [
        {
          step: 'run',
          title: t('go.build-go', 'build {spec} with go', { spec }),
          argv: [host.paths.go ?? 'go', 'install', '--', spec],
          cwd: prefix,
          manager: 'go',
          env: {
            GOBIN: path.join(prefix, 'bin'),
            GOFLAGS: '-mod=readonly -trimpath',
            GOWORK: 'off',
            ...facts.variables,
            GOENV: 'off',
            // Modules come only from module proxies: no repository is used, and no other toolchain is fetched.
            GONOPROXY: 'none',
            GOVCS: '*:off',
            GOTOOLCHAIN: 'local',
            GOMODCACHE: path.join(cache, 'mod'),
            GOCACHE: path.join(cache, 'build'),
          },
          confinement: {
            hosts: registryHosts(facts.sources, host.hosts),
            readable: facts.readable,
            writable: [cache],
            files: facts.files,
            proxies: facts.proxies,
          },
        },
      ],
      undo: [],
      adopted: false,
    }
  },

  async find(method, { host, bin, prefix }) {
    const program = path.join(prefix, 'bin', executableName(bin))
    if (!(await isExecutableFile(program))) {
      throw new InvalidError(
        'install.no-executable',
        t('go.does-not-contain-executable', '{module} does not contain the executable {bin}.', {
          module: method.module,
          bin,
        }),
        {
          hint: t(
            'install.no-executable.hint.go-names-after-last',
            'go names it after the last part of the package path. The manifest may need "bin" for this method.',
          ),
        },
      )
    }
    return { argv: [program], artifacts: await readModules(program, host) }
  },
}

/** Returns every module in the program with its checksum, as go itself recorded it there. */
async function readModules(program: string, host: StrategyHost): Promise<LockedArtifact[]> {
  const answer = await askManager(host, [host.paths.go ?? 'go', 'version', '-m', program])
  if (answer.exitCode !== 0) throw noAnswer('go.no-answer', 'go version -m', answer)
  return parseModules(answer.text)
}

/**
 * Parses lines of `mod` or `dep`, path, version and checksum, separated by tabs. A line with `=>` replaces the line
 * before it.
 */
export function parseModules(text: string): LockedArtifact[] {
  const artifacts: LockedArtifact[] = []
  for (const line of text.split('\n')) {
    const [, kind, name = '', version = '', sum] = line.trimEnd().split('\t')
    if (kind === '=>') artifacts.pop()
    if (kind !== 'mod' && kind !== 'dep' && kind !== '=>') continue
    artifacts.push({ name, version, integrity: sum === undefined || sum === '' ? null : sum })
  }
  return artifacts.sort((a, b) => (a.name < b.name ? -1 : 1))
}
