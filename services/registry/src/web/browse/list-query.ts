import type { Page } from '../page.ts'
import { categoryName } from '../parts/app-list.tsx'
import { lineOf } from '../parts/shown-text.ts'

/** What a list shows, as it stands in its address. */
export interface ListQuery {
  q?: string | undefined
  category?: string | undefined
  platform?: string | undefined
  method?: string | undefined
  effect?: string | undefined
  /** `yes` for only those apps that install without root on the visitor's platform. */
  here?: string | undefined
  tag?: string | undefined
  /** The order of a list; a search has its own. */
  sort?: string | undefined
}

const filterNames = ['category', 'tag', 'platform', 'method', 'effect', 'here'] as const

interface ListFilter {
  name: (typeof filterNames)[number]
  value: string
}

/** The filters that are set, in the order in which pages show them. */
export const filtersOf = (query: ListQuery): ListFilter[] =>
  filterNames.flatMap((name) => {
    const value = query[name]
    return value === undefined ? [] : [{ name, value }]
  })

/** The address of a list. */
export function listAddress({ root }: Pick<Page, 'root'>, query: ListQuery & { cursor?: string }): string {
  const given = Object.entries(query).filter((field): field is [string, string] => field[1] !== undefined)
  const text = new URLSearchParams(given).toString()
  return text === '' ? `${root}/apps` : `${root}/apps?${text}`
}

/** What a list has: the search, tag and category that it shows. */
export function headingOf(page: Page, { q, tag, category }: ListQuery): string {
  const { browse } = page.texts
  const apps =
    q !== undefined ? browse.found(lineOf(q)) : tag !== undefined ? browse.tagged(lineOf(tag)) : browse.title
  return category === undefined ? apps : browse.inCategory(apps, categoryName(page, category))
}
