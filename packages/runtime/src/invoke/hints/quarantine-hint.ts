import { isGrantable, t, toLine } from '@cli-apps/core'
import type { Quarantined } from '@cli-apps/core/node'

const mostShown = 5

/** Says what was moved away, and how a person lets an app do that; `undefined` for nothing. */
export function quarantineHint(quarantined: readonly Quarantined[], app: string): string | undefined {
  if (quarantined.length === 0) return undefined
  const moves = quarantined.map(({ path, to }) => `${path} to ${to}`)
  const names = [...new Set(quarantined.map(({ name }) => name))].filter(isGrantable)
  const grant =
    names.length === 0
      ? ''
      : t('run-outcome.if-work-npx-cli-apps', ' If that is its work: npx cli-apps grant {app} {names}', {
          app,
          names: names.join(' '),
        })
  return t(
    'run-outcome.created-where-later-tools',
    'Created where later tools would run it, and moved away: {moves}.{grant}',
    { moves: shownPaths(moves), grant },
  )
}

function shownPaths(paths: readonly string[]): string {
  const shown = paths.slice(0, mostShown).map((one) => toLine(one, 300))
  const more = paths.length - shown.length
  return `${shown.join(', ')}${more > 0 ? t('run-outcome.more', ' and {more} more', { more }) : ''}`
}

export const leftHint = (left: readonly string[]): string =>
  t(
    'run-outcome.created-where-later-tools.created-where-later-tools',
    'Created where later tools would run it, and could not be moved away: {left}. Remove it before other tools work here.',
    { left: shownPaths(left) },
  )
