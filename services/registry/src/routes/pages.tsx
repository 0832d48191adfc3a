import { NotFoundError } from '@cli-apps/core'
import { Hono } from 'hono'
import type { JSX } from 'hono/jsx/jsx-runtime'
import * as z from 'zod'
import { countApps } from '../apps/read/count-apps.ts'
import { getAppPage } from '../apps/read/get-app-page.ts'
import type { Deps } from '../deps.ts'
import { documentAnswer, lifetimes } from '../http/document-answer.ts'
import type { Env, RequestContext } from '../http/env.ts'
import { operation } from '../http/operation.ts'
import type { OpenApiDocument } from '../openapi/openapi-document.ts'
import { DocsPage, OperationPage, SchemaPage } from '../web/docs-pages.tsx'
import { operationsOf } from '../web/operations.ts'
import { ProblemPage } from '../web/problem-page.tsx'
import { StartPage } from '../web/start-page.tsx'

const page = (id: string, summary: string, params?: Record<string, z.ZodType>) =>
  operation({
    id,
    summary,
    tag: 'pages',
    etag: true,
    ...(params === undefined ? {} : { params }),
    answers: { 200: { description: 'A page', type: 'text/html; charset=utf-8' } },
  })

const ProblemCode = z
  .string()
  .max(100)
  .regex(/^[a-z][a-z0-9-]*(\.[a-z0-9-]+)*$/)

const start = page('getStartPage', 'Start page')
const docs = page('getDocsPage', 'List of all operations')
const operationDocs = page('getOperationPage', 'One operation')
const schemaDocs = page('getSchemaPage', 'One schema')
const problem = page('getProblemPage', 'One kind of problem', { code: ProblemCode })

/** HTML pages for browsers, without scripts or external resources. */
export function pageRoutes({ reads, publicUrl }: Deps, document: () => Promise<OpenApiDocument>): Hono<Env> {
  const address = (publicUrl ?? 'http://127.0.0.1:4870').replace(/\/+$/, '')
  return new Hono<Env>()
    .get('/', start, async (c) => {
      const count = await countApps(reads())
      const { items } = await getAppPage(reads(), { sort: 'updated', limit: 10 })
      return html(c, '', <StartPage root="." count={count} newest={items} address={address} />)
    })
    .get('/docs', docs, async (c) => html(c, 'docs', <DocsPage root="." document={await document()} />))
    .get('/docs/operations/:id', operationDocs, async (c) => {
      const id = c.req.param('id')
      const described = await document()
      const listed = operationsOf(described).find((candidate) => candidate.id === id)
      if (listed === undefined) throw unknownPage(c)
      return html(
        c,
        `docs/operations/${id}`,
        <OperationPage root="../.." document={described} listed={listed} />,
      )
    })
    .get('/docs/schemas/:name', schemaDocs, async (c) => {
      const name = c.req.param('name')
      const described = await document()
      const schemas = described.components?.schemas ?? {}
      const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined
      if (schema === undefined) throw unknownPage(c)
      return html(
        c,
        `docs/schemas/${name}`,
        <SchemaPage root="../.." document={described} name={name} schema={schema} />,
      )
    })
    .get('/problems/:code', problem, (c) => {
      const code = ProblemCode.safeParse(c.req.param('code'))
      if (!code.success) throw unknownPage(c)
      return html(c, `problems/${code.data}`, <ProblemPage root=".." code={code.data} />)
    })
}

const unknownPage = (c: RequestContext): NotFoundError =>
  new NotFoundError('page.unknown', `The page ${c.req.path.slice(0, 200)} was not found.`, {
    hint: '/docs lists every operation and schema.',
  })

async function html(c: RequestContext, path: string, content: JSX.Element): Promise<Response> {
  return documentAnswer(
    c,
    { app: null, path },
    {
      text: `<!doctype html>\n${await content}\n`,
      type: 'text/html; charset=utf-8',
      cacheControl: lifetimes.changing,
    },
  )
}
