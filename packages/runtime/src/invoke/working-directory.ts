import { realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { ForbiddenError, isAppError, NotFoundError, t, toLine, UsageError } from '@cli-apps/core'
import { isInside, isMissing } from '@cli-apps/core/node'

/**
 * The real path of a folder in the workspace, given relative to it or absolute. Throws `NotFoundError`, `UsageError` for
 * what is no folder, and `ForbiddenError` for one outside, also where a link leads out.
 */
export async function findWorkingDirectory(root: string, requested = '.'): Promise<string> {
  const shown = JSON.stringify(toLine(requested, 200))
  const folder = path.resolve(root, requested)
  try {
    const [workspace, real, stats] = await Promise.all([realpath(root), realpath(folder), stat(folder)])
    if (!isInside(workspace, real)) throw outside(shown)
    if (stats.isDirectory()) return real
  } catch (cause) {
    if (isAppError(cause)) throw cause
    // What lies outside is not told apart from what is not there.
    if (!isInside(root, folder)) throw outside(shown)
    throw isMissing(cause) ? missing(shown) : unusable(shown, cause)
  }
  throw new UsageError(
    'run.working-dir-is-file',
    t('run.working-dir-is-file', '{shown} is not a folder.', { shown }),
    {
      hint: t('run.working-dir-is-file.hint', 'Pass its folder.'),
    },
  )
}

const missing = (shown: string): NotFoundError =>
  new NotFoundError(
    'run.no-working-dir',
    t('run.no-working-dir', 'The workspace has no folder {shown}.', { shown }),
    {
      hint: t(
        'run.no-working-dir.hint',
        'Create it first, or leave working_dir out to run in the workspace itself.',
      ),
    },
  )

const unusable = (shown: string, cause: unknown): UsageError =>
  new UsageError(
    'run.bad-working-dir',
    t('run.bad-working-dir', '{shown} cannot be used as a folder.', { shown }),
    {
      hint: t('run.bad-working-dir.hint', 'Pass a folder of the workspace, or leave working_dir out.'),
      cause,
    },
  )

const outside = (shown: string): ForbiddenError =>
  new ForbiddenError(
    'run.working-dir-outside',
    t('run.working-dir-outside', '{shown} lies outside the workspace.', { shown }),
    {
      hint: t('run.working-dir-outside.hint', 'Pass a folder inside the workspace; apps run nowhere else.'),
    },
  )
