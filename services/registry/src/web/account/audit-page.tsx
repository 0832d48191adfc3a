import type { AuditPage } from '@cli-apps/core'
import type { FC } from 'hono/jsx'
import type { PageProps } from '../page.ts'
import { lineOf, momentOf } from '../parts/shown-text.ts'
import { AccountFrame } from './account-frame.tsx'
import { Choice, Field } from './form-parts.tsx'

interface AuditProps extends PageProps {
  /** Apps that one can choose. */
  apps: readonly string[]
  /** The chosen one; for operators also none. */
  app: string | undefined
  isOperator: boolean
  /** Absent where there is nothing that one may see. */
  log: AuditPage | undefined
}

/** `/account/audit`: who did what to one's apps, with which token. */
export const AuditLogPage: FC<AuditProps> = (props) => {
  const { page, log } = props
  const { audit } = page.texts.account
  return (
    <AccountFrame page={page} title={audit.title} tab="account/audit">
      <p class="lead">{audit.lead}</p>
      {log === undefined ? (
        <p>{audit.choose}</p>
      ) : (
        <>
          <Filter {...props} />
          {log.items.length === 0 ? <p>{audit.empty}</p> : <Entries page={page} log={log} />}
          <Older {...props} />
        </>
      )}
    </AccountFrame>
  )
}

const Filter: FC<AuditProps> = ({ page, apps, app, isOperator }) => {
  const { audit } = page.texts.account
  return (
    <form class="form" method="get" action={`${page.root}/account/audit`}>
      {isOperator ? (
        <Field id="app" name="app" label={audit.app} hint={audit.every} value={app} maxLength={100} />
      ) : (
        <Choice id="app" name="app" label={audit.app} value={app} values={apps} />
      )}
      <p>
        <button type="submit">{audit.show}</button>
      </p>
    </form>
  )
}

const Entries: FC<PageProps & { log: AuditPage }> = ({ page, log }) => {
  const { audit } = page.texts.account
  return (
    <ul class="plain rows">
      {log.items.map(({ at, actor, action, app, version, details, token }) => (
        <li>
          <code>{lineOf(action)}</code>{' '}
          <strong>
            {[app, version]
              .filter((part) => part !== null)
              .map((part) => lineOf(part ?? ''))
              .join(' ')}
          </strong>
          <div class="quiet small">
            {momentOf(at)} · {audit.actor}: {lineOf(actor)}
            {token !== null && (
              <>
                {' '}
                · {audit.token}: <code>{lineOf(token)}</code>
              </>
            )}
          </div>
          {Object.keys(details).length > 0 && (
            <div class="small">
              <span class="unseen">{audit.details}: </span>
              <code>{lineOf(JSON.stringify(details), 2000)}</code>
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}

const Older: FC<AuditProps> = ({ page, app, log }) => {
  const next = log?.next_cursor ?? null
  if (next === null) return null
  const query = new URLSearchParams({ ...(app !== undefined && { app }), cursor: next })
  return (
    <p>
      <a class="button" rel="next" href={`${page.root}/account/audit?${query}`}>
        {page.texts.account.audit.older}
      </a>
    </p>
  )
}
