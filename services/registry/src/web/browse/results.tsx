import type { FoundPlaybook } from '@cli-apps/core'
import type { FC } from 'hono/jsx'
import type { PageProps } from '../page.ts'
import { AppList, type CardApp } from '../parts/app-list.tsx'
import { PlaybookList } from '../parts/playbook-list.tsx'

export interface ResultsProps extends PageProps {
  q: string | undefined
  apps: readonly CardApp[]
  /** Tasks for several apps that a search found. */
  playbooks: readonly FoundPlaybook[]
  /** Query of the address of the next page. */
  next: string | undefined
}

/** What a search or a filter found, without the page around it. */
export const Results: FC<ResultsProps> = ({ page, q, apps, playbooks, next }) => {
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
      {playbooks.length > 0 && (
        <>
          <h2>{texts.playbook.found}</h2>
          <PlaybookList page={page} playbooks={playbooks} />
        </>
      )}
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
