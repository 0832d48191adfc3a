import {
  executeFunctionCalls,
  executeToolCalls,
  openaiResponsesTools,
  openaiTools,
} from '@cli-apps/runtime/openai'
import { expect, it } from 'vitest'
import { pixel, withToolBench } from '../tool-bench.ts'

const call = (id: string, name: string, args: string) => ({
  id,
  type: 'function' as const,
  function: { name, arguments: args },
})

it('lists tools for chat completions and for responses', () =>
  withToolBench(async (runtime) => {
    expect(await openaiTools(runtime)).toContainEqual({
      type: 'function',
      function: {
        name: 'greet',
        description: 'Says hello',
        parameters: expect.objectContaining({ type: 'object' }),
      },
    })
    const responses = await openaiResponsesTools(runtime)
    expect(responses[0]).toMatchObject({ type: 'function', name: 'run_cli_app', strict: false })
    expect(responses[0]?.description).toContain('probe')
  }))

it('answers every tool call of a message in order, whatever its outcome', () =>
  withToolBench(async (runtime) => {
    const messages = await executeToolCalls(runtime, [
      call('a', 'run_cli_app', '{"name":"probe","args":["x"]}'),
      call('b', 'greet', '{"name": 5}'),
      call('c', 'greet', '{"name"'),
      call('d', 'Greet', '{}'),
      { id: 'e', type: 'custom', custom: { name: 'greet', input: 'Ann' } },
      call('f', 'greet', '{"name":"Ann"}'),
    ])
    expect(messages.map(({ role, tool_call_id }) => [role, tool_call_id])).toEqual(
      ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => ['tool', id]),
    )
    expect(messages.map(({ content }) => JSON.parse(content))).toMatchObject([
      { ok: true, exit_code: 0, stdout: 'ran x\n' },
      { ok: false, error: { code: 'tool.bad-arguments' } },
      { ok: false, error: { code: 'tool.bad-arguments' } },
      { ok: false, error: { code: 'tool.unknown', hint: 'Did you mean "greet"?' } },
      { ok: false, error: { code: 'tool.unknown' } },
      { ok: true, greeting: 'Hello, Ann!' },
    ])
  }))

it('does nothing for a message without calls', () =>
  withToolBench(async (runtime) => {
    for (const none of [[], null, undefined]) expect(await executeToolCalls(runtime, none)).toEqual([])
    expect(await executeFunctionCalls(runtime, [{ type: 'message' }])).toEqual([])
  }))

it('answers the function calls of a response', () =>
  withToolBench(async (runtime) => {
    const outputs = await executeFunctionCalls(runtime, [
      { type: 'reasoning' },
      { type: 'function_call', call_id: 'one', name: 'greet', arguments: '{"name":"Ann"}' },
      { type: 'function_call', call_id: 'two', name: 'none', arguments: '' },
    ])
    expect(outputs).toEqual([
      { type: 'function_call_output', call_id: 'one', output: '{"ok":true,"greeting":"Hello, Ann!"}' },
      { type: 'function_call_output', call_id: 'two', output: expect.stringContaining('tool.unknown') },
    ])
  }))

it('returns images as images if the API supports them, and never as text', () =>
  withToolBench(async (runtime) => {
    const [message] = await executeToolCalls(runtime, [call('a', 'paint', '{}')])
    expect(message?.content).toContain('[image 1: image/png, ')
    expect(message?.content).not.toContain(pixel)
    const [output] = await executeFunctionCalls(runtime, [
      { type: 'function_call', call_id: 'a', name: 'paint', arguments: '{}' },
    ])
    expect(output?.output).toMatchObject([
      { type: 'input_text', text: expect.stringContaining('Here it is.') },
      { type: 'input_image', image_url: `data:image/png;base64,${pixel}` },
      { type: 'input_image', image_url: 'data:image/svg+xml;base64,PHN2Zy8+' },
    ])
  }))

it('cancels calls with the signal', () =>
  withToolBench(async (runtime) => {
    const controller = new AbortController()
    const running = executeToolCalls(runtime, [call('a', 'wait', '{}')], { signal: controller.signal })
    setImmediate(() => controller.abort())
    expect(await running).toMatchObject([{ tool_call_id: 'a' }])
  }))
