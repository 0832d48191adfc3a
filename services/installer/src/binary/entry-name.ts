import { t } from '@cli-apps/core'
import { badName, escapes } from './archive-errors.ts'

const windowsDevices = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\..*)?$/i
const mostNameBytes = 255

/**
 * Splits an entry's name into folders and file, without `..`. Throws `archive.path-escape` for a name that leads
 * outside, and `archive.bad-name` for one that the file systems of `platform` cannot store.
 */
export function entryParts(name: string, platform: NodeJS.Platform = process.platform): string[] {
  const parts = name.split('/').filter((part) => part !== '' && part !== '.')
  const isOutside =
    name.startsWith('/') || name.includes('\\') || name.includes('\0') || /^[A-Za-z]:/.test(name)
  if (isOutside || parts.includes('..')) throw escapes(name)
  if (parts.some((part) => Buffer.byteLength(part) > mostNameBytes))
    throw badName(
      name,
      t('entry-name.name-more-than-bytes', 'a name of more than {mostNameBytes} bytes', { mostNameBytes }),
    )
  if (platform === 'win32' && !parts.every(isWindowsName))
    throw badName(name, t('entry-name.not-valid-file-name', 'not a valid file name on Windows'))
  return parts
}

/** On Windows, a colon starts a stream name, trailing dots and spaces are dropped, and device names are reserved. */
const isWindowsName = (part: string): boolean =>
  !/[<>:"|?*\u0000-\u001f]/.test(part) && !/[. ]$/.test(part) && !windowsDevices.test(part)
