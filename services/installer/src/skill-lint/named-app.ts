import { readFrontMatter } from '@cli-apps/core/skill/front-matter'

/** The app that a SKILL.md says it is about: `metadata.app`, as skills that are made from a manifest have it. */
export function namedApp(text: string): string | undefined {
  const metadata = readFrontMatter(text).fields.find(({ key }) => key === 'metadata')?.value
  if (typeof metadata !== 'object' || metadata === null || !('app' in metadata)) return undefined
  return typeof metadata.app === 'string' ? metadata.app : undefined
}
