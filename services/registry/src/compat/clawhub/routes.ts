import { ForbiddenError, NotFoundError } from '@cli-apps/core'
import { Hono } from 'hono'
import { isAdmin } from '../../auth/authorize.ts'
import type { Deps } from '../../deps.ts'
import { authenticate } from '../../http/authenticate.ts'
import type { Env } from '../../http/env.ts'
import { limitRate } from '../../http/limit-rate.ts'
import { publicOrigin } from '../../http/pages/public-origin.ts'
import { fileOf } from '../../work/skill-package.ts'
import type { AppSource } from '../app-source.ts'
import { markdown } from '../compat-document.ts'
import { clawhubOperations as operations } from './operations.ts'
import { readSkill, readVersion, readVersions } from './read-skill.ts'
import { resolveFingerprint } from './resolve-fingerprint.ts'
import { searchSkills } from './search-skills.ts'
import { getSkillApp, requestedVersion, skillList } from './skills.ts'
import { textErrors } from './text-errors.ts'
import { verifySkill } from './verify-skill.ts'

const fresh = { 'Cache-Control': 'no-cache' }

/** The routes for the clawhub CLI: each of our apps is a skill with the app's versions. */
export function clawhubRoutes(source: AppSource, deps: Deps): Hono<Env> {
  const routes = new Hono<Env>()
  routes.use('/api/*', limitRate(deps))
  routes.get('/.well-known/clawhub.json', operations.discovery, (c) =>
    c.json({ apiBase: publicOrigin(c, deps) }, 200, fresh),
  )
  routes.get('/api/v1/search', operations.search, async (c) =>
    c.json(await searchSkills(source, operations.search.query(c)), 200, fresh),
  )
  routes.route('/api/v1/skills', skillRoutes(source, deps))
  routes.get('/api/v1/resolve', operations.resolve, async (c) => {
    const { slug, hash, ownerHandle } = operations.resolve.query(c)
    const app = await getSkillApp(source, slug, ownerHandle)
    return c.json(await resolveFingerprint(source, app, hash), 200, fresh)
  })
  routes.get('/api/v1/download', operations.download, async (c) => {
    const { slug, ownerHandle, ...requested } = operations.download.query(c)
    const app = await getSkillApp(source, slug, ownerHandle)
    const { version } = requestedVersion(app, requested)
    const { zip } = await source.pack(await source.getVersion(app.name, version))
    return c.body(zip, 200, { 'Content-Type': 'application/zip', ...fresh })
  })
  routes.get('/api/v1/whoami', operations.whoami, authenticate(deps), (c) => {
    const actor = c.get('actor')
    const role = isAdmin(actor) ? 'admin' : 'user'
    return c.json({ user: { handle: actor.user, displayName: actor.user, image: null, role } }, 200, fresh)
  })
  for (const path of ['/api/v1/*', '/api/cli/*']) routes.all(path, (c) => refuse(c.req.method, c.req.path))
  routes.onError(textErrors(deps))
  return routes
}

/** The list of skills, and the routes of one skill. */
function skillRoutes(source: AppSource, deps: Deps): Hono<Env> {
  const routes = new Hono<Env>()
  routes.get('/', operations.list, async (c) => {
    const { prefix, ...page } = operations.list.query(c)
    return c.json(skillList(await source.skillPage({ ...page, prefix: namesOf(prefix) })), 200, fresh)
  })
  routes.get('/:slug', operations.skill, async (c) =>
    c.json(
      readSkill(await getSkillApp(source, c.req.param('slug'), operations.skill.query(c).ownerHandle)),
      200,
      fresh,
    ),
  )
  routes.get('/:slug/versions', operations.versions, async (c) => {
    const { ownerHandle, ...page } = operations.versions.query(c)
    const app = await getSkillApp(source, c.req.param('slug'), ownerHandle)
    return c.json(readVersions(app, page), 200, fresh)
  })
  routes.get('/:slug/versions/:version', operations.oneVersion, async (c) => {
    const { slug, version } = c.req.param()
    const app = await getSkillApp(source, slug, operations.oneVersion.query(c).ownerHandle)
    return c.json(await readVersion(source, app, requestedVersion(app, { version })), 200, fresh)
  })
  routes.get('/:slug/file', operations.file, async (c) => {
    const { path, ownerHandle, ...requested } = operations.file.query(c)
    const app = await getSkillApp(source, c.req.param('slug'), ownerHandle)
    const { version } = requestedVersion(app, requested)
    const { bytes } = fileOf(await source.pack(await source.getVersion(app.name, version)), path)
    return c.body(bytes, 200, { 'Content-Type': markdown, ...fresh })
  })
  routes.get('/:slug/verify', operations.verify, async (c) => {
    const { ownerHandle, ...requested } = operations.verify.query(c)
    const app = await getSkillApp(source, c.req.param('slug'), ownerHandle)
    return c.json(await verifySkill(source, app, { requested, origin: publicOrigin(c, deps) }), 200, fresh)
  })
  return routes
}

/** Converts a prefix of skill names to one of app names; `undefined` for every skill. */
function namesOf(prefix: string | undefined): string | undefined {
  const common = 'cli-app-'
  if (prefix === undefined || common.startsWith(prefix)) return prefix && ''
  // Matches nothing, because no name begins with a slash.
  return prefix.startsWith(common) ? prefix.slice(common.length) : '/'
}

function refuse(method: string, path: string): never {
  if (method === 'GET' || method === 'HEAD')
    throw new NotFoundError('clawhub.unknown', `The address ${path.slice(0, 200)} was not found.`)
  throw new ForbiddenError(
    'clawhub.read-only',
    'This registry generates skills from app manifests. clawhub can only read them; publish a manifest with cli-apps publish.',
  )
}
