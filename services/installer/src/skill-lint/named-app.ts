import { readFrontMatter } from '@cli-apps/core/skill/front-matter'

/** Returns the app that a SKILL.md names in `metadata.app`, as generated skills do. */
export function namedApp(text: string): string | undefined {
  const metadata = readFrontMatter(text).fields.find(({ key }) => key === 'metadata')?.value
  if (typeof metadata !== 'object' || metadata === null || !('app' in metadata)) return undefined
  return typeof metadata.app === 'string' ? metadata.app : undefined
}
