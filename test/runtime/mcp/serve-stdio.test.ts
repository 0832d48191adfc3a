import { PassThrough } from 'node:stream'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { createRuntime, type Runtime } from '../../../packages/runtime/src/index.ts'
import { serveMcpStdio } from '../../../packages/runtime/src/mcp/index.ts'
import { createFixtureWorkspace, type FixtureWorkspace } from '../../support/fixture-workspace.ts'

let workspace: FixtureWorkspace
let runtime: Runtime

beforeAll(async () => {
  workspace = await createFixtureWorkspace()
  await workspace.install('probe')
  runtime = await createRuntime({ workspace: workspace.root, sandbox: 'off', audit: false })
  const length = z.object({ text: z.string() })
  runtime.tools.register({
    name: 'length',
    description: 'Counts',
    effect: 'read',
    input: length,
    run: async ({ text }) => ({ length: text.length }),
  })
})
afterAll(async () => {
  await runtime.close()
  await workspace[Symbol.asyncDispose]()
})

interface Answer {
  id: unknown
  error?: { code: number; message: string }
  result?: { structuredContent?: unknown }
}

/** An open connection, to which raw bytes are written. */
async function connect() {
  const input = new PassThrough()
  const output = new PassThrough()
  const answers: Answer[] = []
  let rest = ''
  output.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString()).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) answers.push(JSON.parse(line))
  })
  const served = serveMcpStdio(runtime, { input, output })
  const answerTo = async (id: unknown): Promise<Answer> => {
    await expect.poll(() => answers.some((one) => one.id === id), { timeout: 30_000 }).toBe(true)
    return answers.find((one) => one.id === id) ?? { id: undefined }
  }
  let last = 1000
  const call = (text: string) => {
    const id = ++last
    const params = { name: 'length', arguments: { text } }
    input.write(`${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params })}\n`)
    return answerTo(id)
  }
  const params = {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  }
  input.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`)
  await answerTo(1)
  input.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`)
  return {
    input,
    answers,
    answerTo,
    call,
    async [Symbol.asyncDispose]() {
      input.end()
      await served
    },
  }
}

const deep = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)
const long = 'x'.repeat(12_000_000)

describe('a server on standard input and output', () => {
  it.each<[string, string | Buffer, unknown, number]>([
    ['a line of 12 MB', long, null, -32_600],
    [
      'a call of 12 MB that begins with its id',
      `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"a":"${long}"}}`,
      7,
      -32_600,
    ],
    [
      'a call of 12 MB that ends with its id',
      `{"method":"m","params":{"a":"${long}"},"jsonrpc":"2.0","id":"eight"}`,
      'eight',
      -32_600,
    ],
    [
      'a call of 12 MB whose parameters end with an id',
      `{"method":"m","params":{"a":"${long}","id":5}}`,
      null,
      -32_600,
    ],
    ['what is not JSON', '{"jsonrpc":"2.0","id":3', null, -32_700],
    ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]), null, -32_700],
    ['an overlong NUL', Buffer.from([0x22, 0xc0, 0x80, 0x22]), null, -32_700],
    ['a NUL', '\0', null, -32_700],
    ['a batch', '[{"jsonrpc":"2.0","id":2,"method":"ping"}]', null, -32_600],
    ['an empty batch', '[]', null, -32_600],
    ['a number', '5', null, -32_600],
    ['null', 'null', null, -32_600],
    ['another version', '{"jsonrpc":"1.0","id":4,"method":"ping"}', 4, -32_600],
    ['a method that is a number', '{"jsonrpc":"2.0","id":5,"method":5}', 5, -32_600],
    ['parameters that are a list', '{"jsonrpc":"2.0","id":6,"method":"tools/call","params":[1]}', 6, -32_600],
    ['an id that is an object', '{"jsonrpc":"2.0","id":{},"method":"ping"}', null, -32_600],
    ['neither method nor answer', '{"jsonrpc":"2.0","id":9}', 9, -32_600],
    [
      'deep parameters',
      `{"jsonrpc":"2.0","id":10,"method":"tools/call","params":{"a":${deep(1000)}}}`,
      10,
      -32_600,
    ],
    [
      'very deep parameters',
      `{"jsonrpc":"2.0","id":11,"method":"tools/call","params":{"a":${deep(500_000)}}}`,
      11,
      -32_600,
    ],
  ])('answers %s with an error, and continues', async (_, line, id, code) => {
    await using connection = await connect()
    connection.input.write(line)
    connection.input.write('\n')
    expect(await connection.answerTo(id)).toMatchObject({ id, error: { code } })
    expect(await connection.call('abc')).toMatchObject({ result: { structuredContent: { length: 3 } } })
  })

  it('reads messages that arrive split, several at a time and between blank lines', async () => {
    await using connection = await connect()
    const message = (id: number) => `{"jsonrpc":"2.0","id":${id},"method":"ping"}\r\n`
    const text = Buffer.from(`\n\r\n  \n${message(20)}${message(21)}é\n${message(22)}`)
    for (let at = 0; at < text.length; at += 7) connection.input.write(text.subarray(at, at + 7))
    for (const id of [20, 21, 22]) expect(await connection.answerTo(id)).toMatchObject({ result: {} })
  })

  it('ends without a response to a partial line', async () => {
    const connection = await connect()
    connection.input.write('{"jsonrpc":"2.0","id":30,"meth')
    await connection[Symbol.asyncDispose]()
    expect(connection.answers).toHaveLength(1)
  })

  it('answers each of 100,000 tiny messages', async () => {
    await using connection = await connect()
    connection.input.write('{}\n'.repeat(100_000))
    expect(await connection.call('ab')).toMatchObject({ result: { structuredContent: { length: 2 } } })
    expect(connection.answers.filter(({ error }) => error?.code === -32_600)).toHaveLength(100_000)
  })

  it('continues after any bytes', async () => {
    await using connection = await connect()
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.uint8Array(),
          fc.json().map((text) => Buffer.from(text)),
        ),
        async (bytes) => {
          connection.input.write(bytes)
          connection.input.write('\n')
          expect(await connection.call('abcd')).toMatchObject({
            result: { structuredContent: { length: 4 } },
          })
        },
      ),
      { numRuns: 60 },
    )
  })
})
