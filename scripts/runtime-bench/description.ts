import { createRuntime } from '../../packages/runtime/src/index.ts'
import { createFixtureWorkspace } from '../../test/support/fixture-workspace.ts'
import { median, timed } from './median.ts'

const apps = 500

/**
 * Measures the list of tools with 500 installed apps (first call, unchanged, after an install) and a search through them.
 * Targets: 0.2 ms when nothing changed, 10 ms after a change.
 */
export async function benchDescription(): Promise<void> {
  await using workspace = await createFixtureWorkspace()
  for (let index = 0; index < apps; index++) await workspace.install(`bench-app-${index}`)
  await using runtime = await createRuntime({ workspace: workspace.root, audit: false })
  const list = (): Promise<unknown> => runtime.tools.schemas('openai')
  const first = await timed(list)
  // Until the folder's mtime is old enough to reveal every change.
  await new Promise((resolve) => setTimeout(resolve, 2500))
  await list()
  const warm: number[] = []
  for (let round = 0; round < 2000; round++) warm.push(await timed(list))
  const changed: number[] = []
  for (let round = 0; round < 40; round++) {
    await workspace.install(`bench-app-${round}`)
    changed.push(await timed(list))
  }
  const find = (): Promise<unknown> => runtime.find('convert a video')
  await find()
  const found: number[] = []
  for (let round = 0; round < 20; round++) found.push(await timed(find))
  console.table({
    'first list, reads all': row([first]),
    'list, nothing changed': row(warm),
    'list, after one install': row(changed),
    'find, nothing changed': row(found),
  })
}

const row = (times: readonly number[]): Record<string, string> => ({
  'median ms': median(times).toFixed(3),
  'p99 ms': ([...times].sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN).toFixed(3),
})
