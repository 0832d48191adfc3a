import {
  AppDocument,
  type AppError,
  type ChangeReceipt,
  DeprecateRequest,
  isAppError,
  parseJson,
  RemoveRequest,
  TagRequest,
  TrustedPublisher,
  toProblem,
  UsageError,
  YankRequest,
} from '@cli-apps/core'
import { Hono } from 'hono'
import * as z from 'zod'
import { addOwner, removeOwner } from '../../apps/change/change-owners.ts'
import { deprecateVersion } from '../../apps/change/deprecate-version.ts'
import { removeApp, restoreApp } from '../../apps/change/remove-app.ts'
import { tagVersion, untagVersion } from '../../apps/change/tag-version.ts'
import { distrustPublisher, getTrustedPublishers, trustPublisher } from '../../apps/change/trust-publisher.ts'
import { unyankVersion, yankVersion } from '../../apps/change/yank-version.ts'
import { getAppDocument } from '../../apps/read/get-app.ts'
import { requireOwner } from '../../auth/authorize.ts'
import { AppAction, covers } from '../../auth/scope.ts'
import type { Deps } from '../../deps.ts'
import { appChange } from '../../http/app-change.ts'
import type { Env, RequestContext } from '../../http/env.ts'
import { pageOf } from '../../http/pages/page-of.ts'
import { privatePage, seeOther } from '../../http/pages/private-page.ts'
import { parseForm } from '../../http/pages/read-form.ts'
import { requireOwnPage } from '../../http/pages/require-own-page.ts'
import { requireSession } from '../../http/pages/require-session.ts'
import { type AppChangeName, changesOfApps, type ManageProps } from '../../web/account/manage-app.ts'
import { ManagePage } from '../../web/account/manage-page.tsx'
import { done, privateOperation } from './page-operation.ts'

const ChangeForm = z.object({
  change: z.enum(changesOfApps),
  version: z.string().default(''),
  reason: z.string().default(''),
  message: z.string().default(''),
  tag: z.string().default(''),
  owner: z.string().trim().default(''),
  issuer: z.string().trim().default(''),
  audience: z.string().trim().default(''),
  subject: z.string().trim().default(''),
  id: z.string().default('').describe('Of a trusted publisher'),
  replacement: z.string().trim().default(''),
  confirm: z.string().trim().default('').describe('To remove an app: its name'),
})
type ChangeForm = z.infer<typeof ChangeForm>

const managePage = privateOperation('getManagePage', 'Manage an app that you own', { query: { done } })
const change = privateOperation(
  'sendChangeForm',
  'Change an app: yank, deprecate, tag, owners, trusted publishers, remove',
  {
    form: ChangeForm.shape,
  },
)

/** The page on which owners change an app, by the same functions as the API. */
export function managePageRoutes(deps: Deps): Hono<Env> {
  const session = requireSession(deps)
  return new Hono<Env>()
    .get('/account/apps/:name', managePage, session, async (c) =>
      managed(deps, c, { done: c.req.query('done') }),
    )
    .post('/account/apps/:name', requireOwnPage(deps), change, session, async (c) => {
      const fields = c.get('fields')
      try {
        const form = parseForm(ChangeForm, fields)
        const outcome = await changes[form.change](deps, appChange(deps, c), form)
        const { name } = c.req.param()
        if (outcome.changed) deps.changed(name)
        return seeOther(c, `./${encodeURIComponent(name)}?done=${outcome.changed ? form.change : 'same'}`)
      } catch (error) {
        if (!isAppError(error) || error.httpStatus >= 500) throw error
        return refusedChange(deps, c, error)
      }
    })
}

type Change = (
  deps: Pick<Deps, 'db' | 'identities'>,
  change: ReturnType<typeof appChange>,
  form: ChangeForm,
) => Promise<ChangeReceipt>

const changes: Readonly<Record<AppChangeName, Change>> = {
  yank: ({ db }, app, { version, reason }) =>
    yankVersion(db, { ...app, version, ...parseForm(YankRequest, { reason }) }),
  unyank: ({ db }, app, { version }) => unyankVersion(db, { ...app, version }),
  deprecate: ({ db }, app, { version, message }) =>
    deprecateVersion(db, {
      ...app,
      version,
      ...(message.trim() === '' ? { message: null } : parseForm(DeprecateRequest, { message })),
    }),
  tag: ({ db }, app, { tag, version }) =>
    tagVersion(db, { ...app, tag, ...parseForm(TagRequest, { version }) }),
  untag: ({ db }, app, { tag }) => untagVersion(db, { ...app, tag }),
  'add-owner': ({ db }, app, { owner }) => addOwner(db, { ...app, owner }),
  'remove-owner': ({ db }, app, { owner }) => removeOwner(db, { ...app, owner }),
  trust: ({ db, identities: { issuers } }, app, { issuer, audience, subject }) => {
    const publisher = parseForm(TrustedPublisher, { issuer, audience, subject })
    return trustPublisher(db, { ...app, publisher, issuers })
  },
  distrust: ({ db }, app, { id }) => distrustPublisher(db, { ...app, id }),
  remove: ({ db }, app, { message, replacement, confirm }) => {
    if (confirm !== app.name)
      throw new UsageError('form.not-confirmed', 'The name that you typed is not that of the app.', {
        hint: `Type ${app.name} to confirm.`,
        issues: [{ path: 'confirm', message: 'is another name' }],
      })
    const request = { message, ...(replacement !== '' && { replacement }) }
    return removeApp(db, { ...app, ...parseForm(RemoveRequest, request) })
  },
  restore: ({ db }, app) => restoreApp(db, app),
}

/** Shows the page again, with the reason beside the form and what was typed in it. */
async function refusedChange(deps: Deps, c: RequestContext, error: AppError): Promise<Response> {
  const fields = c.get('fields')
  const problem = toProblem(error, c.req.path)
  return managed(deps, c, { refused: { change: fields.change ?? '', problem, fields } }, problem.status)
}

async function managed(
  deps: Deps,
  c: RequestContext,
  shown: Pick<ManageProps, 'done' | 'refused'>,
  status = 200,
): Promise<Response> {
  const { name, actor } = appChange(deps, c)
  const app = AppDocument.parse(parseJson(await getAppDocument(deps.db, name), name))
  await requireOwner(deps.db, actor, name)
  const lacks = AppAction.options.filter((action) => !covers(actor.scopes, action, name))
  const { publishers } = await getTrustedPublishers(deps.db, { name, actor })
  return privatePage(
    c,
    <ManagePage
      page={pageOf(c, deps)}
      app={app}
      lacks={lacks}
      publishers={publishers}
      issuers={deps.identities.issuers}
      {...shown}
    />,
    status,
  )
}
