import { availabilityOf, type MethodHint, Platform, toolsHinted } from '@cli-apps/core'

const names = [
  ['linux', 'Linux'],
  ['darwin', 'macOS'],
  ['windows', 'Windows'],
] as const

/** The systems for which there is an install method. What people get by hand tells none, unless it names them. */
export function systemsOf(hints: readonly MethodHint[]): string[] {
  const told = hints.filter(({ method, platforms }) => method !== 'bundled' || platforms !== undefined)
  const tools = toolsHinted(told)
  const platforms = Platform.options.filter(
    (platform) => availabilityOf(told, { platform, tools, isRoot: true }).state !== 'unavailable',
  )
  return names.flatMap(([start, name]) =>
    platforms.some((platform) => platform.startsWith(start)) ? [name] : [],
  )
}
