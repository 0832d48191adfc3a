import { existsSync, lstatSync } from 'node:fs'
import path from 'node:path'
import { NotFoundError, t, UnsupportedError } from '@cli-apps/core'
import { isInside, type Workspace } from '@cli-apps/core/node'
import type { WorkspaceRules } from './confinement.ts'

/**
 * Refuses links in our own workspace paths: they could be replaced from inside, so guarding their targets would be
 * useless.
 */
export function refuseLinks(workspace: Workspace): void {
  const { state, file: settings, lockfile } = workspace
  for (const file of [state, settings, lockfile]) {
    if (lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() !== true) continue
    throw new UnsupportedError(
      'sandbox.linked-state',
      t('sandbox.linked-state.link-which-app', '{file} is a link, which an app in a sandbox could replace.', {
        file,
      }),
      {
        hint: t(
          'sandbox.linked-state.hint.put-what-leads',
          'Put what it leads to in its place, or choose the policy "off".',
        ),
      },
    )
  }
}

/** Requires that the host's paths in the workspace are no links: an app may have put one there. */
export function requireNoLinks({ root, rootId, readable, writable }: WorkspaceRules): void {
  if (folderId(root) !== rootId)
    throw new UnsupportedError(
      'sandbox.workspace-moved',
      t('sandbox.workspace-moved', '{root} is not the folder that it was.', { root }),
      {
        hint: t('sandbox.workspace-moved.hint', 'Find out what moved it, and start the agent again.'),
      },
    )
  for (const place of [...readable, ...writable]) {
    const link = partsOf(place).find(
      (part) => lstatSync(path.join(root, part), { throwIfNoEntry: false })?.isSymbolicLink() === true,
    )
    if (link === undefined) continue
    throw new UnsupportedError(
      'sandbox.linked-place',
      t('sandbox.linked-place', "{place} of the sandbox's setting leads through the link {link}.", {
        place,
        link,
      }),
      {
        hint: t(
          'sandbox.linked-place.hint',
          'Name what it leads to, or remove the link: an app can have made it.',
        ),
      },
    )
  }
  const missing = writable.filter((place) => !existsSync(path.join(root, place)))
  if (missing.length > 0) throw noFolder(missing.map((place) => path.join(root, place)))
}

/** `a`, `a/b` and `a/b/c` for `a/b/c`. */
const partsOf = (place: string): string[] =>
  place.split(path.sep).map((_, at, parts) => parts.slice(0, at + 1).join(path.sep))

/** Identifies a folder across renames; empty for a missing one or a link. */
export function folderId(folder: string): string {
  const stats = lstatSync(folder, { throwIfNoEntry: false })
  return stats?.isDirectory() === true ? `${stats.dev}:${stats.ino}` : ''
}

export const noFolder = (missing: readonly string[], cause?: unknown): NotFoundError =>
  new NotFoundError(
    'sandbox.no-folder',
    t('sandbox.no-folder', 'A folder that apps may change does not exist.'),
    {
      hint: t('sandbox.no-folder.hint', "Create it, or take it out of the sandbox's setting: {missing}.", {
        missing: missing.join(', '),
      }),
      cause,
    },
  )

/**
 * Refuses a workspace folder around the home of apps: it could be renamed, and then keys and grants could be read and
 * forged.
 */
export function refuseHomeBelow({ root }: Workspace, appsHome: string): void {
  if (!isInside(root, appsHome) || path.dirname(appsHome) === root) return
  throw new UnsupportedError(
    'sandbox.home-in-workspace',
    t(
      'sandbox.home-in-workspace',
      '{appsHome} lies in a folder of the workspace, which an app in a sandbox could rename.',
      { appsHome },
    ),
    {
      hint: t(
        'sandbox.home-in-workspace.hint',
        'Set CLI_APPS_HOME to a folder outside of the workspace, or choose the policy "off".',
      ),
    },
  )
}

/** Refuses a workspace in one of the folders with this user's keys, grants and own apps, which no app may see. */
export function refuseInOwnFolders({ root }: Workspace, folders: readonly string[]): void {
  const folder = folders.find((one) => isInside(one, root))
  if (folder === undefined) return
  throw new UnsupportedError(
    'sandbox.own-folder',
    t('sandbox.own-folder', '{folder} holds keys and grants of cli-apps, so no app is run there.', {
      folder,
    }),
    { hint: t('sandbox.own-folder.hint', 'Run it from another folder, or pass --workspace.') },
  )
}
