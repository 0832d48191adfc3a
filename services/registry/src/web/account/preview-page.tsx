import type { Issue } from '@cli-apps/core'
import { manifestNotes } from '@cli-apps/core/publish-rules'
import type { FC } from 'hono/jsx'
import { AppHead, skillTokens } from '../app/app-frame.tsx'
import { OverviewBody } from '../app/overview-page.tsx'
import type { ShownApp } from '../app/shown-app.ts'
import type { PageProps } from '../page.ts'
import { IssueList } from '../parts/issue-list.tsx'
import { blockOf, lineOf } from '../parts/shown-text.ts'
import { AccountFrame } from './account-frame.tsx'
import { PostForm } from './form-parts.tsx'

interface PreviewProps extends PageProps {
  text: string
  outcome: {
    name: string
    version: string
    digest: string
    status: 'published' | 'present' | 'held'
    reasons?: readonly Issue[]
  }
  app: ShownApp
}

/** What a manifest would become, before anything is stored, and the button that publishes exactly this. */
export const PreviewPage: FC<PreviewProps> = ({ page, text, outcome, app }) => {
  const { publish } = page.texts.account
  const { name, version, digest, status, reasons = [] } = outcome
  const title = publish.preview(`${name} ${version}`)
  const skill = app.version?.skill ?? ''
  const notes = app.version === undefined ? [] : manifestNotes(app.version.manifest)
  return (
    <AccountFrame page={page} title={title} tab="publish">
      <div class={status === 'held' ? 'notice' : 'notice good'} role="status">
        <p>{status === 'present' ? publish.isPresent : publish.notStored}</p>
        {status === 'held' && (
          <>
            <p>{publish.willHold}</p>
            <IssueList issues={reasons} />
          </>
        )}
      </div>
      {notes.length > 0 && (
        <div class="notice">
          <p>{publish.notes}</p>
          <ul lang="en">
            {notes.map((note) => (
              <li>{lineOf(note)}</li>
            ))}
          </ul>
        </div>
      )}
      <dl class="facts">
        <dt>{publish.digest}</dt>
        <dd>
          <code>{digest}</code>
        </dd>
        <dt>
          <a href="#preview-skill">{publish.skill}</a>
        </dt>
        <dd>{skillTokens(page, skill)}</dd>
      </dl>
      <Steps page={page} text={text} outcome={outcome} />
      <section class="preview" aria-label={publish.page}>
        <AppHead page={page} app={app} isPart />
        <OverviewBody page={page} app={app} />
      </section>
      <section id="preview-skill">
        <h2>{publish.skill}</h2>
        <p class="quiet">{skillTokens(page, skill)}</p>
        <pre tabindex={0} lang="en">
          <code>{blockOf(skill)}</code>
        </pre>
      </section>
      <Steps page={page} text={text} outcome={outcome} />
    </AccountFrame>
  )
}

const Steps: FC<Omit<PreviewProps, 'app'>> = ({ page, text, outcome: { name, version, digest } }) => {
  const { publish } = page.texts.account
  return (
    <PostForm page={page} to="publish" class="acts" hasFiles>
      <input type="hidden" name="text" value={text} />
      <input type="hidden" name="digest" value={digest} />
      <button type="submit" name="step" value="publish">
        {publish.publish(`${name} ${version}`)}
      </button>
      <button class="plain" type="submit" name="step" value="edit">
        {publish.edit}
      </button>
    </PostForm>
  )
}
