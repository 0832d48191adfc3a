import { Hono } from 'hono'
import * as z from 'zod'
import type { Deps } from '../../deps.ts'
import type { Env } from '../../http/env.ts'
import { operation } from '../../http/operation.ts'
import { publicOrigin } from '../../http/pages/public-origin.ts'
import { queryText } from '../../http/query-parameters.ts'
import type { AppSource } from '../app-source.ts'
import { answerDocument, markdown } from '../compat-document.ts'
import { countUpTo } from '../compat-query.ts'
import { DiscoveryIndex, FileIndex, indexPaths, scopedApp } from './indexes.ts'
import { readAppSkillIndexes, readRootIndexes, readSkillFile, readSkillZip } from './read-skills.ts'

const tag = 'compatibility'
/** Third-party clients may send unknown parameters. */
const query = z.object({})

const index = (id: string, summary: string, schema: z.ZodType) =>
  operation({ id, summary, tag, query, etag: true, answers: { 200: { description: summary, schema } } })
const file = (id: string, summary: string, path: string) =>
  operation({
    id,
    summary,
    tag,
    path,
    query,
    etag: true,
    answers: { 200: { description: 'Markdown', type: markdown } },
  })

const discovery = index('getSkillsIndex', 'Skills to be discovered (0.2.0)', DiscoveryIndex)
const files = index('getSkillFilesIndex', 'Skills to be discovered (0.1.0)', FileIndex)
const appDiscovery = index('getAppSkillIndex', "The app's skill to be discovered (0.2.0)", DiscoveryIndex)
const appFiles = index('getAppSkillFilesIndex', "The app's skill to be discovered (0.1.0)", FileIndex)
const newest = file('getNewestSkill', 'SKILL.md of the newest version', '/skills/{skill}/SKILL.md')
const indexed = file(
  'getIndexedSkillFile',
  'A file of a skill of the 0.1.0 index',
  '/.well-known/skills/{skill}/{file}',
)
const appIndexed = file(
  'getAppIndexedSkillFile',
  "A file of the app's skill, as its 0.1.0 index lists it",
  '/apps/{app}/.well-known/skills/{skill}/{file}',
)
const zip = operation({
  id: 'getSkillZip',
  summary: 'The skill of a version with its references, as for an app that is not installed',
  tag,
  query,
  etag: true,
  answers: { 200: { description: 'Zip, always the same bytes', type: 'application/zip' } },
})
const find = operation({
  id: 'findSkills',
  summary: 'Find skills by what their apps are for; for `skills find`',
  tag,
  query: z.object({ q: queryText(200), limit: countUpTo(100, 20), owner: queryText(100).optional() }),
  answers: {
    200: {
      description: 'Skills, best first',
      schema: z.object({
        skills: z.array(z.object({ id: z.string(), name: z.string(), source: z.string() })),
      }),
    },
  },
})

/** The routes for the `skills` CLI and other clients of well-known agent skills indexes. */
export function agentSkillsRoutes(source: AppSource, deps: Pick<Deps, 'publicUrl'>): Hono<Env> {
  const routes = new Hono<Env>()
  routes.get('/.well-known/agent-skills/index.json', discovery, async (c) =>
    answerDocument(c, (await readRootIndexes(source)).discovery),
  )
  routes.get('/.well-known/skills/index.json', files, async (c) =>
    answerDocument(c, (await readRootIndexes(source)).files),
  )
  routes.get('/.well-known/skills/:skill/:file{.+}', indexed, async (c) => {
    const { skill, file } = c.req.param()
    return answerDocument(
      c,
      await readSkillFile(source, { skill, file, path: indexPaths().file(skill, file) }),
    )
  })
  routes.get('/apps/:app/.well-known/agent-skills/index.json', appDiscovery, async (c) =>
    answerDocument(c, (await readAppSkillIndexes(source, scopedApp(c.req.param('app')))).discovery),
  )
  routes.get('/apps/:app/.well-known/skills/index.json', appFiles, async (c) =>
    answerDocument(c, (await readAppSkillIndexes(source, scopedApp(c.req.param('app')))).files),
  )
  routes.get('/apps/:app/.well-known/skills/:skill/:file{.+}', appIndexed, async (c) => {
    const { skill, file, app: segment } = c.req.param()
    const app = scopedApp(segment)
    // A scoped address serves only the skill of its app.
    const own = skill === `cli-app-${app}` ? skill : ''
    return answerDocument(
      c,
      await readSkillFile(source, { skill: own, file, path: indexPaths(app).file(skill, file) }),
    )
  })
  routes.get('/skills/:skill/SKILL.md', newest, async (c) => {
    const { skill } = c.req.param()
    const path = `skills/${skill}/SKILL.md`
    return answerDocument(c, await readSkillFile(source, { skill, file: 'SKILL.md', path }))
  })
  routes.get('/v1/apps/:name/:version/skill.zip', zip, async (c) =>
    answerDocument(c, await readSkillZip(source, c.req.param())),
  )
  routes.get('/api/search', find, async (c) => {
    const { q, limit, owner } = find.query(c)
    const found = await source.search(q, limit)
    const owned = await Promise.all(
      found.map(
        async ({ name }) => owner === undefined || (await source.findApp(name))?.owners.includes(owner),
      ),
    )
    const skills = found
      .filter((_, at) => owned[at])
      .map(({ name }) => ({
        id: `cli-app-${name}`,
        name: `cli-app-${name}`,
        source: `${publicOrigin(c, deps)}/apps/${name}`,
      }))
    return c.json({ skills }, 200, { 'Cache-Control': 'no-cache' })
  })
  return routes
}
