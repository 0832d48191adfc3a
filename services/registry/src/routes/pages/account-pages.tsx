import { randomUUID } from 'node:crypto'
import { isAppError, type NewToken, type Problem, TokenRequest, toProblem } from '@cli-apps/core'
import { Hono } from 'hono'
import * as z from 'zod'
import { getAppAudit, getAudit } from '../../apps/read/get-history.ts'
import { isAdmin } from '../../auth/authorize.ts'
import { describeActor } from '../../auth/describe-actor.ts'
import { createOwnToken, listTokens, revokeToken } from '../../auth/own-tokens.ts'
import { AppAction } from '../../auth/scope.ts'
import type { Deps } from '../../deps.ts'
import { appChange } from '../../http/app-change.ts'
import type { Env, RequestContext } from '../../http/env.ts'
import { pageOf } from '../../http/pages/page-of.ts'
import { privatePage, seeOther } from '../../http/pages/private-page.ts'
import { parseForm } from '../../http/pages/read-form.ts'
import { requireOwnPage } from '../../http/pages/require-own-page.ts'
import { requireSession } from '../../http/pages/require-session.ts'
import { AuditLogPage } from '../../web/account/audit-page.tsx'
import { TokensPage } from '../../web/account/tokens-page.tsx'
import { done, privateOperation } from './page-operation.ts'

const chosen = z.literal('yes').optional()

const TokenForm = z.object({
  change: z.enum(['create', 'revoke']),
  label: z.string().trim().default(''),
  publish: chosen,
  yank: chosen,
  owners: chosen,
  admin: chosen,
  apps: z.string().default('').describe('Names of apps, <prefix>-* or *, separated by spaces'),
  days: z.string().trim().default(''),
  key: z.uuid().optional().describe('To create: makes a repeated form create no second token'),
  id: z.string().default('').describe('To revoke: the id of the token'),
})
type TokenForm = z.infer<typeof TokenForm>

const tokensPage = privateOperation('getTokensPage', 'Your tokens', { query: { done } })
const changeTokens = privateOperation('sendTokenForm', 'Create or revoke a token', { form: TokenForm.shape })
const auditPage = privateOperation('getAuditPage', 'The audit log of your apps', {
  query: {
    app: z.string().max(100).optional().describe('One app; without it, the first one, or all for operators'),
    cursor: z.string().max(1000).optional(),
  },
})

const pageSize = 50

/** Tokens and the audit log. */
export function accountPageRoutes(deps: Deps): Hono<Env> {
  const { db, now } = deps
  const session = requireSession(deps)
  return new Hono<Env>()
    .get('/account/tokens', tokensPage, session, (c) => tokenList(deps, c, {}))
    .post('/account/tokens', requireOwnPage(deps), changeTokens, session, async (c) => {
      try {
        const form = parseForm(TokenForm, c.get('fields'))
        const { actor } = c.get('session')
        if (form.change === 'revoke') {
          const { changed } = await revokeToken(db, now(), { actor, id: form.id })
          return seeOther(c, `./tokens?done=${changed ? 'revoke' : 'same'}`)
        }
        const order = { actor, request: tokenRequest(form), key: form.key }
        return tokenList(deps, c, { made: await createOwnToken(db, now(), order) })
      } catch (error) {
        if (!isAppError(error) || error.httpStatus >= 500) throw error
        return tokenList(deps, c, { problem: toProblem(error, c.req.path) })
      }
    })
    .get('/account/audit', auditPage, session, async (c) => {
      const { actor } = c.get('session')
      const { apps } = await describeActor(db, actor)
      const isOperator = isAdmin(actor)
      const { app: asked = '', cursor } = c.req.query()
      const app = asked !== '' ? asked : isOperator ? undefined : apps[0]
      const question = { limit: pageSize, cursor }
      const ofApp = app !== undefined && getAppAudit(db, { ...appChange(deps, c), name: app }, question)
      const log = await (ofApp || (isOperator ? getAudit(db, actor, question) : undefined))
      return privatePage(
        c,
        <AuditLogPage page={pageOf(c, deps)} apps={apps} app={app} isOperator={isOperator} log={log} />,
      )
    })
}

const tokenRequest = ({ label, days, ...form }: TokenForm): TokenRequest =>
  parseForm(TokenRequest, {
    ...(label !== '' && { label }),
    scopes: chosenScopes(form),
    ...(days !== '' && { expires_days: Number(days) }),
  })

/** Every chosen action, on each of the named apps. */
function chosenScopes({ apps, admin, ...form }: Pick<TokenForm, AppAction | 'admin' | 'apps'>): string[] {
  const targets = apps.split(/\s+/).filter((target) => target !== '')
  const actions = AppAction.options.filter((action) => form[action] === 'yes')
  const scopes = actions.flatMap((action) => targets.map((target) => `${action}:${target}`))
  return admin === 'yes' ? ['admin', ...scopes] : scopes
}

async function tokenList(
  deps: Deps,
  c: RequestContext,
  { made, problem }: { made?: NewToken; problem?: Problem },
): Promise<Response> {
  const { actor } = c.get('session')
  const { db, now } = deps
  const typed = problem === undefined ? undefined : c.get('fields')
  return privatePage(
    c,
    <TokensPage
      page={pageOf(c, deps)}
      tokens={await listTokens(db, now(), actor.user)}
      current={actor.token}
      now={now().toISOString()}
      fields={typed ?? sessionFields(actor.scopes)}
      actions={offeredActions(actor.scopes)}
      requestKey={randomUUID()}
      made={made}
      problem={problem}
      done={c.req.query('done')}
    />,
    problem?.status,
  )
}

/** The actions that a new token can have; an operator's session can give all. */
const offeredActions = (scopes: readonly string[]): ('admin' | AppAction)[] =>
  scopes.includes('admin')
    ? [...AppAction.options, 'admin']
    : AppAction.options.filter((action) => scopes.some((scope) => scope.startsWith(`${action}:`)))

/** What the form has at first: all that the session may do to apps. */
function sessionFields(scopes: readonly string[]): Record<string, string> {
  const actions = AppAction.options.filter((action) => scopes.some((one) => one.startsWith(`${action}:`)))
  const targets = scopes.filter((scope) => scope !== 'admin').map((one) => one.slice(one.indexOf(':') + 1))
  return {
    ...Object.fromEntries(actions.map((action) => [action, 'yes'])),
    apps: [...new Set(targets)].join(' ') || '*',
  }
}
