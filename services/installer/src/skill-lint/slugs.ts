import type { SkillMarkdown } from './skill-markdown.ts'

/** Returns the anchors of a document: its headings as common renderers name them, and names in HTML. */
export function slugsOf({ headings, html }: SkillMarkdown): ReadonlySet<string> {
  const slugs = new Set<string>()
  for (const { text } of headings) {
    const slug = slugOf(text)
    let free = slug
    for (let count = 1; slugs.has(free); count++) free = `${slug}-${count}`
    slugs.add(free)
  }
  for (const { text } of html)
    for (const [, name = ''] of text.matchAll(/\s(?:id|name)\s{0,3}=\s{0,3}["']([^"']{1,200})["']/gi))
      slugs.add(name.toLowerCase())
  return slugs
}

const slugOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\s-]/gu, '')
    .trim()
    .replace(/\s/g, '-')
