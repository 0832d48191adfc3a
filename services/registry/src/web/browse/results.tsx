import type { FoundPlaybook } from '@cli-apps/core'
import type { FC } from 'hono/jsx'
import type { PageProps } from '../page.ts'
import { AppList, type CardApp } from '../parts/app-list.tsx'
import { PlaybookList } from '../parts/playbook-list.tsx'
import { EmptyList, type ListAdvice } from './empty-list.tsx'
import { ListHead, type ListPosition, ListRange } from './list-head.tsx'
import { type ListQuery, listAddress } from './list-query.ts'

export interface ResultsProps extends PageProps {
  query: ListQuery
  apps: readonly CardApp[]
  /** Tasks for several apps that a search found. */
  playbooks: readonly FoundPlaybook[]
  place: ListPosition
  /** The cursors of the pages around this one; the first page has none. */
  next: { cursor: string } | undefined
  previous: { cursor?: string } | undefined
  /** Where to go on from an empty list. */
  advice?: ListAdvice | undefined
}

/** What a search or a filter found, without the page around it. */
export const Results: FC<ResultsProps> = (props) => {
  const { page, query, apps, playbooks, place, next, previous, advice } = props
  const { texts } = page
  if (apps.length === 0)
    return (
      <>
        <ListHead page={page} query={query} />
        <EmptyList page={page} query={query} advice={advice} />
      </>
    )
  const isPart = next !== undefined || previous !== undefined
  return (
    <>
      <ListHead page={page} query={query} />
      <ListRange page={page} query={query} count={apps.length} place={place} isPart={isPart} />
      <h2 class="unseen">{texts.browse.title}</h2>
      <AppList page={page} apps={apps} />
      {playbooks.length > 0 && (
        <>
          <h2>{texts.playbook.found}</h2>
          <PlaybookList page={page} playbooks={playbooks} />
        </>
      )}
      {isPart && (
        <nav class="pages" aria-label={texts.browse.pages}>
          {previous !== undefined && (
            <a class="button" href={listAddress(page, { ...query, ...previous })} rel="prev">
              {texts.browse.previous}
            </a>
          )}
          {next !== undefined && (
            <a class="button" href={listAddress(page, { ...query, ...next })} rel="next">
              {texts.browse.next}
            </a>
          )}
        </nav>
      )}
    </>
  )
}
