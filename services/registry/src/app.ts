import { Hono } from 'hono'
import { except } from 'hono/combine'
import { cors } from 'hono/cors'
import { requestId } from 'hono/request-id'
import { secureHeaders } from 'hono/secure-headers'
import { similarApps } from './apps/search/search-apps.ts'
import { compatRoutes } from './compat/compat-routes.ts'
import type { Deps } from './deps.ts'
import { createAppDocumentAnswer } from './http/app-document-answer.ts'
import { answerFromCache, keepDocuments } from './http/document-answer.ts'
import type { Env, RequestContext } from './http/env.ts'
import { limitRate } from './http/limit-rate.ts'
import { limitTime } from './http/limit-time.ts'
import { observeRequests } from './http/observe-requests.ts'
import { errorAnswer } from './http/pages/error-answer.tsx'
import { notFoundHandler, problemHandler, problemOfMethods } from './http/problem-handler.ts'
import { requestLog } from './http/request-log.ts'
import { lazyOpenApi } from './openapi/lazy-openapi.ts'
import type { OpenApiDocument } from './openapi/openapi-document.ts'
import { auditRoutes } from './routes/audit.ts'
import { documentRoutes } from './routes/documents.ts'
import { healthRoutes } from './routes/health.ts'
import { installRoutes } from './routes/installs.ts'
import { lifecycleRoutes } from './routes/lifecycle.ts'
import { mcpRoutes } from './routes/mcp.ts'
import { openApiRoutes } from './routes/openapi.ts'
import { ownerRoutes } from './routes/owners.ts'
import { accountPageRoutes } from './routes/pages/account-pages.tsx'
import { appPageRoutes } from './routes/pages/app-pages.tsx'
import { catalogPageRoutes } from './routes/pages/catalog-pages.tsx'
import { discoveryRoutes } from './routes/pages/discovery-routes.ts'
import { docsPageRoutes } from './routes/pages/docs-pages.tsx'
import { identityPageRoutes } from './routes/pages/identity-pages.tsx'
import { managePageRoutes } from './routes/pages/manage-pages.tsx'
import { playbookPageRoutes } from './routes/pages/playbook-pages.tsx'
import { publishPageRoutes } from './routes/pages/publish-pages.tsx'
import { sessionPageRoutes } from './routes/pages/session-pages.tsx'
import { sitePageRoutes } from './routes/pages/site-pages.tsx'
import { playbookRoutes } from './routes/playbooks.ts'
import { questionRoutes } from './routes/questions.ts'
import { skillRoutes } from './routes/skills.ts'
import { tokenRoutes } from './routes/tokens.ts'
import { writeRoutes } from './routes/writes.ts'
import { warmUp } from './warm-up.ts'

interface ServingApp {
  app: Hono<Env>
  /** Runs the code paths whose first execution would delay other requests. */
  warm: () => Promise<void>
}

/** Creates the registry's HTTP app, for any server. */
export const createApp = (deps: Deps): Hono<Env> => createServingApp(deps).app

/** Like `createApp`, with a warm-up for a server to run before it is ready. */
export function createServingApp(deps: Deps): ServingApp {
  const openapi = lazyOpenApi(() => routes.routes, deps.publicUrl)
  const routes = createRoutes(deps, openapi)
  const toRoutes = (c: RequestContext): Response | Promise<Response> => routes.fetch(c.req.raw, c.env)
  const answerAppDocument = createAppDocumentAnswer(deps, { common: addHeaders, instead: toRoutes })
  const app = new Hono<Env>()
  // A single handler without middleware lets Hono answer most requests synchronously.
  app.all('*', (c) => answerFromCache(deps, c) ?? answerAppDocument(c) ?? toRoutes(c))
  return { app, warm: () => warmUp(deps, openapi) }
}

/** Creates every route, without the document cache in front of them. */
export function createRoutes(deps: Deps, given?: () => Promise<OpenApiDocument>): Hono<Env> {
  const app = new Hono<Env>()
  const openapi = given ?? lazyOpenApi(() => app.routes, deps.publicUrl)
  app.use(keepDocuments(deps))
  app.use(requestId(), requestLog(deps), observeRequests(deps), problemOfMethods(app))
  addHeaders(app)
  app.route('/', healthRoutes(deps))
  // The clawhub CLI cannot read problem documents, so its routes limit requests themselves.
  app.use(except('/api/*', limitRate(deps)), limitTime(deps.requestMs))
  app.route('/v1', questionRoutes(deps))
  app.route('/v1', documentRoutes(deps))
  app.route('/v1', playbookRoutes(deps))
  app.route('/v1', skillRoutes(deps))
  app.route('/v1', writeRoutes(deps))
  app.route('/v1', lifecycleRoutes(deps))
  app.route('/v1', ownerRoutes(deps))
  app.route('/v1', tokenRoutes(deps))
  app.route('/v1', auditRoutes(deps))
  app.route('/v1', installRoutes(deps))
  app.route('/', compatRoutes(deps))
  app.route('/', mcpRoutes(deps))
  app.route('/', openApiRoutes(openapi))
  app.route('/', docsPageRoutes(deps, openapi))
  app.route('/', discoveryRoutes(deps))
  app.route('/', catalogPageRoutes(deps))
  app.route('/', appPageRoutes(deps))
  app.route('/', playbookPageRoutes(deps))
  app.route('/', sitePageRoutes(deps))
  app.route('/', sessionPageRoutes(deps))
  app.route('/', identityPageRoutes(deps))
  app.route('/', publishPageRoutes(deps))
  app.route('/', managePageRoutes(deps))
  app.route('/', accountPageRoutes(deps))
  const failed = errorAnswer(deps, (name) => similarApps(deps, name))
  app.onError(problemHandler(deps, failed))
  app.notFound(notFoundHandler(failed))
  return app
}

/** Sets the headers of every response, including cached ones. */
function addHeaders(app: Hono<Env>): Hono<Env> {
  app.use(secureHeaders(securityHeaders))
  // Reads only: pages of other sites must not write.
  app.use('/v1/*', cors({ origin: '*', allowMethods: ['GET', 'HEAD', 'POST'], exposeHeaders }))
  return app
}

const exposeHeaders = ['ETag', 'RateLimit', 'RateLimit-Policy', 'Retry-After', 'Warning']

/** Scripts, styles and requests of pages only from here, and nothing inline. HSTS is up to the proxy that terminates HTTPS. */
const securityHeaders: Parameters<typeof secureHeaders>[0] = {
  contentSecurityPolicy: {
    defaultSrc: ["'none'"],
    styleSrc: ["'self'"],
    scriptSrc: ["'self'"],
    imgSrc: ["'self'"],
    connectSrc: ["'self'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
  },
  // Not `no-referrer`, with which browsers hide the origin of our own forms.
  referrerPolicy: 'same-origin',
  crossOriginResourcePolicy: 'cross-origin',
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  strictTransportSecurity: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
}
