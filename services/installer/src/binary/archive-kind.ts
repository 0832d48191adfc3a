import { open } from 'node:fs/promises'
import { type ArchiveKind, InvalidError, t } from '@cli-apps/core'

const magics: readonly (readonly [kind: string, offset: number, bytes: readonly number[]])[] = [
  ['gzip', 0, [0x1f, 0x8b]],
  ['xz', 0, [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00]],
  ['zstd', 0, [0x28, 0xb5, 0x2f, 0xfd]],
  ['zip', 0, [0x50, 0x4b, 0x03, 0x04]],
  ['zip', 0, [0x50, 0x4b, 0x05, 0x06]],
  ['bzip2', 0, [0x42, 0x5a, 0x68]],
  ['7z', 0, [0x37, 0x7a, 0xbc, 0xaf]],
  ['tar', 257, [0x75, 0x73, 0x74, 0x61, 0x72]],
  ['elf', 0, [0x7f, 0x45, 0x4c, 0x46]],
  ['script', 0, [0x23, 0x21]],
  ['html', 0, [0x3c, 0x21]],
]
const expected: Readonly<Record<Exclude<ArchiveKind, 'none'>, string>> = {
  gz: 'gzip',
  'tar.gz': 'gzip',
  'tar.xz': 'xz',
  'tar.zst': 'zstd',
  zip: 'zip',
}

/** Detects the kind of a file from its first bytes; `undefined` if unknown. */
function findKind(head: Uint8Array): string | undefined {
  if (head.length === 0) return 'empty'
  // A skippable zstd frame.
  if (head.length > 4 && ((head[0] ?? 0) & 0xf0) === 0x50 && head[1] === 0x2a && head[2] === 0x4d)
    return 'zstd'
  return magics.find(([, offset, bytes]) => bytes.every((byte, index) => head[offset + index] === byte))?.[0]
}

/** Throws `archive.wrong-kind` for a file that is clearly not of the manifest's kind. */
export async function requireKind(file: string, archive: ArchiveKind): Promise<void> {
  if (archive === 'none') return
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(512), 0, 512, 0)
    const found = findKind(buffer.subarray(0, bytesRead))
    if (found === expected[archive]) return
    // Self-extracting programs have data before the zip.
    if (archive === 'zip' && !isKnownArchive(found)) return
    throw new InvalidError(
      'archive.wrong-kind',
      t('archive.wrong-kind', 'The download is declared as {archive}, but it is {found}.', {
        archive,
        found: nounOf(found),
      }),
      {
        hint: t(
          'archive.wrong-kind.hint',
          'The manifest names the wrong kind of archive. Report it to the publisher of the app.',
        ),
      },
    )
  } finally {
    await handle.close()
  }
}

const isKnownArchive = (found: string | undefined): boolean =>
  found === 'empty' || Object.values(expected).includes(found ?? '')

/** The name of this kind of file in messages. */
function nounOf(kind: string | undefined): string {
  if (kind === undefined) return t('archive-kind.unknown', 'a file of an unknown kind')
  if (kind === 'elf') return t('archive-kind.elf', 'a Linux program')
  if (kind === 'html') return t('archive-kind.html', 'a web page')
  if (kind === 'empty') return t('archive-kind.empty', 'an empty file')
  if (kind === 'script') return t('archive-kind.script', 'a script')
  return t('archive-kind.archive', 'a file of the kind {kind}', { kind })
}
