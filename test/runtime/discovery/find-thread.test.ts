import { mkdir } from 'node:fs/promises'
import type { Worker } from 'node:worker_threads'
import { afterEach, describe, expect, it } from 'vitest'
import { createRuntime } from '../../../packages/runtime/src/index.ts'
import { createFixtureWorkspace } from '../../support/fixture-workspace.ts'

const workers: Worker[] = []
const note = (worker: Worker): void => void workers.push(worker)
process.on('worker', note)
afterEach(() => void workers.splice(0))

describe('the thread that finds apps', () => {
  it('is shared by all runtimes and queries, follows installs, and is restarted after it ended', async () => {
    await using one = await createFixtureWorkspace()
    const home = process.env.CLI_APPS_HOME
    await one.install('zebra-tool', { manifest: { summary: 'Paints zebras' } })
    await using two = await createFixtureWorkspace()
    await mkdir(two.root)
    const settings = { registry: 'off', audit: false, sandbox: 'off' } as const
    await using first = await createRuntime({ workspace: one.root, ...settings, ...(home && { home }) })
    await using second = await createRuntime({ workspace: two.root, ...settings })
    const [found, none] = await Promise.all([first.find('paint zebras'), second.find('paint zebras')])
    expect(found.hits.map(({ name }) => name)).toEqual(['zebra-tool'])
    expect(none.hits).toEqual([])
    await two.install('zebra-brush', { manifest: { summary: 'Brushes zebras' } })
    expect((await second.find('zebras')).hits.map(({ name }) => name)).toEqual(['zebra-brush'])
    expect(workers).toHaveLength(1)

    const lost = first.find('paint zebras')
    await workers[0]?.terminate()
    await lost.then(
      () => undefined,
      (error: unknown) => expect(error).toMatchObject({ code: 'find.ended' }),
    )
    expect((await first.find('paint zebras')).hits).toHaveLength(1)
    expect(workers).toHaveLength(2)
  })
})
