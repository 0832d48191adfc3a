import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { createRuntime, type Runtime } from '../../../packages/runtime/src/index.ts'
import { createFixtureWorkspace, type FixtureWorkspace } from '../../support/fixture-workspace.ts'

let workspace: FixtureWorkspace
let runtime: Runtime
const bugs: unknown[] = []

beforeAll(async () => {
  workspace = await createFixtureWorkspace()
  const option = { long: ['--set'], short: [], summary: '', value: { name: 'X' } }
  const tree = {
    name: 'probe',
    commands: [{ name: 'put', options: [option], positionals: [{ name: 'file' }] }],
  }
  await workspace.install('probe', { argv: ['/bin/true'], tree })
  runtime = await createRuntime({
    workspace: workspace.root,
    sandbox: 'off',
    audit: false,
    registry: 'off',
    // Nothing is to run here but what is asked for wrongly.
    effects: { read: 'deny', write: 'deny', unknown: 'deny', destructive: 'deny' },
    onBug: (error) => bugs.push(error),
  })
  runtime.tools.register({
    name: 'by_zod',
    description: 'x',
    effect: 'read',
    input: z.object({ name: z.string().optional(), nested: z.looseObject({}).optional() }),
    run: async () => ({}),
  })
  runtime.tools.register({
    name: 'by_json_schema',
    description: 'x',
    effect: 'read',
    input: {
      type: 'object',
      properties: { name: { type: 'string' }, tree: { $ref: '#/$defs/tree' } },
      $defs: { tree: { type: 'object', properties: { sub: { $ref: '#/$defs/tree' } } } },
    },
    run: async () => ({}),
  })
})
afterAll(async () => {
  await runtime.close()
  await workspace[Symbol.asyncDispose]()
})

const names = [
  'run_cli_app',
  'find_cli_apps',
  'read_skill',
  'job_status',
  'job_result',
  'job_cancel',
  'by_zod',
  'by_json_schema',
]

async function expectClean(name: string, given: unknown): Promise<void> {
  bugs.length = 0
  const result = await runtime.tools.execute({ name, arguments: given as Record<string, unknown> })
  expect(JSON.stringify(result)).toBeTypeOf('string')
  if (!result.ok) expect(result.error.code, JSON.stringify(result.error)).not.toBe('internal')
  expect(bugs).toEqual([])
}

