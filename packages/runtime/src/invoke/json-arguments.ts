import type { AppManifest } from '@cli-apps/core'

type JsonSwitch = NonNullable<NonNullable<AppManifest['run']>['json']>

/** Arguments with the app's JSON switch at its place, unless they hold it already: `--format json` also as `--format=json`. */
export function withJsonSwitch(args: readonly string[], { args: requested, position }: JsonSwitch): string[] {
  const dashes = args.indexOf('--')
  const end = dashes === -1 ? args.length : dashes
  const own = args.slice(0, end)
  if (holds(own, requested) || (requested.length === 2 && own.includes(requested.join('=')))) return [...args]
  return position === 'first' ? [...requested, ...args] : [...own, ...requested, ...args.slice(end)]
}

const holds = (args: readonly string[], requested: readonly string[]): boolean =>
  args.some((_, start) => requested.every((word, offset) => args[start + offset] === word))
