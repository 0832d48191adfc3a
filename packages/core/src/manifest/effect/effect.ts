import type { AppManifest } from '../manifest.ts'
import { anyCommand } from './any-command.ts'
import type { EffectEntry } from './effects.ts'

/** The part of a manifest that says what its commands do. */
export type WithEffects = Pick<AppManifest, 'run'>

/** What a command or tool does to the world: `unknown` if it depends on the arguments or cannot be determined. */
export type Effect = 'read' | 'write' | 'destructive' | 'unknown'

const known = ['destructive', 'write', 'read'] as const

/** Options and operands that determine the effect of a command. */
export interface OptionEffect {
  effect: (typeof known)[number]
  /** Empty for the program itself. */
  command: string
  /** Names, with `=` and a pattern where only some of their values count. */
  options: readonly string[]
  operands: readonly string[]
  /** Which of the operands count; all where it is absent. */
  position?: 'last' | undefined
  /** Listed options and operands that do nothing beside one of the options. */
  overrides?: readonly string[] | undefined
}

/** The commands in a list of effects that apply without any option. */
export const effectCommands = (entries: readonly EffectEntry[] = []): string[] =>
  entries.filter((entry) => typeof entry === 'string')

/** The entries of a manifest with options or operands, destructive ones first. */
export const optionEffects = (manifest: WithEffects): OptionEffect[] =>
  known.flatMap((effect) =>
    (manifest.run?.effects?.[effect] ?? []).flatMap((entry) =>
      typeof entry === 'string'
        ? optionsIn(entry).map((one) => ({ effect, ...one }))
        : [
            {
              effect,
              command: entry.command ?? '',
              options: entry.options ?? [],
              operands: entry.operands ?? [],
              position: entry.position,
              overrides: entry.overrides,
            },
          ],
    ),
  )

/** The older form of an entry, `branch -D`, with one option after the command. */
function optionsIn(entry: string): Omit<OptionEffect, 'effect'>[] {
  const words = entry.split(' ')
  const at = words.findIndex((word) => word.startsWith('-'))
  return at < 1
    ? []
    : [{ command: words.slice(0, at).join(' '), options: words.slice(at, at + 1), operands: [] }]
}

/** Options that take the next word as their value, beyond those of which the help says it. */
export const valuedOptions = ({ run }: WithEffects): ReadonlySet<string> => new Set(run?.effects?.takes_value)

/** Every command that the effects of a manifest mention. */
export const listedCommands = (manifest: WithEffects): string[] =>
  known
    .flatMap((effect) =>
      (manifest.run?.effects?.[effect] ?? []).flatMap((entry) =>
        typeof entry === 'string' ? entry : (entry.command ?? []),
      ),
    )
    .filter((command) => command !== anyCommand)

/**
 * Returns the listed command that covers a path, and its effect: the longest prefix of the path decides, and then the one for
 * any command. `undefined` if the manifest says nothing of it.
 */
export function coveringCommand(
  manifest: WithEffects,
  path: readonly string[],
): { command: string; effect: Effect } | undefined {
  const effects = manifest.run?.effects
  if (effects === undefined) return undefined
  for (let length = path.length; length >= 0; length--) {
    const command = length === 0 ? anyCommand : path.slice(0, length).join(' ')
    const effect = known.find((one) => effects[one]?.includes(command))
    if (effect !== undefined) return { command, effect }
  }
  return undefined
}

/** Returns the effect of a command by its manifest, whatever its options and operands. */
export const effectOf = (manifest: WithEffects, path: readonly string[]): Effect =>
  coveringCommand(manifest, path)?.effect ?? 'unknown'
