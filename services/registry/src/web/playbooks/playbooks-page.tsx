import type { FoundPlaybook } from '@cli-apps/core'
import type { FC } from 'hono/jsx'
import { Layout } from '../layout.tsx'
import type { PageProps } from '../page.ts'
import { PlaybookList } from '../parts/playbook-list.tsx'

interface PlaybooksProps extends PageProps {
  playbooks: readonly FoundPlaybook[]
  /** The cursor of the next page. */
  next: string | undefined
}

/** `/playbooks`: tasks that take several apps. */
export const PlaybooksPage: FC<PlaybooksProps> = ({ page, playbooks, next }) => {
  const { root, texts } = page
  const { playbook } = texts
  return (
    <Layout title={playbook.title} page={page} description={playbook.lead}>
      <h1>{playbook.title}</h1>
      <p class="lead">{playbook.lead}</p>
      {playbooks.length === 0 ? (
        <p class="empty">{playbook.none}</p>
      ) : (
        <>
          <h2 class="unseen">{playbook.all}</h2>
          <p class="quiet small">{playbook.shown(playbooks.length, next !== undefined)}</p>
          <PlaybookList page={page} playbooks={playbooks} isWide />
        </>
      )}
      {next !== undefined && (
        <p>
          <a class="button" href={`${root}/playbooks?cursor=${encodeURIComponent(next)}`} rel="next">
            {texts.site.showMore}
          </a>
        </p>
      )}
    </Layout>
  )
}
