import { aiTools } from '@cli-apps/runtime/ai'
import { generateText, stepCountIs, type ToolSet } from 'ai'
import { MockLanguageModelV3 } from 'ai/test'
import { expect, it } from 'vitest'
import { pixel, withToolBench } from '../tool-bench.ts'

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
}

type Content = Awaited<ReturnType<MockLanguageModelV3['doGenerate']>>['content'][number]

/** A model of the AI SDK that makes these calls, then stops. */
function modelThatCalls(calls: readonly { name: string; input: string }[]): MockLanguageModelV3 {
  const content = calls.map(
    ({ name, input }, index): Content => ({
      type: 'tool-call',
      toolCallId: `call-${index}`,
      toolName: name,
      input,
    }),
  )
  const step = (parts: Content[], unified: 'tool-calls' | 'stop') => ({
    content: parts,
    finishReason: { unified, raw: undefined },
    usage,
    warnings: [],
  })
  let turn = 0
  return new MockLanguageModelV3({
    doGenerate: async () => {
      turn += 1
      return turn === 1 ? step(content, 'tool-calls') : step([{ type: 'text', text: 'Done.' }], 'stop')
    },
  })
}

it('returns tools that generateText of the AI SDK can offer, call and answer with', () =>
  withToolBench(async (runtime) => {
    const tools: ToolSet = await aiTools(runtime)
    const model = modelThatCalls([
      { name: 'run_cli_app', input: '{"name":"probe","args":["x"]}' },
      { name: 'greet', input: '{"nam":"Ann"}' },
      { name: 'paint', input: '{}' },
    ])
    const { text, steps } = await generateText({ model, tools, prompt: 'Go', stopWhen: stepCountIs(3) })
    expect(text).toBe('Done.')
    expect(steps[0]?.toolResults.map(({ output }) => output)).toMatchObject([
      { ok: true, exit_code: 0, stdout: 'ran x\n' },
      { ok: false, error: { code: 'tool.bad-arguments' } },
      { ok: true, content: [{ text: 'Here it is.' }, { text: expect.stringContaining('image/png') }, {}] },
    ])
    const [first, second] = model.doGenerateCalls
    const offered = first?.tools ?? []
    const greet = offered.find(({ name }) => name === 'greet')
    expect(offered[0]).toMatchObject({ type: 'function', name: 'run_cli_app' })
    expect(greet).toMatchObject({ inputSchema: { type: 'object', properties: { name: { type: 'string' } } } })
    const sent = JSON.stringify(second?.prompt)
    expect(sent).toContain('ran x')
    expect(sent).not.toContain(pixel)
  }))

it("cancels a call with the SDK's signal", () =>
  withToolBench(async (runtime) => {
    const { wait } = await aiTools(runtime)
    const controller = new AbortController()
    const running = wait?.execute({}, { abortSignal: controller.signal })
    setImmediate(() => controller.abort())
    expect(await running).toBeDefined()
  }))

it('has a schema that Standard Schema readers understand', () =>
  withToolBench(async (runtime) => {
    const { greet } = await aiTools(runtime)
    const standard = greet?.inputSchema['~standard']
    expect(standard?.jsonSchema.input({ target: 'draft-07' })).toMatchObject({ required: ['name'] })
    expect(standard?.validate({ name: 'Ann' })).toEqual({ value: { name: 'Ann' } })
  }))
