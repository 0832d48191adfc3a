import type { NewToken, Problem, TokenList } from '@cli-apps/core'
import type { FC } from 'hono/jsx'
import type { PageProps } from '../page.ts'
import { CopiedCommand } from '../parts/copied-command.tsx'
import { dayOf, lineOf, momentOf } from '../parts/shown-text.ts'
import { AccountFrame } from './account-frame.tsx'
import { Done, Field, NotDone, PostForm } from './form-parts.tsx'

type ListedToken = TokenList['tokens'][number]

interface TokensProps extends PageProps {
  tokens: readonly ListedToken[]
  /** The token of the session. */
  current: string | null
  /** ISO 8601. */
  now: string
  /** What the form for a new token has at first, or what was typed. */
  fields: Readonly<Record<string, string>>
  /** What a new token may be allowed to do. */
  actions: readonly ('publish' | 'yank' | 'owners' | 'admin')[]
  /** Makes a repeated form create no second token. */
  requestKey: string
  made?: NewToken | undefined
  problem?: Problem | undefined
  done?: string | undefined
}

/** `/account/tokens`: one's tokens, and a form for another one, whose secret is shown once. */
export const TokensPage: FC<TokensProps> = (props) => {
  const { page, made, problem, done } = props
  const { tokens: texts } = page.texts.account
  return (
    <AccountFrame page={page} title={texts.title} tab="account/tokens">
      <p class="lead">{texts.lead}</p>
      <Done page={page} done={done} />
      {problem !== undefined && <NotDone page={page} problem={problem} />}
      {made !== undefined && (
        <div class="notice good" role="status">
          <p>
            <strong>{texts.made}</strong> <code>{made.scopes.join(' ')}</code>
          </p>
          <CopiedCommand page={page} command={made.token} what={texts.made} isPrompted={false} />
          <p>{texts.madeNote}</p>
        </div>
      )}
      <TokenTable {...props} />
      <NewTokenForm {...props} />
    </AccountFrame>
  )
}

const NewTokenForm: FC<TokensProps> = ({ page, fields, actions, requestKey }) => {
  const { tokens: texts } = page.texts.account
  return (
    <section>
      <h2>{texts.create}</h2>
      <PostForm page={page} to="account/tokens">
        <input type="hidden" name="change" value="create" />
        <input type="hidden" name="key" value={requestKey} />
        <Field
          id="label"
          name="label"
          label={texts.label}
          hint={texts.labelHint}
          value={fields.label}
          maxLength={100}
        />
        <fieldset class="checks" aria-describedby="actions-hint">
          <legend>{texts.scopes}</legend>
          {actions.map((action) => (
            <label>
              <input type="checkbox" name={action} value="yes" checked={fields[action] === 'yes'} />
              <span>
                {texts.actions[action]} <code>{action}</code>
              </span>
            </label>
          ))}
          <p class="quiet small" id="actions-hint">
            {texts.scopesHint}
          </p>
        </fieldset>
        <Field
          id="apps"
          name="apps"
          label={texts.apps}
          hint={texts.appsHint}
          value={fields.apps}
          maxLength={1000}
        />
        <Field
          id="days"
          name="days"
          type="number"
          label={texts.days}
          hint={texts.daysHint}
          value={fields.days}
        />
        <p>
          <button type="submit">{texts.send}</button>
        </p>
      </PostForm>
    </section>
  )
}

const TokenTable: FC<TokensProps> = ({ page, tokens, current, now }) => {
  const { tokens: texts } = page.texts.account
  return (
    <section>
      <h2>{texts.list}</h2>
      <ul class="plain rows">
        {tokens.map((token) => (
          <li class="row wide">
            <div>
              <strong>{token.label === null ? token.id : lineOf(token.label)}</strong>{' '}
              <State page={page} token={token} now={now} />{' '}
              {token.id === current && <span class="tag read">{texts.current}</span>}
              <div>
                <code>{token.scopes.join(' ')}</code>
              </div>
              <div class="quiet small">
                {token.label !== null && `${texts.id} ${token.id} · `}
                {`${texts.created} ${dayOf(token.created_at)} · ${texts.used} ${
                  token.last_used_at === null ? texts.never : momentOf(token.last_used_at)
                } · ${texts.expires} ${token.expires_at === null ? texts.never : momentOf(token.expires_at)}`}
              </div>
            </div>
            {stateOf(token, now) === 'active' && (
              <PostForm page={page} to="account/tokens" class="inline">
                <input type="hidden" name="change" value="revoke" />
                <input type="hidden" name="id" value={token.id} />
                <button class="plain" type="submit">
                  {token.id === current ? texts.revokeCurrent : texts.revoke}{' '}
                  <span class="unseen">{token.label === null ? token.id : lineOf(token.label)}</span>
                </button>
              </PostForm>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

const State: FC<PageProps & { token: ListedToken; now: string }> = ({ page, token, now }) => {
  const state = stateOf(token, now)
  return (
    <span class={state === 'active' ? 'tag passed' : 'tag destructive'}>
      {page.texts.account.tokens[state]}
    </span>
  )
}

function stateOf({ revoked_at: revoked, expires_at: expires }: ListedToken, now: string) {
  if (revoked !== null) return 'revoked'
  return expires !== null && expires <= now ? 'expired' : 'active'
}
