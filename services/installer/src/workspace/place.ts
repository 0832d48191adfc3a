import { lstat, realpath, rmdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { ConflictError, IntegrityError, t } from '@cli-apps/core'
import { isInside, isMissing, type Workspace } from '@cli-apps/core/node'

/** Removes folders that became empty, up to the workspace's root. */
export async function removeEmptyFolders(workspace: Workspace, from: string): Promise<void> {
  for (
    let folder = from;
    folder !== workspace.root && isInside(workspace.root, folder);
    folder = path.dirname(folder)
  ) {
    try {
      await rmdir(folder)
    } catch (error) {
      // A process that was killed had removed some of them.
      if (!isMissing(error)) return
    }
  }
}

/** Throws if a folder is where a file must go, or a file where a folder must go, before any change. */
export async function requireFreePlace(target: string): Promise<void> {
  const taken = await lstat(target).catch(() => undefined)
  const parent = await stat(await realParent(path.dirname(target)))
  if (!taken?.isDirectory() && parent.isDirectory()) return
  throw new ConflictError(
    'workspace.in-the-way',
    t('workspace.in-the-way', '{place} already exists and would be overwritten.', {
      place: taken?.isDirectory() ? target : path.dirname(target),
    }),
    {
      hint: t('workspace.in-the-way.hint', 'Move it away and try again. Nothing was changed.'),
    },
  )
}

/** Returns the absolute path of a file. Throws if its name or a symbolic link leads out of the workspace. */
export async function placeOf(workspace: Workspace, name: string): Promise<string> {
  const target = path.resolve(workspace.root, name)
  const isNamed = name !== '' && target !== workspace.root && isInside(workspace.root, target)
  if (isNamed && isInside(await realpath(workspace.root), await realParent(path.dirname(target))))
    return target
  throw new IntegrityError(
    'workspace.path-escape',
    t('workspace.path-escape.leads-out-workspace', '{name} leads out of the workspace.', {
      name: JSON.stringify(name),
    }),
    {
      hint: isNamed
        ? t(
            'workspace.path-escape.hint.replace-symbolic-link-path',
            'Replace the symbolic link on its path with a real folder.',
          )
        : t('ask-manager.hint', 'Nothing was changed.'),
    },
  )
}

/**
 * Checks that the folders which recovery clears are real: a cloned workspace may contain links instead, whose targets
 * would be cleared. Throws `IntegrityError` `workspace.path-escape`.
 */
export async function requireOwnState({ state, journal }: Workspace): Promise<void> {
  for (const folder of [state, journal]) {
    const stats = await lstat(folder).catch(() => undefined)
    if (stats === undefined || stats.isDirectory()) continue
    throw new IntegrityError(
      'workspace.path-escape',
      t('workspace.path-escape.not-folder-workspace', '{folder} is not a folder of this workspace.', {
        folder,
      }),
      {
        hint: t(
          'workspace.path-escape.hint.came-workspace-not-created',
          'It came with the workspace and was not created by cli-apps. Check where it leads, and remove it.',
        ),
        details: { path: folder },
      },
    )
  }
}

/** Returns the real path of the nearest existing folder. */
async function realParent(folder: string): Promise<string> {
  try {
    return await realpath(folder)
  } catch (error) {
    if (!isMissing(error)) throw error
    return realParent(path.dirname(folder))
  }
}
