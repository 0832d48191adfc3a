import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { CommandNode } from '@cli-apps/core'
import { appsHome, makeRecordKey } from '@cli-apps/core/node'
import * as z from 'zod'
import { createRuntime, type Find } from '../../../packages/runtime/src/index.ts'
import { createFixtureWorkspace, type FixtureWorkspace } from '../../support/fixture-workspace.ts'

const root = path.resolve(import.meta.dirname, '../../..')

const TaskSentence = z.strictObject({
  q: z.string(),
  lang: z.enum(['en', 'zh', 'ja']),
  half: z.enum(['dev', 'held-out']),
  /** Apps, or command keys, any of which is correct. */
  expect: z.array(z.string()).min(1),
})
type TaskSentence = z.infer<typeof TaskSentence>

export const readTaskSentences = async (): Promise<TaskSentence[]> =>
  z
    .object({ tasks: z.array(TaskSentence) })
    .parse(JSON.parse(await readFile(path.join(import.meta.dirname, 'task-sentences.json'), 'utf8'))).tasks

/** Command trees read from real programs. */
const trees: Readonly<Record<string, string>> = { github: 'gh', rclone: 'rclone' }

/** A workspace with all apps of the catalog installed, or only the given ones. */
export async function catalogWorkspace(
  isWanted: (name: string) => boolean = () => true,
): Promise<FixtureWorkspace> {
  const workspace = await createFixtureWorkspace()
  const folder = path.join(root, 'catalog')
  // One key for all, created before hundreds request it concurrently.
  await makeRecordKey(appsHome(process.env))
  const files = (await readdir(folder)).filter(
    (file) => file.endsWith('.json') && isWanted(path.basename(file, '.json')),
  )
  await Promise.all(
    files.map(async (file) => {
      const { name, ...manifest } = JSON.parse(await readFile(path.join(folder, file), 'utf8'))
      const tree = trees[name]
      await workspace.install(name, { manifest, ...(tree !== undefined && { tree: await readTree(tree) }) })
    }),
  )
  return workspace
}

/** The command tree of a real program. */
export const readTree = async (name: string): Promise<CommandNode> =>
  CommandNode.parse(JSON.parse(await readFile(path.join(root, `test/fixtures/trees/${name}.json`), 'utf8')))

export interface MeasuredTask extends TaskSentence {
  /** Position of the expected result among the results; 0 if it is missing. */
  rank: number
  found: string[]
}

/** Each task with the position of its app among the hits, or of its command among the commands. */
export async function measureTasks(): Promise<MeasuredTask[]> {
  await using workspace = await catalogWorkspace()
  await using runtime = await createRuntime({ workspace: workspace.root, registry: 'off', audit: false })
  const measured: MeasuredTask[] = []
  for (const task of await readTaskSentences()) measured.push(await measure(task, runtime.find))
  return measured
}

async function measure(task: TaskSentence, find: Find): Promise<MeasuredTask> {
  const { hits, commands } = await find(task.q)
  const isCommand = task.expect.some((name) => name.includes('.'))
  const found = isCommand ? Object.keys(commands) : hits.map(({ name }) => name)
  return { ...task, found, rank: found.findIndex((name) => task.expect.includes(name)) + 1 }
}

export const meanReciprocalRank = (tasks: readonly MeasuredTask[]): number =>
  tasks.reduce((sum, { rank }) => sum + (rank === 0 ? 0 : 1 / rank), 0) / tasks.length

export const recallAt = (tasks: readonly MeasuredTask[], depth: number): number =>
  tasks.filter(({ rank }) => rank > 0 && rank <= depth).length / tasks.length
