import type { VersionEntry } from '@cli-apps/core'
import type { FC } from 'hono/jsx'
import type { PageProps } from '../page.ts'
import { lineOf } from './shown-text.ts'

/** What happened to a version after it was published. */
export const VersionState: FC<PageProps & { entry: Pick<VersionEntry, 'yanked' | 'deprecated'> }> = ({
  page: { texts },
  entry: { yanked, deprecated },
}) => (
  <>
    {yanked !== null && (
      <div>
        <span class="tag destructive">{texts.app.yankedMark}</span> {lineOf(yanked.reason)}
      </div>
    )}
    {deprecated !== null && (
      <div>
        <span class="tag write">{texts.app.deprecatedMark}</span> {lineOf(deprecated.message)}
      </div>
    )}
  </>
)
