import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Playbook } from '@cli-apps/core'
import { playbookRunDigest } from '@cli-apps/core/node'
import { expect } from 'vitest'
import { seedCatalog } from '../../services/registry/src/apps/publish/seed-catalog.ts'
import { manifestOf } from './manifest-of.ts'
import { temporaryFolder } from './temporary-folder.ts'
import type { TestRegistry } from './test-registry.ts'

/** A playbook of jq and miller. */
export const playbookOf = (change: Readonly<Record<string, unknown>> = {}): Record<string, unknown> => ({
  playbook: 1,
  name: 'json-to-table',
  task: 'Turn JSON into a sorted table',
  i18n: { zh: { task: '把 JSON 变成排序的表格' } },
  placeholders: { input: { type: 'file', example: 'repos.json' } },
  files: { 'repos.json': '[{"name":"alpha","stars":12}]\n' },
  steps: [
    {
      app: 'jq',
      task: 'Take the fields out of the JSON',
      i18n: { zh: { task: '取出字段' } },
      call: { args: ['-r', '.[] | [.name, .stars] | @csv', '{input}'], stdout_file: 'rows.csv' },
      expect: { file: 'rows.csv' },
    },
    {
      app: 'miller',
      task: 'Sort by the number',
      call: { args: ['--csv', 'sort', '-nr', 'stars', 'rows.csv'] },
      expect: { stdout_contains: 'alpha,12' },
      shows: 'name,stars\nalpha,12',
    },
  ],
  ...change,
})

const apps = {
  jq: ['jq', 'Query JSON'],
  miller: ['mlr', 'Sort and query tables'],
  gnuplot: ['gnuplot', 'Draw charts'],
}

/** A folder of three manifests with these playbooks, of which those in `passed` were run. */
export async function playbookCatalog(
  playbooks: readonly Record<string, unknown>[],
  passed: readonly Record<string, unknown>[] = [],
): Promise<string> {
  const folder = await temporaryFolder()
  await writeCatalog(folder, playbooks, passed)
  return folder
}

/** Loads such a catalog into a registry, also outside of a test. */
export async function seedPlaybooks(
  { database, clock, deps }: Pick<TestRegistry, 'database' | 'clock' | 'deps'>,
  playbooks: readonly Record<string, unknown>[],
  passed: readonly Record<string, unknown>[] = [],
): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'cli-apps-playbooks-'))
  await writeCatalog(folder, playbooks, passed)
  const { refused } = await seedCatalog(database.queries, { folder, now: clock.now })
  await rm(folder, { recursive: true })
  expect(refused).toEqual([])
  deps.changed()
}

async function writeCatalog(
  folder: string,
  playbooks: readonly Record<string, unknown>[],
  passed: readonly Record<string, unknown>[],
): Promise<void> {
  await mkdir(path.join(folder, 'playbooks/results'), { recursive: true })
  for (const [name, [program, summary]] of Object.entries(apps))
    await writeFile(
      path.join(folder, `${name}.json`),
      JSON.stringify(manifestOf({ name, display_name: name, summary, entry_point: program })),
    )
  for (const playbook of playbooks)
    await writeFile(path.join(folder, `playbooks/${playbook.name}.json`), JSON.stringify(playbook))
  const runs = passed.map((playbook) => {
    const programs = { jq: '1.7', miller: '6.6.0' }
    const digest = playbookRunDigest(Playbook.parse(playbook))
    return [playbook.name, { playbook: digest, date: '2026-01-01', programs }]
  })
  await writeFile(
    path.join(folder, 'playbooks/results/results.json'),
    JSON.stringify(Object.fromEntries(runs)),
  )
}
