import { createRuntime } from '../../packages/runtime/src/index.ts'
import { createFixtureWorkspace } from '../../test/support/fixture-workspace.ts'
import { median, timed } from './median.ts'

/** What the list of tools costs with 500 installed apps: at first, when nothing changed, and after an install. */
export async function benchDescription(): Promise<void> {
  await using workspace = await createFixtureWorkspace()
  for (let index = 0; index < 500; index++) await workspace.install(`bench-app-${index}`)
  await using runtime = await createRuntime({ workspace: workspace.root })
  const list = (): Promise<unknown> => runtime.tools.schemas('openai')
  const first = await timed(list)
  // Until the folder's time tells every change.
  await new Promise((resolve) => setTimeout(resolve, 2500))
  await list()
  const warm: number[] = []
  for (let round = 0; round < 500; round++) warm.push(await timed(list))
  const changed: number[] = []
  for (let round = 0; round < 20; round++) {
    await workspace.install('bench-app-7')
    changed.push(await timed(list))
  }
  console.table([
    {
      'tool list of 500 apps': 'ms',
      'first, reads all': first.toFixed(2),
      warm: median(warm).toFixed(3),
      'after one install': median(changed).toFixed(2),
    },
  ])
}
