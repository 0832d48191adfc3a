import type { AppManifest } from './manifest.ts'

/** What a command or tool does to the world: `unknown` where it depends on the arguments or cannot be said. */
export type Effect = 'read' | 'write' | 'destructive' | 'unknown'

/** What a command does to the world by its manifest: the entry for the longest leading part of its path decides. */
export function effectOf(manifest: AppManifest, path: readonly string[]): Effect {
  const effects = manifest.run?.effects
  if (effects === undefined) return 'unknown'
  for (let length = path.length; length > 0; length--) {
    const part = path.slice(0, length).join(' ')
    if (effects.destructive?.includes(part)) return 'destructive'
    if (effects.write?.includes(part)) return 'write'
    if (effects.read?.includes(part)) return 'read'
  }
  return 'unknown'
}
