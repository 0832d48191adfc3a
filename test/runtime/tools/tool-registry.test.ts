import { ForbiddenError } from '@cli-apps/core'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { ToolCall } from '../../../packages/runtime/src/index.ts'
import type { SimpleTool, Tool } from '../../../packages/runtime/src/tools/tool.ts'
import { createToolRegistry } from '../../../packages/runtime/src/tools/tool-registry.ts'
import { executionSettings } from '../../support/execution-settings.ts'

const tool = (name: string, run: SimpleTool['run'] = async () => ({})): SimpleTool => ({
  name,
  description: `The tool ${name}`,
  input: z.strictObject({}),
  effect: 'read',
  run,
})
const registryOf = (...tools: Tool[]) =>
  createToolRegistry({ builtIn: tools, concurrency: 2, execution: executionSettings(), changed: () => {} })
const namesOf = async (tools: ReturnType<typeof registryOf>) => (await tools.list()).map(({ name }) => name)

describe('the list of tools', () => {
  it('begins with the built-in ones in their order, then the others by name', async () => {
    const tools = registryOf(tool('z_first'), tool('a_second'))
    tools.register(tool('m'))
    tools.register(tool('b'))
    expect(await namesOf(tools)).toEqual(['z_first', 'a_second', 'b', 'm'])
    expect(tools.unregister('z_first')).toBe(true)
    expect(tools.unregister('z_first')).toBe(false)
    expect(tools.get('z_first')).toBeUndefined()
    expect(tools.get('m')?.name).toBe('m')
    expect(await namesOf(tools)).toEqual(['a_second', 'b', 'm'])
  })

  it('asks for the description each time', async () => {
    let count = 0
    const tools = registryOf({ ...tool('counter'), description: async () => `asked ${++count}` })
    expect((await tools.list())[0]?.description).toBe('asked 1')
    expect((await tools.schemas('mcp'))[0]?.description).toBe('asked 2')
  })

  it('puts tools of servers last, and lists them although one cannot say what it does, or whether it is listed', async () => {
    const bugs: unknown[] = []
    const tools = createToolRegistry({
      builtIn: [tool('run')],
      concurrency: 1,
      execution: executionSettings({ onBug: (error) => bugs.push(error) }),
      changed: () => {},
    })
    for (const name of ['mcp_a_b', 'zebra', 'mcp_a_a', 'ant']) tools.register(tool(name))
    tools.register({
      ...tool('bat'),
      description: () => {
        throw new Error('no words')
      },
      isListed: () => {
        throw new Error('who knows')
      },
    })
    expect(await namesOf(tools)).toEqual(['run', 'ant', 'bat', 'zebra', 'mcp_a_a', 'mcp_a_b'])
    expect((await tools.list())[2]?.description).toBe('The tool bat.')
    expect(bugs).toHaveLength(4)
  })

  it('refuses a taken name and what no model API takes', () => {
    const tools = registryOf(tool('one'))
    const thrown = (other: Tool): unknown => {
      try {
        tools.register(other)
      } catch (error) {
        return error
      }
      return undefined
    }
    expect(thrown(tool('one'))).toMatchObject({ code: 'tool.name-taken' })
    expect(thrown(tool('a b'))).toMatchObject({ code: 'tool.bad-name' })
    expect(thrown(tool('x'.repeat(65)))).toMatchObject({ code: 'tool.bad-name' })
    expect(thrown({ ...tool('text'), input: z.string() })).toMatchObject({ code: 'tool.bad-input' })
  })
})

