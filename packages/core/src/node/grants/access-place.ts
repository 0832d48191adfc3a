import { realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { isAccessPath } from '../../manifest/requires/access-path.ts'
import { t } from '../../messages/t.ts'
import { isInside, isMissing } from '../files.ts'
import { secretFolders, userHome } from '../user-folders.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** A declared path as an absolute one: `~/` is the home of the user. */
export const expandHome = (declared: string, environment: Environment): string =>
  declared.startsWith('~/') ? path.join(userHome(environment), declared.slice(2)) : declared

/** The real path of what may not exist yet: through every link, as far as there is something. */
export function realPlace(file: string): string {
  try {
    return realpathSync.native(file)
  } catch (error) {
    const parent = path.dirname(file)
    if (!isMissing(error) || parent === file) throw error
    return path.join(realPlace(parent), path.basename(file))
  }
}

/**
 * Why an app may not have what is at this real path, whoever granted it: a link may have led there. `undefined` where nothing is
 * against it.
 */
export function accessFault(
  place: string,
  { environment, root }: { environment: Environment; root: string },
): string | undefined {
  const own = secretFolders(environment).map(realPlace)
  if (own.some((folder) => isInside(folder, place) || isInside(place, folder)))
    return t('access-place.own', '{place} holds keys, grants or programs of cli-apps', { place })
  if (isInside(root, place) || isInside(place, root))
    return t('access-place.workspace', '{place} is in the workspace or around it', { place })
  const home = realPlace(userHome(environment))
  const isHome = [home, realPlace(homedir())].some((one) => isInside(place, one))
  const shown = isInside(home, place) ? `~/${path.relative(home, place)}` : place
  return !isHome && isAccessPath(shown)
    ? undefined
    : t('access-place.too-wide', '{place} is a home, or a folder that many programs share', { place })
}

/** The same of a device. */
export const deviceFault = (place: string): string | undefined =>
  place.startsWith('/dev/') ? undefined : t('access-place.no-device', '{place} is no device', { place })
