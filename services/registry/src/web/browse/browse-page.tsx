import type { FC } from 'hono/jsx'
import { Layout } from '../layout.tsx'
import type { PageProps } from '../page.ts'
import { AppList, type CardApp } from '../parts/app-list.tsx'
import { Filters, type ShownFilters } from './filters.tsx'

interface BrowseProps extends PageProps {
  filters: ShownFilters
  apps: readonly CardApp[]
  /** Query of the address of the next page. */
  next: string | undefined
  /** The platform that "here" means, where it is asked for and known. */
  here: string | undefined
}

/** `/apps`: a list of apps, or what a search found, with filters. */
export const BrowsePage: FC<BrowseProps> = ({ page, filters, apps, next, here }) => {
  const { texts } = page
  const { q } = filters
  const title = q === undefined ? texts.browse.title : texts.browse.found(q)
  return (
    <Layout title={title} page={page} hasSearch>
      <h1>{texts.browse.title}</h1>
      <Filters page={page} filters={filters} here={here}>
        <div id="results" aria-live="polite">
          <Results page={page} q={q} apps={apps} next={next} />
        </div>
      </Filters>
    </Layout>
  )
}

const Results: FC<PageProps & { q: string | undefined } & Pick<BrowseProps, 'apps' | 'next'>> = ({
  page,
  q,
  apps,
  next,
}) => {
  const { root, texts } = page
  if (apps.length === 0)
    return (
      <div class="empty">
        <h2>{q === undefined ? texts.browse.none : texts.browse.noneFound(q)}</h2>
        <p class="quiet">{texts.browse.noneHint}</p>
      </div>
    )
  return (
    <>
      <h2 class="unseen">{q === undefined ? texts.browse.title : texts.browse.found(q)}</h2>
      <p class="quiet small">{texts.browse.shown(apps.length, next !== undefined)}</p>
      <AppList page={page} apps={apps} />
      {next !== undefined && (
        <p>
          <a class="button" href={`${root}/apps?${next}`} rel="next">
            {texts.site.more}
          </a>
        </p>
      )}
    </>
  )
}
