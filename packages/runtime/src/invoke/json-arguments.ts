import type { AppManifest } from '@cli-apps/core'

type JsonSwitch = NonNullable<NonNullable<AppManifest['run']>['json']>

/** Arguments with the app's JSON switch at its place, unless they hold it already: `--format json` also as `--format=json`. */
export function withJsonSwitch(args: readonly string[], { args: wanted, position }: JsonSwitch): string[] {
  const dashes = args.indexOf('--')
  const end = dashes === -1 ? args.length : dashes
  const own = args.slice(0, end)
  if (holds(own, wanted) || (wanted.length === 2 && own.includes(wanted.join('=')))) return [...args]
  return position === 'first' ? [...wanted, ...args] : [...own, ...wanted, ...args.slice(end)]
}

const holds = (args: readonly string[], wanted: readonly string[]): boolean =>
  args.some((_, start) => wanted.every((word, offset) => args[start + offset] === word))
