import { Hono } from 'hono'
import type { Deps } from '../deps.ts'
import type { Env } from '../http/env.ts'
import { agentSkillsRoutes } from './agent-skills/routes.ts'
import { createAppSource } from './app-source.ts'
import { clawhubRoutes } from './clawhub/routes.ts'
import { cliAnythingRoutes } from './cli-anything/routes.ts'

/** The routes for clients of other registries. */
export function compatRoutes(deps: Deps): Hono<Env> {
  const source = createAppSource(deps, deps.skillSummaries)
  return new Hono<Env>()
    .route('/', cliAnythingRoutes(source))
    .route('/', agentSkillsRoutes(source, deps))
    .route('/', clawhubRoutes(source, deps))
}
