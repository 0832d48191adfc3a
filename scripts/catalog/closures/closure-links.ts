import type { DebianClosure } from '@cli-apps/core'
import { readAlternatives } from './alternatives.ts'
import type { PackageFacts } from './package-facts.ts'

type Link = NonNullable<DebianClosure['links']>[number]

/**
 * The links that update-alternatives would make in a root with these packages: of several paths for a name the one with
 * the highest priority. Leaves out manuals and links to nothing; `unproven` are calls that nobody could read.
 */
export function closureLinks(facts: ReadonlyMap<string, PackageFacts>): {
  links: Link[]
  unproven: string[]
} {
  const files = new Set([...facts.values()].flatMap((one) => one.files))
  const read = [...facts].map(([name, { postinst }]) => ({ name, ...readAlternatives(postinst) }))
  const best = new Map<string, (typeof read)[number]['alternatives'][number]>()
  for (const alternative of read.flatMap(({ alternatives }) => alternatives)) {
    const known = best.get(alternative.name)
    if (files.has(merged(alternative.path)) && (known === undefined || alternative.priority > known.priority))
      best.set(alternative.name, alternative)
  }
  const links = [...best.values()]
    .flatMap(({ slaves, ...main }) => [main, ...slaves])
    .filter(
      ({ link, path }) =>
        !link.startsWith('/usr/share/man/') && files.has(merged(path)) && !files.has(merged(link)),
    )
    .flatMap(({ link, name, path }) => [
      { at: merged(link), to: `/etc/alternatives/${name}` },
      { at: `/etc/alternatives/${name}`, to: merged(path) },
    ])
    .sort((a, b) => (a.at < b.at ? -1 : 1))
  const unproven = read.flatMap(({ name, unproven }) =>
    [...new Set(unproven)].map((call) => `${name}: ${call}`),
  )
  return { links, unproven }
}

/** Roots have `/bin`, `/sbin` and `/lib` below `/usr`. */
const merged = (place: string): string => place.replace(/^\/(s?bin|lib\w*)\//, '/usr/$1/')
