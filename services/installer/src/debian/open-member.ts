import { createReadStream, createWriteStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { t } from '@cli-apps/core'
import { openContent } from '../binary/open-content.ts'
import { brokenDeb } from './deb-errors.ts'
import type { ArMember } from './read-ar.ts'

interface OpenMemberOptions {
  /** Names the package in errors. */
  deb: string
  /** A file for the compressed archive, which the caller removes. */
  scratch: string
  environment: NodeJS.ProcessEnv
  signal: AbortSignal
}

const compressions = { '.gz': 'tar.gz', '.xz': 'tar.xz', '.zst': 'tar.zst' } as const

/** Returns the tar of a member of a package as a stream, whichever of Debian's compressions it has. */
export async function openMember(
  file: string,
  { name, offset, size }: ArMember,
  { deb, scratch, environment, signal }: OpenMemberOptions,
): Promise<Readable> {
  if (size === 0) throw brokenDeb(deb, t('open-member.empty', '{name} is empty', { name }))
  const range = { start: offset, end: offset + size - 1 }
  const ending = name.slice(name.indexOf('.tar') + '.tar'.length)
  if (ending === '') return createReadStream(file, range)
  const archive = Object.hasOwn(compressions, ending)
    ? compressions[ending as keyof typeof compressions]
    : undefined
  if (archive === undefined)
    throw brokenDeb(deb, t('open-member.compression', '{name} has an unknown compression', { name }))
  // Decompressors read whole files, as system programs do.
  await pipeline(createReadStream(file, range), createWriteStream(scratch), { signal })
  return openContent(scratch, archive, { environment, signal })
}
