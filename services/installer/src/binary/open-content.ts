import { createReadStream } from 'node:fs'
import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { t, UnsupportedError } from '@cli-apps/core'
import { cleanEnvironment, findProgram, streamProcess } from '@cli-apps/core/node'

interface OpenContentOptions {
  environment: NodeJS.ProcessEnv
  signal: AbortSignal
}

/**
 * Returns the tar inside a compressed file as a stream: through a library, otherwise the system's own program,
 * otherwise throws `archive.no-program`. Destroying the stream closes the file.
 */
export async function openContent(
  file: string,
  archive: 'tar.gz' | 'tar.xz' | 'tar.zst',
  options: OpenContentOptions,
): Promise<Readable> {
  switch (archive) {
    case 'tar.gz':
      return gunzipped(file)
    case 'tar.xz': {
      const { xzBeyond, xzContent } = await import('./xz-content.ts')
      const beyond = await xzBeyond(file)
      if (beyond === undefined) return Readable.from(xzContent(file))
      return byProgram(['xz', '--decompress', '--stdout', '--memlimit-decompress=2GiB'], {
        ...options,
        file,
        beyond,
      })
    }
    case 'tar.zst': {
      const { zstdBeyond, zstdContent } = await import('./zstd-content.ts')
      const beyond = await zstdBeyond(file)
      if (beyond === undefined) return Readable.from(zstdContent(file))
      return byProgram(['zstd', '--decompress', '--stdout', '--quiet', '--long=31'], {
        ...options,
        file,
        beyond,
      })
    }
  }
}

function gunzipped(file: string): Readable {
  const gunzip = createGunzip()
  // Failures appear on the returned stream.
  pipeline(createReadStream(file), gunzip, () => {})
  return gunzip
}

async function byProgram(
  [name = '', ...args]: readonly string[],
  { file, beyond, environment, signal }: OpenContentOptions & { file: string; beyond: string },
): Promise<Readable> {
  const program = await findProgram(name, environment)
  if (program === undefined) {
    throw new UnsupportedError(
      'archive.no-program',
      t(
        'archive.no-program',
        'The archive uses {beyond}, which only the program {name} can unpack, and it is not on PATH.',
        { beyond, name },
      ),
      {
        hint: t('archive.no-program.hint', 'Install {program} and try again.', {
          program: name === 'xz' ? t('open-content.xz-debian-xz-utils', 'xz (on Debian: xz-utils)') : name,
        }),
      },
    )
  }
  return Readable.from(
    streamProcess([program, ...args, '--', file], { env: cleanEnvironment(environment), signal }),
  )
}
