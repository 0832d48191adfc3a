import path from 'node:path'
import { type BinaryDownload, IntegrityError, type MethodOf, Platform, t } from '@cli-apps/core'
import { isExecutableFile } from '@cli-apps/core/node'
import { executableName } from './executable-name.ts'
import type { Strategy, StrategyHost } from './strategy.ts'

/** Downloads over https with a known digest, each unpacked into its own folder. */
export const binary: Strategy<MethodOf<'binary'>, undefined> = {
  owner: 'store',
  runsOn: (host) => host.platform,
  detect: async () => undefined,

  plan(method, { host, bin, prefix }) {
    const { url, sha256, size, archive, path: program } = downloadFor(method, host)
    const download = path.join(prefix, 'download')
    const isOneFile = archive === 'none' || archive === 'gz'
    const to = isOneFile ? path.join(prefix, 'app', executableName(bin)) : path.join(prefix, 'app')
    return {
      steps: [
        { step: 'download', url: host.mirror(url), sha256, size, to: download },
        { step: 'unpack', archive, from: download, to, ...(!isOneFile && { program }) },
      ],
      undo: [],
      adopted: false,
      ...(size !== undefined && { size: { bytes: size, of: 'download' as const } }),
    }
  },

  async find(method, { host, bin, prefix }) {
    const { path: inside, sha256, url } = downloadFor(method, host)
    const program = path.join(prefix, 'app', ...(inside ?? executableName(bin)).split('/'))
    if (!(await isExecutableFile(program))) {
      throw new IntegrityError(
        'install.no-executable',
        t(
          'install.no-executable.download-does-not-contain',
          'The download of {bin} does not contain the executable {inside}.',
          { bin, inside: inside ?? bin },
        ),
        {
          hint: t(
            'install.no-executable.hint.manifest-names-wrong-path',
            'The manifest names the wrong path inside the archive.',
          ),
        },
      )
    }
    return { argv: [program], artifacts: [{ name: url, version: '', integrity: `sha256:${sha256}` }] }
  },
}

function downloadFor(method: MethodOf<'binary'>, host: StrategyHost): BinaryDownload {
  const download = method.platforms[Platform.parse(host.platform)]
  if (download === undefined) throw new RangeError(`no download for ${host.platform}`)
  return download
}
