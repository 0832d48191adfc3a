import { type FoundPlaybook, localized } from '@cli-apps/core'
import type { FC } from 'hono/jsx'
import type { PageProps } from '../page.ts'
import { lineOf } from './shown-text.ts'

interface ListProps extends PageProps {
  playbooks: readonly FoundPlaybook[]
  /** Below a heading of the third level, as on the page of an app. */
  isWide?: boolean
}

/** Playbooks with their tasks, and the apps that they use. */
export const PlaybookList: FC<ListProps> = ({ page, playbooks, isWide }) => (
  <ul class={isWide ? 'apps wide' : 'apps'}>
    {playbooks.map((playbook) => (
      <PlaybookCard page={page} playbook={playbook} />
    ))}
  </ul>
)

const PlaybookCard: FC<PageProps & { playbook: FoundPlaybook }> = ({ page, playbook }) => {
  const { root, language } = page
  const { task } = localized<Pick<FoundPlaybook, 'task' | 'i18n'>>(playbook, language)
  return (
    <li class="card bare">
      <div>
        <h3>
          <a href={`${root}/playbooks/${encodeURIComponent(playbook.name)}`}>{lineOf(task)}</a>
        </h3>
        <ul class="tags">
          {playbook.apps.map((app) => (
            <li>
              <a class="tag mono" href={`${root}/apps/${encodeURIComponent(app)}`}>
                {lineOf(app)}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </li>
  )
}
