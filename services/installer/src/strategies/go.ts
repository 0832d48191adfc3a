import path from 'node:path'
import { InvalidError, type LockedArtifact, type MethodOf } from '@cli-apps/core'
import { isExecutableFile } from '@cli-apps/core/node'
import { askManager, noAnswer } from './ask-manager.ts'
import { executableName } from './executable-name.ts'
import type { Strategy, StrategyHost } from './strategy.ts'

type Method = MethodOf<'go'>
const proxy = 'https://proxy.golang.org'

/**
 * Go programs, each built into a folder of its own. A build runs no code of what it builds, and every module is checked
 * against Go's checksum database, so nothing needs to be allowed.
 */
export const go: Strategy<Method, undefined> = {
  owner: 'store',
  runsOn: (host) => host.platform,
  detect: async () => undefined,

  plan(method, { host, prefix }) {
    const spec = `${method.module}@v${method.version.replace(/^v/, '')}`
    const mirror = host.mirror(proxy)
    return {
      steps: [
        {
          step: 'run',
          title: `build ${spec} with go`,
          argv: [host.paths.go ?? 'go', 'install', '--', spec],
          cwd: prefix,
          manager: 'go',
          env: {
            GOBIN: path.join(prefix, 'bin'),
            GOFLAGS: '-mod=readonly -trimpath',
            GOWORK: 'off',
            ...(mirror !== proxy && { GOPROXY: mirror }),
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
      throw new InvalidError('install.no-executable', `${method.module} has no executable called ${bin}.`, {
        hint: 'go names it after the last part of the package path; the manifest may need "bin" for this method.',
      })
    }
    return { argv: [program], artifacts: await readModules(program, host) }
  },
}

/** Every module that is in the program, with its sum, as go itself wrote it there. */
async function readModules(program: string, host: StrategyHost): Promise<LockedArtifact[]> {
  const answer = await askManager(host, [host.paths.go ?? 'go', 'version', '-m', program])
  if (answer.exitCode !== 0) throw noAnswer('go.no-answer', 'go version -m', answer)
  return parseModules(answer.text)
}

/** Lines `mod` or `dep`, path, version and sum, separated by tabs. One that begins with `=>` stands for the line before it. */
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
