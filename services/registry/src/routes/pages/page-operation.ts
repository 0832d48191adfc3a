import * as z from 'zod'
import { type AnswerSpec, operation } from '../../http/operation.ts'

export const lang = z.enum(['en', 'zh']).optional().describe('The language, which a cookie then keeps')

/** Written by the registry itself when it leads to a page after a form. */
export const done = z.string().optional().describe('What was done just before')

interface PageSpec {
  params?: Record<string, z.ZodType>
  /** Other query parameters. */
  query?: z.ZodRawShape
  /** What clients that do not ask for HTML get at the same address. */
  json?: AnswerSpec['schema']
}

interface PrivateSpec extends Pick<PageSpec, 'params' | 'query'> {
  /** The fields of the form that is sent there, besides the key of the session. */
  form?: z.ZodRawShape
  /** False for the sign-in. */
  session?: boolean
}

/** Describes a page for one person, or a form that is sent to one. */
export const privateOperation = (
  id: string,
  summary: string,
  { params, query = {}, form, session = true }: PrivateSpec = {},
) =>
  operation({
    id,
    summary,
    tag: 'account',
    session,
    ...(params === undefined ? {} : { params }),
    ...(form === undefined
      ? { query: z.object({ ...query, lang }) }
      : {
          form: z.object({
            ...(session && { form: z.string().describe('The key of the session') }),
            ...form,
          }),
        }),
    answers: {
      200: { description: 'A page', type: 'text/html; charset=utf-8' },
      303: {
        description: 'Another page',
        headers: { Location: 'Relative to the request, or at the identity provider' },
      },
    },
  })

/** Describes a page. People may arrive with query parameters of other sites, so that unknown ones are ignored. */
export const pageOperation = (id: string, summary: string, { params, query = {}, json }: PageSpec = {}) =>
  operation({
    id,
    summary,
    tag: 'pages',
    etag: true,
    ...(params === undefined ? {} : { params }),
    query: z.object({ ...query, lang }),
    answers: {
      200: {
        description: json === undefined ? 'A page' : 'A page for clients that accept HTML, or else JSON',
        type: 'text/html; charset=utf-8',
        ...(json !== undefined && { others: [{ type: 'application/json', schema: json }] }),
      },
    },
  })
