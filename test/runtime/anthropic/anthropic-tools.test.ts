import { anthropicTools, executeToolUses } from '@cli-apps/runtime/anthropic'
import { expect, it } from 'vitest'
import { pixel, withToolBench } from '../tool-bench.ts'

const use = (id: string, name: string, input: unknown) => ({ type: 'tool_use', id, name, input })

it('lists tools with an object schema each', () =>
  withToolBench(async (runtime) => {
    const tools = await anthropicTools(runtime)
    expect(tools.map(({ input_schema }) => input_schema.type)).toEqual(tools.map(() => 'object'))
    expect(tools).toContainEqual(expect.objectContaining({ name: 'greet', description: 'Says hello' }))
  }))

it('answers every tool use of a message in order, with errors marked', () =>
  withToolBench(async (runtime) => {
    const blocks = await executeToolUses(runtime, [
      { type: 'text', text: 'I will.' } as { type: string },
      use('a', 'greet', { name: 'Ann' }),
      use('b', 'greet', { nam: 'Ann' }),
      use('c', 'none', {}),
    ])
    expect(blocks).toEqual([
      { type: 'tool_result', tool_use_id: 'a', content: '{"ok":true,"greeting":"Hello, Ann!"}' },
      {
        type: 'tool_result',
        tool_use_id: 'b',
        content: expect.stringContaining('bad-arguments'),
        is_error: true,
      },
      {
        type: 'tool_result',
        tool_use_id: 'c',
        content: expect.stringContaining('tool.unknown'),
        is_error: true,
      },
    ])
  }))

it("returns an app's own failure as a result, not as an error of the tool", () =>
  withToolBench(async (runtime) => {
    const [block] = await executeToolUses(runtime, [use('a', 'run_cli_app', { name: 'probe', args: [] })])
    expect(block).not.toHaveProperty('is_error')
  }))

it('returns supported images as blocks, and mentions others', () =>
  withToolBench(async (runtime) => {
    const [block] = await executeToolUses(runtime, [use('a', 'paint', {})])
    expect(block?.content).toEqual([
      { type: 'text', text: expect.stringMatching(/image 1: image\/png.*image 2: image\/svg\+xml/) },
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: pixel } },
    ])
  }))
