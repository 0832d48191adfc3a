import * as fc from 'fast-check'
import type { OpenApiDocument } from '../../services/registry/src/openapi/openapi-document.ts'
import type { Known } from './fuzz-request.ts'
import { hostileTexts } from './hostile.ts'
import { hostileValues, mutated, type Schema, valuesOf } from './values.ts'

/** Bodies for an operation, from its schema or from nearly valid examples. */
export function jsonOf(
  document: OpenApiDocument,
  { apps }: Known,
  path: string,
  schema: Schema,
): fc.Arbitrary<unknown> {
  const bySchema = valuesOf(document, schema)
  if (path === '/mcp')
    return fc.oneof({ arbitrary: mcpMessages(apps), weight: 4 }, { arbitrary: bySchema, weight: 1 })
  const isManifest = path === '/v1/validate' || schema.$ref === '#/components/schemas/AppManifest'
  if (!isManifest) return bySchema
  const manifests = fc
    .tuple(
      fc.constantFrom(...apps.map(({ manifest }) => manifest)),
      fc.stringMatching(/^[a-z]{3,9}-[a-z]{3,9}$/),
      fc.boolean(),
    )
    .map(([manifest, name, isNew]) => (isNew ? { ...(manifest as object), name } : manifest))
  return fc.oneof({ arbitrary: manifests, weight: 2 }, { arbitrary: bySchema, weight: 1 })
}

function mcpMessages(apps: Known['apps']): fc.Arbitrary<unknown> {
  const text = fc.oneof(fc.constantFrom(...apps.map(({ name }) => name)), fc.constantFrom(...hostileTexts))
  const calls = fc.oneof(
    fc
      .record(
        { query: text, limit: fc.integer({ min: -1, max: 30 }), cursor: text },
        { requiredKeys: ['query'] },
      )
      .map((args) => ['search_apps', args] as const),
    fc.record({ name: text }).map((args) => ['get_app', args] as const),
    fc
      .record({ name: text, range: text, platform: fc.constantFrom('linux-x64', 'beos') })
      .map((args) => ['resolve_app', args] as const),
    fc.tuple(text, fc.jsonValue({ maxDepth: 2 })),
  )
  const id = fc.oneof(fc.integer(), fc.string(), fc.constant(null), fc.constant(undefined))
  return fc.oneof(
    fc.tuple(id, calls).map(([id, [name, args]]) => ({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { name, arguments: args },
    })),
    fc
      .tuple(
        id,
        fc.constantFrom(
          'tools/list',
          'initialize',
          'ping',
          'resources/list',
          'notifications/initialized',
          'x',
        ),
      )
      .map(([id, method]) => ({ jsonrpc: '2.0', id, method })),
  )
}

const maxBody = 1024 * 1024

/** Encodes bodies as valid JSON, broken JSON, or anything else. */
export function bodies(values: fc.Arbitrary<unknown>): fc.Arbitrary<Buffer | undefined> {
  const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value) ?? '')
  return fc.oneof(
    { arbitrary: values.map(json), weight: 120 },
    { arbitrary: values.chain(mutated).map(json), weight: 120 },
    { arbitrary: hostileValues.map(json), weight: 40 },
    {
      arbitrary: fc.oneof(
        fc.constant(undefined),
        fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
        values.map((value) => json(value).subarray(0, -1)),
        fc.constantFrom(...brokenJson).map((text) => Buffer.from(text, 'latin1')),
      ),
      weight: 60,
    },
    { arbitrary: fc.constantFrom(0, 1).map((more) => Buffer.alloc(maxBody + more, '[')), weight: 1 },
  )
}

const brokenJson: readonly string[] = [
  '',
  ' ',
  '{',
  '{"a":1,"a":2}',
  '{"__proto__":{"x":1}}',
  '{"constructor":{"prototype":{"x":1}}}',
  '\xef\xbb\xbf{}',
  '\xff\xfe{\0}\0',
  '"\\ud800"',
  '{"a":"\\u0000"}',
  '{"a":\x00}',
  '1e999',
  '-0',
  'NaN',
  "{'a':1}",
  '{"a":1,}',
  '// x\n{}',
  '['.repeat(5000),
  '['.repeat(120) + ']'.repeat(120),
  `${'{"a":'.repeat(3000)}1${'}'.repeat(3000)}`,
  `{"a":"${'x'.repeat(200_000)}"}`,
  `[${'1,'.repeat(50_000)}1]`,
]
