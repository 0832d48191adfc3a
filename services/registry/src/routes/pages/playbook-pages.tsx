import { PlaybookDocument, PlaybookPage } from '@cli-apps/core'
import { Hono } from 'hono'
import { jsonLine } from '../../documents/json-line.ts'
import { documentAnswer, lifetimes } from '../../http/document-answer.ts'
import type { DocumentIdentity, Env, RequestContext } from '../../http/env.ts'
import { pageAnswer } from '../../http/pages/page-answer.ts'
import { pageOf } from '../../http/pages/page-of.ts'
import { pageVary, prefersHtml } from '../../http/pages/page-variant.ts'
import { queryText } from '../../http/query-parameters.ts'
import { getPlaybook } from '../../playbooks/get-playbook.ts'
import { getPlaybookPage } from '../../playbooks/get-playbook-page.ts'
import { getPlaybookSkill, getPlaybookView } from '../../playbooks/get-playbook-view.ts'
import { PlaybooksPage } from '../../web/playbooks/playbooks-page.tsx'
import { PlaybookSkillPage } from '../../web/playbooks/skill-page.tsx'
import { StepsPage } from '../../web/playbooks/steps-page.tsx'
import type { PageDeps } from './page-deps.ts'
import { pageOperation } from './page-operation.ts'

const list = pageOperation('getPlaybooksPage', 'A list of playbooks', {
  query: { cursor: queryText(1000).optional() },
  json: PlaybookPage,
})
const one = pageOperation('getPlaybookPage', 'A playbook', { json: PlaybookDocument })
const skill = pageOperation('getPlaybookSkillPage', 'The skill of a playbook')

const pageSize = 50

/** The pages of playbooks. Clients that do not ask for HTML get the documents. */
export function playbookPageRoutes(deps: Omit<PageDeps, 'now'>): Hono<Env> {
  const { reads, signer } = deps
  return new Hono<Env>()
    .get('/playbooks', list, async (c) => {
      const found = await getPlaybookPage(reads(), { limit: pageSize, cursor: c.req.query('cursor') })
      const identity = { app: null, path: 'playbooks' }
      if (!prefersHtml(c)) return json(c, identity, found)
      const next = found.next_cursor ?? undefined
      const page = pageOf(c, deps)
      return pageAnswer(c, identity, <PlaybooksPage page={page} playbooks={found.items} next={next} />)
    })
    .get('/playbooks/:name', one, async (c) => {
      const { name } = c.req.param()
      const identity = { app: null, path: `playbooks/${encodeURIComponent(name)}` }
      if (!prefersHtml(c)) return json(c, identity, await getPlaybook(reads(), name, signer))
      const view = await getPlaybookView(reads(), name, signer)
      return pageAnswer(c, identity, <StepsPage page={pageOf(c, deps)} playbook={view} />)
    })
    .get('/playbooks/:name/skill', skill, async (c) => {
      const { name } = c.req.param()
      const page = pageOf(c, deps)
      const text = await getPlaybookSkill(reads(), name, page.language)
      const identity = { app: null, path: `playbooks/${encodeURIComponent(name)}/skill` }
      return pageAnswer(c, identity, <PlaybookSkillPage page={page} name={name} skill={text} />)
    })
}

const json = (c: RequestContext, identity: DocumentIdentity, value: unknown): Response =>
  documentAnswer(c, identity, {
    text: jsonLine(value),
    type: 'application/json',
    cacheControl: lifetimes.changing,
    vary: pageVary,
  })
