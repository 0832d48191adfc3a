import { mkdir } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { createRuntime } from '../../../packages/runtime/src/index.ts'
import { createFixtureWorkspace } from '../../support/fixture-workspace.ts'

const JsonSchema = z.strictObject({
  type: z.literal('object'),
  properties: z.record(
    z.string(),
    z.looseObject({ type: z.string().optional(), description: z.string().optional() }),
  ),
  required: z.tuple([z.literal('name')]),
})
const name = z.literal('run_cli_app')
const description = z.string().min(1)

const shapes = {
  openai: z.strictObject({
    type: z.literal('function'),
    function: z.strictObject({ name, description, parameters: JsonSchema }),
  }),
  'openai-responses': z.strictObject({
    type: z.literal('function'),
    name,
    description,
    parameters: JsonSchema,
    strict: z.literal(false),
  }),
  anthropic: z.strictObject({ name, description, input_schema: JsonSchema }),
  mcp: z.strictObject({
    name,
    description,
    inputSchema: JsonSchema,
    outputSchema: z.looseObject({ type: z.literal('object') }),
    annotations: z.strictObject({ readOnlyHint: z.literal(false) }),
  }),
} as const

it.each(['openai', 'openai-responses', 'anthropic', 'mcp'] as const)(
  'the %s shape is what that API takes',
  async (shape) => {
    await using workspace = await createFixtureWorkspace()
    await mkdir(workspace.root, { recursive: true })
    await using runtime = await createRuntime({ workspace: workspace.root })
    const [first] = await runtime.tools.schemas(shape)
    expect(shapes[shape].safeParse(JSON.parse(JSON.stringify(first))).error).toBeUndefined()
  },
)

it('the input has the documented fields and limits', async () => {
  await using workspace = await createFixtureWorkspace()
  await mkdir(workspace.root, { recursive: true })
  await using runtime = await createRuntime({ workspace: workspace.root })
  const [tool] = await runtime.tools.list()
  expect(tool?.effect).toBe('unknown')
  expect(tool?.input.properties).toMatchObject({
    name: { type: 'string' },
    args: { type: 'array', items: { type: 'string' } },
    working_dir: { type: 'string' },
    timeout: { type: 'number', description: 'Seconds, at most 600' },
    background: { type: 'boolean' },
  })
})
