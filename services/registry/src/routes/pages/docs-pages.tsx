import { NotFoundError } from '@cli-apps/core'
import { Hono } from 'hono'
import * as z from 'zod'
import type { Deps } from '../../deps.ts'
import type { Env, RequestContext } from '../../http/env.ts'
import { pageAnswer } from '../../http/pages/page-answer.ts'
import { pageOf } from '../../http/pages/page-of.ts'
import type { OpenApiDocument } from '../../openapi/openapi-document.ts'
import { DocsPage, OperationPage, SchemaPage } from '../../web/docs/docs-pages.tsx'
import { operationsOf } from '../../web/docs/operations.ts'
import type { Page } from '../../web/page.ts'
import { ProblemPage } from '../../web/site/problem-page.tsx'
import { pageOperation } from './page-operation.ts'

const ProblemCode = z
  .string()
  .max(100)
  .regex(/^[a-z][a-z0-9-]*(\.[a-z0-9-]+)*$/)

const docs = pageOperation('getDocsPage', 'List of all operations')
const operationDocs = pageOperation('getOperationPage', 'One operation')
const schemaDocs = pageOperation('getSchemaPage', 'One schema')
const problem = pageOperation('getProblemPage', 'One kind of problem', { params: { code: ProblemCode } })

/** The pages about the HTTP API, in English. */
export function docsPageRoutes(deps: Deps, document: () => Promise<OpenApiDocument>): Hono<Env> {
  const page = (c: RequestContext): Page => pageOf(c, deps, { isEnglishOnly: true })
  const whole = (path: string) => ({ app: null, path })
  return new Hono<Env>()
    .get('/docs', docs, async (c) =>
      pageAnswer(c, whole('docs'), <DocsPage page={page(c)} document={await document()} />),
    )
    .get('/docs/operations/:id', operationDocs, async (c) => {
      const id = c.req.param('id')
      const described = await document()
      const listed = operationsOf(described).find((candidate) => candidate.id === id)
      if (listed === undefined) throw unknownPage(c)
      return pageAnswer(
        c,
        whole(`docs/operations/${id}`),
        <OperationPage page={page(c)} document={described} listed={listed} />,
      )
    })
    .get('/docs/schemas/:name', schemaDocs, async (c) => {
      const name = c.req.param('name')
      const described = await document()
      const schemas = described.components?.schemas ?? {}
      const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined
      if (schema === undefined) throw unknownPage(c)
      return pageAnswer(
        c,
        whole(`docs/schemas/${name}`),
        <SchemaPage page={page(c)} document={described} name={name} schema={schema} />,
      )
    })
    .get('/problems/:code', problem, (c) => {
      const code = ProblemCode.safeParse(c.req.param('code'))
      if (!code.success) throw unknownPage(c)
      return pageAnswer(c, whole(`problems/${code.data}`), <ProblemPage page={page(c)} code={code.data} />)
    })
}

const unknownPage = (c: RequestContext): NotFoundError =>
  new NotFoundError('page.unknown', `The page ${c.req.path.slice(0, 200)} was not found.`, {
    hint: '/docs lists every operation and schema.',
  })