const list = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)
const object = (levels: number, key = 'sub'): string => `${`{"${key}":`.repeat(levels)}1${'}'.repeat(levels)}`

const texts: [string, string][] = [
  ['a list of 100,000 levels', list(100_000)],
  ['an object of 100,000 levels', object(100_000)],
  ['a known field of 100,000 levels', `{"name":${list(100_000)}}`],
  ['an unknown field of 100,000 levels', `{"what":${object(100_000)}}`],
  ['input of 100,000 levels', `{"name":"probe","command":"put","input":{"set":${list(100_000)}}}`],
  ['input of 3,000 levels', `{"name":"probe","command":"put","input":{"set":${object(3000)}}}`],
  ['a recursive schema of 100,000 levels', `{"tree":${object(100_000)}}`],
  ['a recursive schema of 3,000 levels', `{"tree":${object(3000)}}`],
  [
    'JSON text of many levels in a field',
    JSON.stringify({ name: 'probe', args: list(50_000), input: object(50_000), tree: object(50_000) }),
  ],
  ['__proto__', '{"__proto__":{"name":"probe"},"name":"probe"}'],
  ['__proto__ as text', '{"name":"probe","__proto__":"x"}'],
  ['__proto__ in input', '{"name":"probe","command":"put","input":{"__proto__":{"set":1}}}'],
  [
    'constructor',
    '{"constructor":{"prototype":{"x":1}},"name":"probe","toString":1,"valueOf":2,"hasOwnProperty":3}',
  ],
  ['constructor in input', '{"name":"probe","command":"put","input":{"constructor":1,"toString":"x"}}'],
  ['keys twice', '{"name":"probe","name":5,"args":["a"],"args":{"a":1}}'],
  ['lone surrogates', '{"name":"\\ud800","args":["\\udfff","a\\ud800b"],"query":"\\udc00","id":"\\ud800"}'],
  ['a lone surrogate as key', '{"\\ud800":1,"name":"probe"}'],
  ['NUL', '{"name":"\\u0000","args":["\\u0000"],"query":"\\u0000","id":"\\u0000","command":"\\u0000"}'],
  [
    'numbers beyond 2^53',
    '{"name":123456789012345678901234567890,"timeout":1e999,"args":[9007199254740993,-1e400],"wait":1e308}',
  ],
  ['negative zero', '{"timeout":-0,"wait":-0,"limit":-0}'],
  ['a list', '[]'],
  ['a text', '"text"'],
  ['null', 'null'],
  ['blank', '   '],
  ['not JSON', '{"name": probe}'],
  ['a byte order mark', '\ufeff{"name":"probe"}'],
  ['5 MB of text', `{"name":"probe","args":["${'x'.repeat(5_000_000)}"],"query":"${'y'.repeat(100_000)}"}`],
  ['a million items', `{"name":"probe","args":[${'1,'.repeat(999_999)}1]}`],
  ['100,000 keys', `{${Array.from({ length: 100_000 }, (_, at) => `"k${at}":${at}`).join(',')}}`],
  ['text of text of text', JSON.stringify(JSON.stringify(JSON.stringify({ name: 'probe' })))],
]

describe.each(names)('%s', (name) => {
  it.each(texts)('takes %s as arguments or refuses them', (_, text) => expectClean(name, text))
})

const hostile = (): [string, unknown][] => {
  const cycle: Record<string, unknown> = { name: 'probe' }
  cycle.input = cycle
  cycle.args = [cycle]
  let shared: unknown = 1
  for (let level = 0; level < 60; level++) shared = { a: shared, b: shared }
  const throwing = {
    get name(): string {
      throw new Error('no')
    },
  }
  return [
    ['a cycle', cycle],
    ['a value that multiplies', { name: 'probe', input: shared, tree: shared, nested: shared }],
    ['a property that throws', throwing],
    [
      'a proxy that throws',
      new Proxy(
        {},
        {
          ownKeys: () => {
            throw new Error('no')
          },
        },
      ),
    ],
    ['a function', () => 1],
    ['a symbol', Symbol('x')],
    ['a big integer', { name: 1n, args: [1n], timeout: 1n }],
    ['a date', { name: new Date(Number.NaN) }],
    ['a map', new Map([['name', 'probe']])],
    ['no prototype', Object.assign(Object.create(null), { name: 'probe' })],
    ['a list with holes', { name: 'probe', args: new Array(5) }],
    ['undefined', undefined],
    ['a number', 5],
    ['symbols as keys', { [Symbol('x')]: 1, name: 'probe' }],
  ]
}

describe.each(names)('%s', (name) => {
  it.each(hostile())('takes %s from the host as arguments or refuses it', (_, value) =>
    expectClean(name, value),
  )
})

it('never fails by an error of its own, whatever the arguments', async () => {
  const key = fc.oneof(
    fc.constantFrom(
      'name',
      'args',
      'command',
      'input',
      'json',
      'timeout',
      'query',
      'id',
      '__proto__',
      'constructor',
    ),
    fc.string({ unit: 'binary' }),
  )
  const { value } = fc.letrec<{ value: unknown; list: unknown; object: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom('probe', 'put', null, true, -0, 2 ** 60, Number.NaN),
      fc.string({ unit: 'binary' }),
      fc.double(),
      tie('list'),
      tie('object'),
    ),
    list: fc.array(tie('value'), { maxLength: 4 }),
    object: fc.dictionary(key, tie('value'), { maxKeys: 6 }),
  }))
  const given = fc.oneof(
    value,
    value.map((one) => JSON.stringify(one)),
    fc.string({ unit: 'binary' }),
    fc.json(),
    fc.anything({
      withBigInt: true,
      withNullPrototype: true,
      withSparseArray: true,
      withDate: true,
      withMap: true,
    }),
  )
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...names), given, (name, one) => expectClean(name, one)),
    { numRuns: 200 },
  )
})

it('refuses a call that is not an object', async () => {
  for (const call of [undefined, null, 5, 'x', [], { name: {} }, { name: Symbol('x') }]) {
    const result = await runtime.tools.execute(call as never)
    expect(result).toMatchObject({ ok: false, error: { code: 'tool.unknown' } })
  }
})
