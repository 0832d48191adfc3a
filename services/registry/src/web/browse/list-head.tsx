import type { FC } from 'hono/jsx'
import type { Page, PageProps } from '../page.ts'
import { categoryName } from '../parts/app-list.tsx'
import { lineOf } from '../parts/shown-text.ts'
import { filtersOf, headingOf, type ListQuery, listAddress } from './list-query.ts'

interface HeadProps extends PageProps {
  query: ListQuery
}

/** The heading of a list, and its filters, each of which a link removes. */
export const ListHead: FC<HeadProps> = ({ page, query }) => {
  const filters = filtersOf(query)
  return (
    <>
      <h1>{headingOf(page, query)}</h1>
      {filters.length > 0 && (
        <ul class="tags marks" aria-label={page.texts.browse.filters}>
          {filters.map(({ name, value }) => {
            const text = filterText(page, name, value)
            return (
              <li>
                <a
                  class="tag"
                  href={listAddress(page, { ...query, [name]: undefined })}
                  aria-label={page.texts.browse.remove(text)}
                >
                  {text} <span aria-hidden="true">×</span>
                </a>
              </li>
            )
          })}
        </ul>
      )}
    </>
  )
}

function filterText(page: Page, name: string, value: string): string {
  const { browse, app } = page.texts
  switch (name) {
    case 'category':
      return `${browse.category}: ${categoryName(page, value)}`
    case 'tag':
      return `${browse.tag}: ${lineOf(value)}`
    case 'platform':
      return `${browse.platform}: ${lineOf(value)}`
    case 'method':
      return `${browse.method}: ${lineOf(value)}`
    case 'effect':
      return `${browse.effect}: ${app.effectNames[value] ?? lineOf(value)}`
    default:
      return browse.here
  }
}

interface RangeProps extends HeadProps {
  /** The number of apps on the page. */
  count: number
  /** Where the page is among the others. */
  place: ListPosition
  /** Whether the next and previous pages exist. */
  isPart: boolean
}

export interface ListPosition {
  passed: number
  total: number | undefined
  /** Where the total is not known: a number that it is greater than. */
  over?: number | undefined
}

/** Which of the apps a page shows, and in which order. */
export const ListRange: FC<RangeProps> = ({ page, query, count, place: { passed, total, over }, isPart }) => {
  const { browse } = page.texts
  return (
    <div class="heading small quiet">
      <p>{isPart ? browse.range(passed + 1, passed + count, total, over) : browse.count(count)}</p>
      {query.q === undefined ? <Orders page={page} query={query} /> : <p>{browse.bestFirst}</p>}
    </div>
  )
}

const orders = ['name', 'updated'] as const

/** Links to the other orders. The browser that filters a static site knows only that of names. */
const Orders: FC<HeadProps> = ({ page, query }) => {
  const { browse } = page.texts
  if (page.isStatic && filtersOf(query).length > 0) return null
  return (
    <p>
      {browse.order}:{' '}
      {orders.map((order, at) => (
        <>
          {at > 0 && ' · '}
          {order === (query.sort ?? 'name') ? (
            <strong aria-current="true">{browse.orders[order]}</strong>
          ) : (
            <a href={listAddress(page, { ...query, sort: order === 'name' ? undefined : order })}>
              {browse.orders[order]}
            </a>
          )}
        </>
      ))}
    </p>
  )
}
