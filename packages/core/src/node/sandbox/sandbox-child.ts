import * as z from 'zod'
import { ProcessError } from '../../errors/errors.ts'
import { t } from '../../messages/t.ts'

const Told = z.object({ 'child-pid': z.int().positive() })

/**
 * The process that bubblewrap tells of: the first in the sandbox, with which every other in it ends. Throws `ProcessError`
 * `sandbox.failed` for what is no such answer.
 */
export function sandboxChild(told: string): number {
  try {
    return Told.parse(JSON.parse(told))['child-pid']
  } catch (cause) {
    throw new ProcessError(
      'sandbox.failed',
      t('sandbox.failed', 'bubblewrap does not tell which process it runs.'),
      {
        hint: t('sandbox.failed.hint', 'Install bubblewrap 0.2 or later.'),
        cause,
      },
    )
  }
}
