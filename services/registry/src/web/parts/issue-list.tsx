import type { Issue } from '@cli-apps/core'
import type { FC } from 'hono/jsx'
import { lineOf } from './shown-text.ts'

/** Issues with the place of each. Their texts are in English, as those of the API. */
export const IssueList: FC<{ issues: readonly Issue[] }> = ({ issues }) =>
  issues.length === 0 ? null : (
    <ul lang="en">
      {issues.map(({ path, message }) => (
        <li>
          <code>{lineOf(path)}</code> {lineOf(message)}
        </li>
      ))}
    </ul>
  )
