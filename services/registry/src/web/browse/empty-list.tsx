import type { FC } from 'hono/jsx'
import type { PageProps } from '../page.ts'
import { categoryName } from '../parts/app-list.tsx'
import { lineOf } from '../parts/shown-text.ts'
import { filtersOf, type ListQuery, listAddress } from './list-query.ts'

/** Where a reader can go on from an empty list. */
export interface ListAdvice {
  /** Names of apps that the search may have meant. */
  nearest: readonly string[]
  /** The categories that have apps. */
  categories: readonly string[]
}

interface EmptyProps extends PageProps {
  query: ListQuery
  advice: ListAdvice | undefined
}

/** In the place of a list without apps. */
export const EmptyList: FC<EmptyProps> = ({ page, query, advice }) => {
  const { root, texts } = page
  const { browse } = texts
  const { q } = query
  const isFiltered = filtersOf(query).length > 0
  return (
    <div class="empty">
      <p class="lead">
        {q === undefined ? browse.none : isFiltered ? browse.noneFiltered : browse.noneFound(lineOf(q))}
      </p>
      {q !== undefined && <p>{browse.noneHint}</p>}
      {isFiltered && (
        <p>
          <a class="button" href={listAddress(page, { q })}>
            {q === undefined ? browse.clear : browse.withoutFilters}
          </a>
        </p>
      )}
      {advice !== undefined && advice.nearest.length > 0 && (
        <>
          <h2>{texts.errors.near}</h2>
          <ul class="tags">
            {advice.nearest.map((name) => (
              <li>
                <a class="tag mono" href={`${root}/apps/${encodeURIComponent(name)}`}>
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
      {advice !== undefined && advice.categories.length > 0 && (
        <>
          <h2>{browse.byCategory}</h2>
          <ul class="tags">
            {advice.categories.map((category) => (
              <li>
                <a class="tag" href={listAddress(page, { category })}>
                  {categoryName(page, category)}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
