import { Hono } from 'hono'
import * as z from 'zod'
import type { Env } from '../../http/env.ts'
import { operation } from '../../http/operation.ts'
import type { AppSource } from '../app-source.ts'
import { answerDocument } from '../compat-document.ts'
import { Catalog, catalogPaths } from './catalogs.ts'
import { readCatalogDocument } from './read-catalog-document.ts'

const catalog = (id: string, summary: string) =>
  operation({
    id,
    summary,
    tag: 'compatibility',
    query: z.object({}),
    etag: true,
    answers: { 200: { description: summary, schema: Catalog } },
  })

const harness = catalog('getHarnessCatalog', 'Catalog of cli-hub and nanobot: apps that pip installs')
const others = catalog('getPublicCatalog', 'Catalog of cli-hub and nanobot: all other apps')

/** The routes for cli-hub and nanobot other than skills: two catalogs. */
export const cliAnythingRoutes = (source: AppSource): Hono<Env> =>
  new Hono<Env>()
    .get(`/${catalogPaths.harness}`, harness, async (c) =>
      answerDocument(c, await readCatalogDocument(source, 'harness')),
    )
    .get(`/${catalogPaths.public}`, others, async (c) =>
      answerDocument(c, await readCatalogDocument(source, 'public')),
    )
