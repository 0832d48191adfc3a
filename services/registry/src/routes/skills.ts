import { registryPaths } from '@cli-apps/core'
import { Hono } from 'hono'
import { storedManifest } from '../apps/published-version.ts'
import { getVersion } from '../apps/read/get-app.ts'
import type { Deps } from '../deps.ts'
import { documentAnswer, lifetimes } from '../http/document-answer.ts'
import type { Env, RequestContext } from '../http/env.ts'
import { operation } from '../http/operation.ts'
import { workPool } from '../work/work-pool.ts'

const markdown = { description: 'Markdown', type: 'text/markdown; charset=utf-8' }

const skill = operation({
  id: 'getSkill',
  summary: 'The skill of a version, as for an app that is not installed',
  tag: 'documents',
  etag: true,
  answers: { 200: markdown },
})

const reference = operation({
  id: 'getSkillReference',
  summary: 'A file that the skill references',
  tag: 'documents',
  etag: true,
  answers: { 200: markdown },
})

/** The skill of a version as documents: SKILL.md and its references. */
export function skillRoutes({ reads }: Deps): Hono<Env> {
  const app = new Hono<Env>()
  const answer = async (
    c: RequestContext,
    { name, version, file }: { name: string; version: string; file: string },
  ): Promise<Response> => {
    const stored = await getVersion(reads(), { name, version })
    const text = await workPool.run('renderSkillFile', { ...storedManifest(stored), file })
    const folder = registryPaths.skill(name, version).slice(0, -'SKILL.md'.length)
    return documentAnswer(
      c,
      { app: name, path: `${folder}${file}` },
      { text, type: 'text/markdown; charset=utf-8', cacheControl: lifetimes.changing },
    )
  }
  app.get('/apps/:name/:version/SKILL.md', skill, (c) => answer(c, { ...c.req.param(), file: 'SKILL.md' }))
  app.get('/apps/:name/:version/references/:file', reference, (c) =>
    answer(c, { ...c.req.param(), file: `references/${c.req.param('file')}` }),
  )
  return app
}
