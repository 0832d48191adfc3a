import { realpath } from 'node:fs/promises'
import { IntegrityError, t } from '@cli-apps/core'
import { hasCode, isInside, isMissing, readText, type Workspace } from '@cli-apps/core/node'
import { placeOf } from '../workspace/place.ts'

/** Limit for one file, a hundred times what is generated; bytes. */
const atMost = 2_000_000

/**
 * Reads a skill's file in the workspace, with the user's regions in it; `undefined` if it does not exist. Links that
 * lead out of the workspace, which may be cloned, are never read. Throws `IntegrityError` `workspace.path-escape`,
 * `InvalidError` `file.not-plain` and `LimitError` `file.too-large`.
 */
export async function readSkillText(workspace: Workspace, file: string): Promise<string | undefined> {
  const place = await placeOf(workspace, file)
  const real = await realpath(place).catch((error) => {
    if (isMissing(error)) return undefined
    if (hasCode(error, 'ELOOP')) throw leadsOut(file, place)
    throw error
  })
  if (real === undefined) return undefined
  if (!isInside(await realpath(workspace.root), real)) throw leadsOut(file, place)
  return readText(place, { atMost })
}

const leadsOut = (file: string, place: string): IntegrityError =>
  new IntegrityError(
    'workspace.path-escape',
    t('workspace.path-escape', '{file} is a link, but not to a file of the workspace.', {
      file: JSON.stringify(file),
    }),
    {
      hint: t(
        'workspace.path-escape.hint',
        'It was not created by cli-apps. Check where it leads, and remove it.',
      ),
      details: { file: place },
    },
  )
