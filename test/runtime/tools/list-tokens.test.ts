import { mkdir, readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { AppManifest } from '@cli-apps/core'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createRuntime, type Runtime } from '../../../packages/runtime/src/index.ts'
import { createFixtureWorkspace, type FixtureWorkspace } from '../../support/fixture-workspace.ts'

const catalog = path.resolve(import.meta.dirname, '../../../catalog')
const tree = { name: 'x', description: '', usage: [], options: [], arguments: [], commands: [] }

async function workspaceOf(): Promise<FixtureWorkspace> {
  const workspace = await createFixtureWorkspace()
  onTestFinished(() => workspace[Symbol.asyncDispose]())
  await mkdir(workspace.root, { recursive: true })
  return workspace
}

/** With every built-in tool. */
async function runtimeIn({ root }: FixtureWorkspace): Promise<Runtime> {
  const runtime = await createRuntime({ workspace: root, installer: ['cli-apps'], audit: false })
  onTestFinished(() => runtime.close())
  return runtime
}

const namesOf = async ({ tools }: Runtime): Promise<string[]> => (await tools.list()).map(({ name }) => name)

const inputOf = async ({ tools }: Runtime): Promise<string[]> => {
  const [run] = await tools.list()
  return Object.keys(run?.input.properties as object)
}

/** The entries whose tools are the longest: by their summaries, and those with several programs. */
async function longestEntries(): Promise<AppManifest[]> {
  const files = (await readdir(catalog)).filter((file) => file.endsWith('.json'))
  const entries: AppManifest[] = await Promise.all(
    files.map(async (file) => JSON.parse(await readFile(path.join(catalog, file), 'utf8'))),
  )
  const bySummary = [...entries].sort((a, b) => countTokens(b.summary) - countTokens(a.summary))
  return [...bySummary.slice(0, 20), ...entries.filter(({ programs }) => programs !== undefined)]
}

describe('the tool list', () => {
  it('costs at most 600 tokens for any one app of the catalog', { timeout: 60_000 }, async () => {
    const workspace = await workspaceOf()
    const costs: Record<string, number> = {}
    for (const { name, commands: _, ...manifest } of await longestEntries()) {
      const programs = Object.fromEntries(
        (manifest.programs ?? []).map((one) => [one.name, { script: '', tree }]),
      )
      await workspace.install(name, { manifest, tree, programs })
      const runtime = await runtimeIn(workspace)
      costs[name] = countTokens(JSON.stringify(await runtime.tools.schemas('openai')))
      await runtime.close()
      await workspace.uninstall(name)
    }
    expect(Object.keys(costs).length).toBeGreaterThan(25)
    expect(Object.entries(costs).filter(([, tokens]) => tokens > 600)).toEqual([])
  })

  it('has the tools for jobs from the first job on', async () => {
    const workspace = await workspaceOf()
    await workspace.install('greet')
    const runtime = await runtimeIn(workspace)
    expect(await namesOf(runtime)).toEqual(['run_cli_app', 'find_cli_apps', 'read_skill', 'install_cli_app'])
    let changes = 0
    runtime.on('tools-changed', () => changes++)
    const call = { name: 'run_cli_app', arguments: { name: 'greet', args: [], background: true } }
    const result = await runtime.tools.execute(call, {})
    expect(result).toMatchObject({ job: { id: expect.any(String) } })
    expect(changes).toBe(1)
    expect(await namesOf(runtime)).toEqual([
      'run_cli_app',
      'find_cli_apps',
      'read_skill',
      'job_status',
      'job_result',
      'job_cancel',
      'install_cli_app',
    ])
    const other = await runtimeIn(workspace)
    expect(await namesOf(other)).toContain('job_status')
  })

  it('names of the input what installed apps take, and takes the rest too', async () => {
    const workspace = await workspaceOf()
    await workspace.install('greet')
    const runtime = await runtimeIn(workspace)
    const optional = ['program', 'command', 'input', 'pipe', 'json']
    expect(await inputOf(runtime)).not.toEqual(expect.arrayContaining(['pipe']))
    expect((await inputOf(runtime)).filter((name) => optional.includes(name))).toEqual([])
    const pipe = [{ name: 'greet', args: [] }]
    const call = { name: 'run_cli_app', arguments: { name: 'greet', args: [], pipe } }
    expect(await runtime.tools.execute(call)).not.toMatchObject({ error: { code: 'tool.bad-arguments' } })
    await workspace.install('hail', {
      manifest: {
        run: { json: { args: ['--json'], position: 'first' } },
        programs: [{ name: 'hailer', summary: 'Hails somebody' }],
      } as never,
      programs: { hailer: { script: '' } },
      tree,
    })
    const both = await runtimeIn(workspace)
    expect((await inputOf(both)).filter((name) => optional.includes(name))).toEqual(optional)
  })
})
