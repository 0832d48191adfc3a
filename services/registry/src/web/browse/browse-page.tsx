import type { FC } from 'hono/jsx'
import { Layout } from '../layout.tsx'
import { SearchResults } from '../parts/search-results.tsx'
import { Filters } from './filters.tsx'
import { filtersOf, headingOf, listAddress } from './list-query.ts'
import { Results, type ResultsProps } from './results.tsx'

interface BrowseProps extends ResultsProps {
  /** The install methods that some app has. */
  methods: readonly string[]
  /** The platform that "here" means, where it is asked for and known. */
  here: string | undefined
}

/** `/apps`: a list of apps, or what a search found, with filters. */
export const BrowsePage: FC<BrowseProps> = ({ methods, here, ...results }) => {
  const { page, query, apps, place } = results
  const heading = headingOf(page, query)
  const { passed, total, over } = place
  // A later page of a list has a title of its own, in the history of a browser and for search engines.
  const range = page.texts.browse.range(passed + 1, passed + apps.length, total, over)
  return (
    <Layout
      title={passed === 0 ? heading : `${heading} (${range})`}
      page={page}
      canonical={canonicalOf(results)}
      hasSearch
    >
      <Filters page={page} query={query} methods={methods} here={here}>
        <SearchResults page={page}>
          <Results {...results} />
        </SearchResults>
      </Filters>
    </Layout>
  )
}

/** What a search or a combination of filters finds is no page of its own. */
function canonicalOf({ page, query, place }: ResultsProps): string | null {
  if (query.q !== undefined || filtersOf(query).length > 1) return null
  return place.passed > 0 ? page.path : listAddress({ root: '.' }, { ...query, sort: undefined }).slice(2)
}
