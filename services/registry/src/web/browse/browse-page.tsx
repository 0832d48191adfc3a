import type { FC } from 'hono/jsx'
import { Layout } from '../layout.tsx'
import { SearchResults } from '../parts/search-results.tsx'
import { Filters, type ShownFilters } from './filters.tsx'
import { Results, type ResultsProps } from './results.tsx'

interface BrowseProps extends Omit<ResultsProps, 'q'> {
  filters: ShownFilters
  /** The platform that "here" means, where it is asked for and known. */
  here: string | undefined
}

/** `/apps`: a list of apps, or what a search found, with filters. */
export const BrowsePage: FC<BrowseProps> = ({ page, filters, apps, playbooks, next, here }) => {
  const { texts } = page
  const { q } = filters
  const title = q === undefined ? texts.browse.title : texts.browse.found(q)
  return (
    <Layout title={title} page={page} hasSearch>
      <h1>{texts.browse.title}</h1>
      <Filters page={page} filters={filters} here={here}>
        <SearchResults page={page}>
          <Results page={page} q={q} apps={apps} playbooks={playbooks} next={next} />
        </SearchResults>
      </Filters>
    </Layout>
  )
}
