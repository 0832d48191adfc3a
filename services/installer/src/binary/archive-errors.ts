import { IntegrityError, InvalidError, isAppError, t } from '@cli-apps/core'

const hint = (): string =>
  t('archive-errors.hint', 'Nothing was installed. Report it to the publisher of the app.')
const shown = (name: string): string => JSON.stringify(name.length > 200 ? `${name.slice(0, 200)}…` : name)

/** `archive.path-escape`: an entry is, or leads, outside the folder. */
export const escapes = (name: string): IntegrityError =>
  new IntegrityError(
    'archive.path-escape',
    t('archive.path-escape', 'The archive contains {name}, which leads out of its folder.', {
      name: shown(name),
    }),
    {
      hint: hint(),
    },
  )

/** `archive.special-file`: an entry that is not a file, folder or link. */
export const specialFile = (name: string, kind: string): IntegrityError =>
  new IntegrityError(
    'archive.special-file',
    t('archive.special-file', 'The archive contains {name}, {kind}.', { name: shown(name), kind }),
    { hint: hint() },
  )

/** `archive.link`: a link that is not allowed, or that leads nowhere. */
export const badLink = (name: string, what: string): IntegrityError =>
  new IntegrityError(
    'archive.link',
    t('archive.link', 'The archive contains the link {name}{what}.', { name: shown(name), what }),
    { hint: hint() },
  )

/** `archive.bad-name`: a name that this system's file systems cannot store. */
export const badName = (name: string, why: string): InvalidError =>
  new InvalidError(
    'archive.bad-name',
    t('archive.bad-name', 'The archive contains {name}: {why}.', { name: shown(name), why }),
    { hint: hint() },
  )

const broken = (archive: string, error: unknown): InvalidError =>
  new InvalidError(
    'archive.broken',
    t('archive.broken', 'The download is not a valid {archive} archive: {reason}', {
      archive,
      reason: String(error instanceof Error ? error.message : error),
    }),
    {
      hint: t('archive.broken.hint', 'It was published that way. Report it to the publisher of the app.'),
      cause: error,
    },
  )

const sameName = (file: string, cause: unknown): InvalidError =>
  new InvalidError(
    'archive.same-name',
    t(
      'archive.same-name',
      'The archive contains {file} more than once, or in spellings that this disk does not distinguish.',
      { file },
    ),
    { hint: hint(), cause },
  )

/** Maps an error during unpacking: refusals and disk errors pass unchanged; anything else means a broken archive. */
export function unpackError(error: unknown, archive: string): unknown {
  // A system program failed to unpack it.
  if (isAppError(error) && error.code === 'process.failed') return broken(archive, error.hint)
  if (isAppError(error)) return error
  const { code, path, syscall } = error as NodeJS.ErrnoException
  if (!(error instanceof Error) || syscall === undefined) return broken(archive, error)
  if (code === 'EEXIST' || code === 'ENOTDIR' || code === 'EISDIR')
    return sameName(path ?? t('archive-errors.file', 'a file'), error)
  if (code === 'ENAMETOOLONG')
    return badName(path ?? '', t('archive-errors.path-too-long-disk', 'its path is too long for this disk'))
  return error
}
