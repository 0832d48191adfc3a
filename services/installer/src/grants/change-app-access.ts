import { type AccessItem, type AppName, ForbiddenError, NotFoundError, t } from '@cli-apps/core'
import {
  type AccessIdentity,
  type AccessStanding,
  accessFault,
  accessFile,
  changeAccess,
  deviceFault,
  makeFolder,
  realPlace,
} from '@cli-apps/core/node'
import type { CommandContext } from '../context.ts'

type Place = Pick<CommandContext, 'environment' | 'workspace'>

/**
 * Returns what these names stand for. Throws `NotFoundError` `access.undeclared` for a name that the app does not
 * declare, and `ForbiddenError` `access.unsafe-place` for a path that leads to what no app may have.
 */
export function chooseAccess(
  app: AppName,
  standing: readonly AccessStanding[],
  names: readonly string[],
  { environment, workspace: { root } }: Place,
): AccessStanding[] {
  const chosen = names.map((name) => requireDeclared(app, standing, name))
  for (const { item, place } of chosen) {
    if (place === undefined) continue
    const fault = item.kind === 'device' ? deviceFault(place) : accessFault(place, { environment, root })
    if (fault !== undefined) throw unsafePlace(item, fault)
  }
  return chosen
}

/** Throws `NotFoundError` `access.undeclared`. */
export function requireDeclared(
  app: AppName,
  standing: readonly AccessStanding[],
  name: string,
): AccessStanding {
  const found = standing.find(({ item }) => item.name === name)
  if (found !== undefined) return found
  const declared = standing.map(({ item }) => item.name).join(', ')
  throw new NotFoundError(
    'access.undeclared',
    t('access.undeclared.name', '{app} does not declare {name}.', { app, name: JSON.stringify(name) }),
    {
      hint:
        declared === ''
          ? t('change-app-access.declares-nothing', '{app} declares nothing that could be granted.', { app })
          : t('change-access.declares', 'It declares {declared}.', { declared }),
    },
  )
}

const unsafePlace = ({ name }: AccessItem, fault: string): ForbiddenError =>
  new ForbiddenError(
    'access.unsafe-place',
    t('access.unsafe-place', '{name} cannot be granted: {fault}.', { name, fault }),
    {
      hint: t('access.unsafe-place.hint', 'Choose another workspace, or remove the link that leads there.'),
    },
  )

/** Whether a grant would change anything. */
export const isLacking = ({ isGranted, item, mode }: AccessStanding): boolean =>
  !isGranted || mode !== item.mode

/** Folders that are created so that the app finds them. */
export const foldersToMake = (chosen: readonly AccessStanding[]): string[] =>
  chosen.flatMap(({ item, path }) => (item.isFolder === true && path !== undefined ? [path] : []))

/** Grants what was chosen, and creates declared folders that are missing. */
export async function grantAccess(
  whom: AccessIdentity,
  chosen: readonly AccessStanding[],
  { environment }: Pick<Place, 'environment'>,
): Promise<void> {
  if (chosen.length === 0) return
  for (const folder of foldersToMake(chosen)) await makeFolder(folder)
  await changeAccess(accessFile(environment), whom, ({ places, access }) => ({
    places: [...places, ...chosen.filter(isPlace).map(({ item }) => item.name)],
    access: [
      ...access,
      ...chosen
        .filter((one) => !isPlace(one))
        .map(({ item, path }) => ({
          name: item.name,
          mode: item.mode,
          ...(path !== undefined && { leads_to: realPlace(path) }),
        })),
    ],
  }))
}

const isPlace = ({ item }: AccessStanding): boolean => item.kind === 'place'

/** Sockets through which a program can do whatever root can. */
const engines = /\/(docker|podman|containerd|crio)\.sock$/

/** Returns what a person should know before granting. */
export const accessRemarks = (chosen: readonly AccessStanding[]): string[] =>
  chosen.flatMap(({ item, path, place }) => [
    ...(place !== undefined && place !== path
      ? [t('change-app-access.leads', '{name} leads to {place}', { name: item.name, place })]
      : []),
    ...(engines.test(place ?? '') || engines.test(path ?? '')
      ? [
          t(
            'change-app-access.engine',
            '{name}: with it an app can start containers that change any file of this machine',
            { name: item.name },
          ),
        ]
      : []),
  ])

/** Names with what they allow. */
export const accessNames = (chosen: readonly AccessStanding[]): string =>
  chosen
    .map(({ item }) =>
      item.kind === 'file'
        ? item.mode === 'read'
          ? t('change-app-access.to-read', '{name} (read)', { name: item.name })
          : t('change-app-access.to-write', '{name} (read and write)', { name: item.name })
        : item.name,
    )
    .join(', ')
