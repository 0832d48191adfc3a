import * as z from 'zod/mini'
import { ProcessError } from '../../errors/errors.ts'
import { t } from '../../messages/t.ts'

const Told = z.object({ 'child-pid': z.int().check(z.positive()) })

/**
 * Parses the process that bubblewrap reports: the first in the sandbox, whose end terminates all others. Throws
 * `ProcessError` `sandbox.failed` for anything else.
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
