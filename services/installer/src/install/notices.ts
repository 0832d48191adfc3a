import type { ResolvedApp } from '../resolve/resolve-app.ts'

/** What a person should know of an app before it is installed. */
export function noticesOf({ manifest, standing, movedFrom, registry }: ResolvedApp): string[] {
  const what = `${manifest.name} ${manifest.version}`
  const notices: string[] = []
  if (movedFrom !== undefined)
    notices.push(`${manifest.name} came from ${movedFrom} until now, and moves to ${registry} as requested`)
  if (standing?.deprecated) notices.push(`${what} is deprecated: ${standing.deprecated.message}`)
  if (standing?.yanked) notices.push(`${what} was withdrawn: ${standing.yanked.reason}`)
  return notices
}
