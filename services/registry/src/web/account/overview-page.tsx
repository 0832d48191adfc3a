import type { HeldVersions, Whoami } from '@cli-apps/core'
import type { FC } from 'hono/jsx'
import type { PageProps } from '../page.ts'
import { IssueList } from '../parts/issue-list.tsx'
import { dayOf, lineOf, momentOf } from '../parts/shown-text.ts'
import { AccountFrame } from './account-frame.tsx'
import { Done } from './form-parts.tsx'
import { type IdentitiesProps, IdentitiesSection } from './identities-section.tsx'

interface OverviewProps extends IdentitiesProps {
  whoami: Whoami
  held: HeldVersions['items']
  /** When the session ends. */
  until: string
  /** What was done just before. */
  done?: string | undefined
}

/** `/account`: who is signed in, what the session may do, and the apps of this person. */
export const AccountPage: FC<OverviewProps> = ({ page, whoami, held, until, done, ...identities }) => {
  const { root, texts } = page
  const { overview } = texts.account
  const { user, token, scopes, organisations, apps } = whoami
  return (
    <AccountFrame page={page} title={overview.title} tab="account">
      <Done page={page} done={done} />
      <dl class="facts">
        <dt>{overview.user}</dt>
        <dd>{user}</dd>
        {organisations.length > 0 && (
          <>
            <dt>{overview.organizations}</dt>
            <dd>{organisations.map(({ name }) => `@${name}`).join(', ')}</dd>
          </>
        )}
        <dt>{overview.token}</dt>
        <dd>{token.label === null ? <code>{token.id}</code> : lineOf(token.label)}</dd>
        <dt>{overview.scopes}</dt>
        <dd>
          <code>{scopes.join(' ')}</code>
        </dd>
        <dt>{overview.expires}</dt>
        <dd>{token.expires_at === null ? overview.never : momentOf(token.expires_at)}</dd>
        <dt>{overview.session}</dt>
        <dd>{momentOf(until)}</dd>
      </dl>
      <h2>{overview.apps}</h2>
      {apps.length === 0 && <p>{overview.noApps}</p>}
      <ul class="plain rows">
        {apps.map((name) => (
          <li>
            <strong>{name}</strong> ·{' '}
            <a href={`${root}/account/apps/${name}`}>
              {overview.manage} <span class="unseen">{name}</span>
            </a>{' '}
            ·{' '}
            <a href={`${root}/apps/${name}`}>
              {overview.page} <span class="unseen">{name}</span>
            </a>
          </li>
        ))}
      </ul>
      <p>
        <a class="button" href={`${root}/publish`}>
          {overview.publish}
        </a>
      </p>
      {held.length > 0 && <Held page={page} held={held} />}
      <IdentitiesSection page={page} {...identities} />
    </AccountFrame>
  )
}

const Held: FC<PageProps & Pick<OverviewProps, 'held'>> = ({ page, held }) => {
  const { overview } = page.texts.account
  return (
    <section>
      <h2>{overview.held}</h2>
      <p class="quiet">{overview.heldNote}</p>
      <ul class="plain rows">
        {held.map(({ name, version, status, held_at: at, reasons, decision }) => (
          <li>
            <strong>{`${name} ${version}`}</strong>{' '}
            <span class={status === 'held' ? 'tag write' : 'tag destructive'}>
              {status === 'held' ? overview.waits : overview.rejected}
            </span>{' '}
            <span class="quiet small">{dayOf(at)}</span>
            {decision !== null && <p lang="en">{lineOf(decision)}</p>}
            <IssueList issues={reasons} />
          </li>
        ))}
      </ul>
    </section>
  )
}
