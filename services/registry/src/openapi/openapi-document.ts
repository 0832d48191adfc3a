import type { RouterRoute } from 'hono/types'
import type * as z from 'zod'
import { createDocument, type oas31, type ZodOpenApiOverride, type ZodOpenApiPathsObject } from 'zod-openapi'
import packageFile from '../../package.json' with { type: 'json' }
import { describeOperation, sharedFailures } from './describe-operation.ts'
import { describedRoutes } from './described-routes.ts'
import { namedSchemas } from './named-schemas.ts'
import { withoutUnused } from './without-unused.ts'

export type OpenApiDocument = oas31.OpenAPIObject

/** Descriptions of the groups of operations, in the order of the document. */
const tags: Readonly<Record<string, string>> = {
  documents:
    'Documents, which a static site of the registry has too. All have strong ETags, and proxies may cache them.',
  questions: 'Queries, which only a server can answer.',
  publishing: 'Changes of apps. Every write is in the audit log.',
  identity: 'Tokens, owners and the current user.',
  compatibility:
    'Responses for clients of other registries, in their formats. The endpoints for clawhub report errors as plain text.',
  agents: 'The registry as tools for models.',
  operation: 'Health of the server.',
  pages: 'Pages for people.',
  account: 'Pages for people who are signed in. Programs use the operations above.',
}

/** Returns the OpenAPI document of these routes, from the same schemas that validate their requests. */
export function openApiDocument(
  routes: readonly RouterRoute[],
  publicUrl: string | undefined,
): OpenApiDocument {
  const described = describedRoutes(routes)
  const paths: ZodOpenApiPathsObject = {}
  for (const route of described)
    paths[route.path] = { ...paths[route.path], [route.method]: describeOperation(route) }
  const used = new Set(described.map(({ spec }) => spec.tag))
  const document = createDocument(
    {
      openapi: '3.1.1',
      info: {
        title: 'cli-apps registry',
        version: packageFile.version,
        description:
          'A registry of command-line apps for agents. Under /v1 an unknown query parameter is a 400 and every failure is a problem document (RFC 9457).',
        license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: publicUrl ?? '/' }],
      tags: [...new Set([...Object.keys(tags), ...used])]
        .filter((name) => used.has(name))
        .map((name) => ({ name, description: tags[name] ?? name })),
      paths,
      components: {
        schemas: namedSchemas,
        responses: sharedFailures,
        securitySchemes: {
          token: { type: 'http', scheme: 'bearer', description: 'A token of cli-apps-registry token create' },
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: 'session',
            description: 'Set by /sign-in; over https its name is __Host-session',
          },
        },
      },
    },
    { override: asSent, allowEmptySchema: { pipe: { output: true } } },
  )
  return withoutUnused(document)
}

/**
 * Describes responses as they are sent: a text that its reader sanitizes is any string, and later servers may add keys.
 */
const asSent: ZodOpenApiOverride = ({ zodSchema, jsonSchema, io }) => {
  const definition = (zodSchema as z.core.$ZodTypes)._zod.def
  if (io === 'output' && definition.type === 'pipe' && isText(definition.in)) jsonSchema.type = 'string'
  if (io === 'output' && definition.type === 'object' && definition.catchall === undefined)
    delete jsonSchema.additionalProperties
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
}

const isText = (schema: z.core.$ZodType): boolean => (schema as z.core.$ZodTypes)._zod.def.type === 'string'
