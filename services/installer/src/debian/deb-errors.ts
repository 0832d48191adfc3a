import { IntegrityError, InvalidError, isAppError, t } from '@cli-apps/core'

const hint = (): string =>
  t(
    'deb.hint',
    'Nothing was installed. Report it to the registry of the app, or to the operator of a configured mirror.',
  )
const shown = (name: string): string => JSON.stringify(name.length > 200 ? `${name.slice(0, 200)}…` : name)

/** `deb.refused`: a package has a file that no package of Debian may have here. */
export const refusedInDeb = (deb: string, name: string, what: string): IntegrityError =>
  new IntegrityError(
    'deb.refused',
    t('deb.refused', 'The Debian package {deb} contains {name}, {what}.', { deb, name: shown(name), what }),
    { hint: hint() },
  )

/** `deb.broken`: a file that is no Debian package. */
export const brokenDeb = (deb: string, reason: string, cause?: unknown): InvalidError =>
  new InvalidError(
    'deb.broken',
    t('deb.broken', '{deb} is not a valid Debian package: {reason}.', { deb, reason }),
    { hint: hint(), cause },
  )

/** `deb.other-package`: a package that is not the one that the closure names. */
export const otherPackage = (expected: string, found: string): IntegrityError =>
  new IntegrityError(
    'deb.other-package',
    t('deb.other-package', 'The list of packages names {expected}, but the file is {found}.', {
      expected,
      found,
    }),
    { hint: hint() },
  )

/** Maps an error while a package is read: refusals and disk errors pass unchanged; anything else means a broken file. */
export function debError(error: unknown, deb: string): unknown {
  if (isAppError(error))
    return error.code === 'process.failed' ? brokenDeb(deb, error.hint ?? '', error) : error
  const { code, syscall, path } = error as NodeJS.ErrnoException
  if (!(error instanceof Error) || syscall === undefined) return brokenDeb(deb, reasonOf(error), error)
  if (code === 'EEXIST' || code === 'ENOTDIR' || code === 'EISDIR' || code === 'ENAMETOOLONG')
    return refusedInDeb(deb, path ?? '', t('deb.bad-place', 'whose place another file has, or cannot exist'))
  return error
}

const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/\.$/, '')
