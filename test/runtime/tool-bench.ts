import { createRuntime, type Runtime, type SimpleTool } from '@cli-apps/runtime'
import * as z from 'zod'
import { createFixtureWorkspace, writeWorkspaceFile } from '../support/fixture-workspace.ts'

const Greeting = z.object({ name: z.string() })

/** Prints hello, or fails for nobody. */
const greet: SimpleTool<typeof Greeting> = {
  name: 'greet',
  description: 'Says hello',
  effect: 'read',
  input: Greeting,
  run: async ({ name }) => ({ greeting: `Hello, ${name}!` }),
}

/** A tiny PNG, distinguishable from text. */
export const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const paint: SimpleTool = {
  name: 'paint',
  description: 'Gives an image as a tool of an MCP server does',
  effect: 'read',
  input: z.object({}),
  run: async () => ({
    content: [
      { type: 'text', text: 'Here it is.' },
      { type: 'image', data: pixel, mimeType: 'image/png' },
      { type: 'image', data: 'PHN2Zy8+', mimeType: 'image/svg+xml' },
    ],
  }),
}

/** Ends only when its call is canceled. */
const wait: SimpleTool = {
  name: 'wait',
  description: 'Waits',
  effect: 'read',
  input: z.object({}),
  run: (_input, { signal }) =>
    new Promise((resolve) =>
      signal.addEventListener('abort', () => resolve({ gaveUp: true }), { once: true }),
    ),
}

/** A runtime with one app, `probe`, and three tools of the host. */
export async function withToolBench(test: (runtime: Runtime) => Promise<void>): Promise<void> {
  await using workspace = await createFixtureWorkspace()
  await writeWorkspaceFile(workspace, 'notes.txt', 'hello')
  await workspace.install('probe')
  await using runtime = await createRuntime({ workspace: workspace.root, audit: false, sandbox: 'off' })
  for (const tool of [greet, paint, wait]) runtime.tools.register(tool)
  await test(runtime)
}
