import { ConflictError, ForbiddenError, InvalidError, isAppError, LimitError, t } from '@cli-apps/core'

/** What the operating system refuses, as an error that says which file and what next; anything else as it is. */
export function fromSystemError(thrown: unknown): unknown {
  const error = firstOf(thrown)
  if (isAppError(error) || !(error instanceof Error) || !('code' in error) || typeof error.code !== 'string')
    return error
  const file =
    'path' in error && typeof error.path === 'string' ? error.path : t('archive-errors.file', 'a file')
  switch (error.code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return new LimitError(
        'disk.full',
        t('disk.full.disk-full-cannot-write', 'The disk is full: cannot write {file}.', { file }),
        {
          hint: t('disk.full.hint.free-some-space-try', 'Free some space and try again.'),
          cause: error,
        },
      )
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new ForbiddenError(
        'disk.not-allowed',
        t('disk.not-allowed', 'This user may not read or change {file}.', { file }),
        {
          hint: t(
            'disk.not-allowed.hint',
            'Check its owner and permissions, and that the disk is not read-only.',
          ),
          cause: error,
        },
      )
    case 'EISDIR':
    case 'ENOTDIR':
    case 'ENOTEMPTY':
    case 'EEXIST':
      return new ConflictError(
        'disk.in-the-way',
        t(
          'disk.in-the-way',
          '{file} has the wrong type: a folder instead of a file, or a file instead of a folder.',
          { file },
        ),
        {
          hint: t('disk.in-the-way.hint', 'Move it away and try again.'),
          cause: error,
        },
      )
    case 'ELOOP':
      return new InvalidError(
        'file.link-loop',
        t('file.link-loop', '{file} is a symbolic link that leads to itself.', { file }),
        {
          hint: t('file.link-loop.hint', 'Look where it comes from, and remove it.'),
          cause: error,
        },
      )
    default:
      return error
  }
}

/** What went wrong first, where clearing up after it failed too. */
const firstOf = (error: unknown): unknown =>
  error instanceof Error && error.name === 'SuppressedError' && 'suppressed' in error
    ? firstOf(error.suppressed)
    : error
