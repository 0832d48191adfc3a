import path from 'node:path'
import {
  type BinaryDownload,
  IntegrityError,
  InvalidError,
  type LockedArtifact,
  type MethodOf,
  Platform,
  Sha256,
  t,
} from '@cli-apps/core'
import { isExecutableFile, jsonText, readJson } from '@cli-apps/core/node'
import * as z from 'zod'
import { executableName } from './executable-name.ts'
import type { Strategy, StrategyHost } from './strategy.ts'

/** Downloads over https with a known digest, each unpacked into its own folder. */
export const binary: Strategy<MethodOf<'binary'>, undefined> = {
  owner: 'store',
  runsOn: (host) => host.platform,
  detect: async () => undefined,

  plan(method, { host, bin, prefix, tree }) {
    const { url, sha256, checksums, size, archive, path: program } = downloadFor(method, host)
    const locked = checksums && tree && readLockedDigest(url, tree)
    const asked = locked === undefined ? checksums : undefined
    const download = path.join(prefix, 'download')
    const isOneFile = archive === 'none' || archive === 'gz'
    const to = isOneFile ? path.join(prefix, 'app', executableName(bin)) : path.join(prefix, 'app')
    return {
      steps: [
        {
          step: 'download',
          url: host.mirror(url),
          sha256: sha256 ?? locked,
          ...(asked && { checksums: checksumsOf(asked, { url, host, prefix }) }),
          size,
          to: download,
        },
        ...(locked === undefined
          ? []
          : [{ step: 'write' as const, file: noteIn(prefix), content: jsonText({ sha256: locked }) }]),
        { step: 'unpack', archive, from: download, to, ...(!isOneFile && { program }) },
      ],
      undo: [],
      adopted: false,
      ...(size !== undefined && { size: { bytes: size, of: 'download' as const } }),
      remarks:
        asked === undefined
          ? []
          : [
              t('binary.checksum-by-publisher', 'checksum by publisher, locked at first use: {url}', {
                url: asked.url,
              }),
            ],
    }
  },

  async find(method, { host, bin, prefix }) {
    const { path: inside, url, ...download } = downloadFor(method, host)
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
    const sha256 = download.sha256 ?? (await readNote(prefix))
    return { argv: [program], artifacts: [{ name: url, version: '', integrity: `sha256:${sha256}` }] }
  },
}

/** The file in which a program's folder says which digest the publisher stated of its download. */
const noteIn = (prefix: string): string => path.join(prefix, 'download.json')

const Note = z.object({ sha256: Sha256 })

async function readNote(prefix: string): Promise<string> {
  const note = await readJson(noteIn(prefix), Note, {
    what: t('binary.note', 'The note about a download'),
    code: 'install.damaged',
    repair: t('npm.run-install-again', 'Run the install again.'),
  })
  return note?.sha256 ?? ''
}

/** The name of the download in the checksum file is the end of its URL. */
const checksumsOf = (
  { url, file }: { url: string; file?: string | undefined },
  { url: download, host, prefix }: { url: string; host: StrategyHost; prefix: string },
): { url: string; file: string; note: string } => ({
  url: host.mirror(url),
  file: file ?? decodeURIComponent(path.posix.basename(new URL(download).pathname)),
  note: noteIn(prefix),
})

/** Returns the digest that was locked when the download was used first. */
function readLockedDigest(url: string, tree: readonly LockedArtifact[]): string {
  const { data } = Sha256.safeParse(tree.find(({ name }) => name === url)?.integrity?.replace(/^sha256:/, ''))
  if (data !== undefined) return data
  throw new InvalidError(
    'lockfile.bad-artifact',
    t('lockfile.bad-artifact.download', 'cli-apps.lock has no digest of {url}.', { url }),
    {
      hint: t('lockfile.bad-artifact.hint', 'Restore cli-apps.lock from version control.'),
      details: { url },
    },
  )
}

function downloadFor(method: MethodOf<'binary'>, host: StrategyHost): BinaryDownload {
  const download = method.platforms[Platform.parse(host.platform)]
  if (download === undefined) throw new RangeError(`no download for ${host.platform}`)
  return download
}
