import { type AppError, isAppError, toProblem } from '@cli-apps/core'
import { Hono, type MiddlewareHandler } from 'hono'
import * as z from 'zod'
import { previewVersion } from '../../apps/publish/preview-version.ts'
import { publishVersion } from '../../apps/publish/publish-version.ts'
import type { Deps } from '../../deps.ts'
import type { Env, RequestContext } from '../../http/env.ts'
import { pageOf } from '../../http/pages/page-of.ts'
import { privatePage, seeOther } from '../../http/pages/private-page.ts'
import { parseForm } from '../../http/pages/read-form.ts'
import { requireOwnPage } from '../../http/pages/require-own-page.ts'
import { findWebSession, requireSession } from '../../http/pages/require-session.ts'
import type { PlacedIssue } from '../../web/account/issue-lines.tsx'
import { PreviewPage } from '../../web/account/preview-page.tsx'
import { PublishPage } from '../../web/account/publish-page.tsx'
import { workPool } from '../../work/work-pool.ts'
import { privateOperation } from './page-operation.ts'

const PublishForm = z.object({
  text: z.string().default('').describe('The manifest, unless there is a file'),
  file: z
    .string()
    .default('')
    .describe('A file with the manifest')
    .meta({ override: { type: 'string', format: 'binary' } }),
  step: z.enum(['check', 'edit', 'publish']).default('check'),
  digest: z.string().default('').describe('To publish: the digest that the preview showed'),
})

const publishPage = privateOperation('getPublishPage', 'A form for a manifest')
const publish = privateOperation('sendPublishForm', 'Check, preview and publish a manifest', {
  form: PublishForm.shape,
})

/** Publishing on the pages: what is sent is checked and shown first, and published after a confirmation. */
export function publishPageRoutes(deps: Deps): Hono<Env> {
  const session = requireSession(deps)
  return new Hono<Env>()
    .get('/publish', publishPage, orGuide(deps), session, (c) =>
      privatePage(c, <PublishPage page={pageOf(c, deps)} text="" />),
    )
    .post('/publish', requireOwnPage(deps), publish, session, async (c) => {
      const { text: typed, file, step, digest } = parseForm(PublishForm, c.get('fields'))
      const text = file === '' ? typed : file
      if (step === 'edit') return privatePage(c, <PublishPage page={pageOf(c, deps)} text={text} />)
      try {
        return await (step === 'publish' ? publishText(deps, c, text, digest) : previewText(deps, c, text))
      } catch (error) {
        if (!isAppError(error) || error.httpStatus >= 500) throw error
        return refusedText(deps, c, text, error)
      }
    })
}

/** Leads whoever is not signed in to the page that says how to publish, and from there to the sign-in. */
const orGuide =
  (deps: Deps): MiddlewareHandler<Env> =>
  async (c, next) => {
    if ((await findWebSession(deps, c)) === undefined) return seeOther(c, './publishing')
    return next()
  }

const requestOf = ({ now, policy, signer, findMissingSources }: Deps, c: RequestContext, text: string) => ({
  text,
  actor: c.get('actor'),
  now: now(),
  policy,
  signer,
  findMissingSources,
})

async function previewText(deps: Deps, c: RequestContext, text: string): Promise<Response> {
  const { outcome, view } = await previewVersion(deps.db, requestOf(deps, c, text))
  return privatePage(c, <PreviewPage page={pageOf(c, deps)} text={text} outcome={outcome} app={view} />)
}

async function publishText(deps: Deps, c: RequestContext, text: string, digest: string): Promise<Response> {
  const { db, changed } = deps
  const request = { ...requestOf(deps, c, text), confirmed: digest }
  const { name, status } = await publishVersion(db, request)
  if (status !== 'held') changed(name)
  return seeOther(c, status === 'held' ? './account?done=held' : `./account/apps/${name}?done=published`)
}

/** Shows what was sent again, with every issue beside its line. */
async function refusedText(deps: Deps, c: RequestContext, text: string, error: AppError): Promise<Response> {
  const problem = toProblem(error, c.req.path)
  return privatePage(
    c,
    <PublishPage
      page={pageOf(c, deps)}
      text={text}
      problem={problem}
      issues={await placedIssues(text, error)}
    />,
    problem.status,
  )
}

async function placedIssues(text: string, { code, message, issues }: AppError): Promise<PlacedIssue[]> {
  const isSyntax = code === 'json.syntax'
  // Other texts that cannot be read, such as ones nested too deep, have no place to show.
  if (!isSyntax && issues.length === 0) return []
  const { issues: placed, fault } = await workPool.run('locateIssues', { text, issues })
  return isSyntax && fault !== undefined ? [{ path: '', message, ...fault }] : placed
}
