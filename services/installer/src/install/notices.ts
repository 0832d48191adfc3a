import { t } from '@cli-apps/core'
import type { ResolvedApp } from '../resolve/resolve-app.ts'

/** Returns what a user should know about an app before it is installed. */
export function noticesOf({ manifest, standing, movedFrom, registry }: ResolvedApp): string[] {
  const what = `${manifest.name} ${manifest.version}`
  const notices: string[] = []
  if (movedFrom !== undefined)
    notices.push(
      t(
        'notices.came-from-until-now',
        '{name} came from {movedFrom} until now, and moves to {registry} as requested',
        { name: manifest.name, movedFrom, registry },
      ),
    )
  if (standing?.deprecated)
    notices.push(
      t('notices.deprecated', '{what} is deprecated: {message}', {
        what,
        message: standing.deprecated.message,
      }),
    )
  if (standing?.yanked)
    notices.push(
      t('notices.withdrawn', '{what} was withdrawn: {reason}', { what, reason: standing.yanked.reason }),
    )
  return notices
}
