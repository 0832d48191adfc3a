import { CanceledError, isAppError, t } from '@cli-apps/core'
import type { CommandContext } from '../context.ts'
import type { OpenRegistries } from './registries.ts'

export type WarnOfAge = (location: string) => Promise<void>

/**
 * Warns once about each registry that is too old for new installs. Locked content is proven by its digest and still
 * installed, but an outdated registry does not report what was yanked since.
 */
export function warnOfAge(
  { output, isOffline }: Pick<CommandContext, 'output' | 'isOffline'>,
  open: OpenRegistries,
): WarnOfAge {
  const asked = new Map<string, Promise<void>>()
  const ask = async (location: string): Promise<void> => {
    try {
      await (await open(location)).requireFresh()
    } catch (error) {
      if (!isAppError(error) || error instanceof CanceledError) throw error
      output.notice(
        t('warn-of-age.locked-versions-still-installed', '{message} Locked versions are still installed.', {
          message: error.message,
        }),
      )
    }
  }
  return async (location) => {
    if (isOffline) return
    const answer = asked.get(location) ?? ask(location)
    asked.set(location, answer)
    await answer
  }
}