describe('execute', () => {
  const echo: Tool<z.ZodObject<{ text: z.ZodString }>> = {
    name: 'echo',
    description: 'Echo',
    input: z.object({ text: z.string() }),
    effect: 'read',
    run: async ({ text }) => ({ text }),
  }

  it('takes arguments as an object or as JSON text', async () => {
    const tools = registryOf(echo, tool('nothing'))
    const given = { ok: true, text: 'hi' }
    expect(await tools.execute({ name: 'echo', arguments: { text: 'hi' } })).toEqual(given)
    expect(await tools.execute({ name: 'echo', arguments: '{"text":"hi"}' })).toEqual(given)
    for (const none of [undefined, null, '', ' ', {}, '{}']) {
      expect(await tools.execute({ name: 'nothing', arguments: none })).toEqual({ ok: true })
    }
  })

  it.each([
    [{ name: 'echo' }, 'tool.bad-arguments'],
    [{ name: 'echo', arguments: { text: 7 } }, 'tool.bad-arguments'],
    [{ name: 'echo', arguments: [] }, 'tool.bad-arguments'],
    [{ name: 'echo', arguments: 7 }, 'tool.bad-arguments'],
    [{ name: 'echo', arguments: '{"text":' }, 'tool.bad-arguments'],
    [{ name: 'echo', arguments: '[1]' }, 'tool.bad-arguments'],
    [{ name: 'echo', arguments: 'null' }, 'tool.bad-arguments'],
    [{ name: 'echo', arguments: () => 1 }, 'tool.bad-arguments'],
    [{ name: 'nothing', arguments: { extra: 1 } }, 'tool.bad-arguments'],
    [{ name: 'nothing', arguments: { ['k'.repeat(1e5)]: 1 } }, 'tool.bad-arguments'],
    [{ name: 'list', arguments: { items: Array.from({ length: 5000 }, () => ({})) } }, 'tool.bad-arguments'],
    [{ name: 'Echo', arguments: { text: 'hi' } }, 'tool.unknown'],
    [{ name: '__proto__' }, 'tool.unknown'],
    [{ name: 'x'.repeat(1e6) }, 'tool.unknown'],
    [{ name: 7 }, 'tool.unknown'],
    [{}, 'tool.unknown'],
    [null, 'tool.unknown'],
    [undefined, 'tool.unknown'],
    ['echo', 'tool.unknown'],
  ])('%j gives %s', async (call, code) => {
    const list: Tool = { ...tool('list'), input: z.object({ items: z.array(z.string()) }) }
    const tools = registryOf(echo, tool('nothing'), list)
    const result = await tools.execute(call as unknown as ToolCall)
    expect(result).toMatchObject({ ok: false, error: { code, message: expect.any(String) } })
    expect(JSON.stringify(result).length).toBeLessThan(2000)
  })

  it('gives a value even for arguments that cannot be read', async () => {
    const circular: Record<string, unknown> = { text: 1n }
    circular.self = circular
    const throwing = {
      get text(): string {
        throw new Error('not today')
      },
    }
    for (const given of [circular, throwing]) {
      expect(await registryOf(echo).execute({ name: 'echo', arguments: given })).toMatchObject({ ok: false })
    }
  })

  it('suggests a tool for a wrong name and does not run it', async () => {
    let ran = false
    const tools = registryOf(
      tool('run_cli_app', async () => {
        ran = true
        return {}
      }),
    )
    expect(await tools.execute({ name: 'Run_CLI_App' })).toMatchObject({
      error: { hint: 'Did you mean "run_cli_app"?' },
    })
    expect(ran).toBe(false)
  })

  it('gives failures of a tool as values; what is a bug stays inside', async () => {
    const bugs: unknown[] = []
    const secret = new Error('a path nobody should see')
    const tools = createToolRegistry({
      builtIn: [
        tool('forbidden', async () => {
          throw new ForbiddenError('x.no', 'No.', { hint: 'Ask.' })
        }),
        tool('bug', () => {
          throw secret
        }),
      ],
      concurrency: 1,
      execution: executionSettings({ onBug: (error) => bugs.push(error) }),
      changed: () => {},
    })
    expect(await tools.execute({ name: 'forbidden' })).toMatchObject({
      ok: false,
      error: { code: 'x.no', message: 'No.', hint: 'Ask.' },
    })
    const result = await tools.execute({ name: 'bug' })
    expect(result).toMatchObject({ ok: false, error: { code: 'internal' } })
    expect(JSON.stringify(result)).not.toContain('path')
    expect(bugs).toEqual([secret])
  })

  it("gives the model the message of what a host's tool throws, and the host the error", async () => {
    const bugs: unknown[] = []
    const cause = new TypeError('no weather for Atlantis')
    const tools = createToolRegistry({
      builtIn: [],
      concurrency: 1,
      execution: executionSettings({ onBug: (error) => bugs.push(error) }),
      changed: () => {},
    })
    tools.register(
      tool('weather', () => {
        throw cause
      }),
    )
    tools.register({ ...tool('clock', async () => ({})), run: () => ({ hour: 12 }) })
    expect(await tools.execute({ name: 'weather' })).toEqual({
      ok: false,
      error: {
        code: 'tool.failed',
        message: 'no weather for Atlantis',
        hint: 'The error is of the tool weather itself.',
      },
    })
    expect(bugs).toEqual([cause])
    expect(await tools.execute({ name: 'clock' })).toEqual({ ok: true, hour: 12 })
  })

  it('gives what JSON can hold, whatever a tool gives', async () => {
    const cycle: Record<string, unknown> = { big: 10n ** 20n, none: undefined, act: () => 1, at: new Date(0) }
    cycle.self = cycle
    cycle.twice = [cycle.at, cycle.at]
    const hostile = {
      get words(): string {
        throw new Error('not today')
      },
    }
    const tools = registryOf(
      tool('cycle', async () => cycle),
      tool('hostile', async () => hostile),
      tool('late', async () => ({
        toJSON: () => Object.defineProperty({}, 'a', { enumerable: true, get: () => hostile.words }),
      })),
      tool('lies', async () => ({ ok: false, value: 1 })),
      tool('nothing', async () => undefined as never),
      tool('rejects', () => Promise.reject(null)),
    )
    const at = '1970-01-01T00:00:00.000Z'
    expect(await tools.execute({ name: 'cycle' })).toEqual({
      ok: true,
      big: '100000000000000000000',
      at,
      self: { big: '100000000000000000000', at, self: '[cycle]', twice: [at, at] },
      twice: [at, at],
    })
    expect(await tools.execute({ name: 'hostile' })).toMatchObject({ ok: false, error: { code: 'internal' } })
    expect(await tools.execute({ name: 'late' })).toMatchObject({ error: { code: 'tool.bad-result' } })
    expect(await tools.execute({ name: 'lies' })).toEqual({ ok: true, value: 1 })
    expect(await tools.execute({ name: 'nothing' })).toEqual({ ok: true })
    expect(await tools.execute({ name: 'rejects' })).toMatchObject({ error: { code: 'internal' } })
  })

  it('takes a tool whose input is a JSON Schema', async () => {
    const tools = registryOf()
    tools.register({
      name: 'double',
      description: 'Doubles',
      input: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] },
      effect: 'read',
      run: async ({ n }) => ({ n: Number(n) * 2 }),
    })
    expect(await tools.execute({ name: 'double', arguments: '{"n":"21"}' })).toEqual({ ok: true, n: 42 })
    expect(await tools.execute({ name: 'double', arguments: {} })).toMatchObject({
      error: { code: 'tool.bad-arguments' },
    })
    expect((await tools.schemas('ai'))[0]).toEqual({
      type: 'function',
      name: 'double',
      description: 'Doubles',
      inputSchema: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] },
    })
  })

  it('does not begin a call that was canceled before', async () => {
    const result = await registryOf(tool('one')).execute({ name: 'one' }, { signal: AbortSignal.abort() })
    expect(result).toMatchObject({ ok: false, error: { code: 'tool.canceled' } })
  })
})

describe('executeAll', () => {
  it('keeps the order, runs at most as many as allowed, and one failure hurts no other', async () => {
    let now = 0
    let most = 0
    const tools = registryOf({
      ...tool('wait'),
      input: z.object({ ms: z.number() }),
      async run(input) {
        const { ms } = z.object({ ms: z.number() }).parse(input)
        most = Math.max(most, ++now)
        await new Promise((resolve) => setTimeout(resolve, ms))
        now--
        return { ms }
      },
    })
    const calls = [60, 1, 30, 2, 5].map((ms) => ({ name: 'wait', arguments: { ms } }))
    const results = await tools.executeAll([...calls, { name: 'nowhere' }])
    expect(results.map((result) => (result.ok ? result.ms : result.error.code))).toEqual([
      60,
      1,
      30,
      2,
      5,
      'tool.unknown',
    ])
    expect(most).toBe(2)
    expect(await tools.executeAll([])).toEqual([])
  })
})
