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
  /** Apps, or commands by their keys: any of them is right. */
  expect: z.array(z.string()).min(1),
})
type TaskSentence = z.infer<typeof TaskSentence>

export const readTaskSentences = async (): Promise<TaskSentence[]> =>
  z
    .object({ tasks: z.array(TaskSentence) })
    .parse(JSON.parse(await readFile(path.join(import.meta.dirname, 'task-sentences.json'), 'utf8'))).tasks

/** Command trees that were read from real programs. */
const trees: Readonly<Record<string, string>> = { github: 'gh', rclone: 'rclone' }

/** A workspace in which apps of the catalog are installed: all of them, or those that are wanted. */
export async function catalogWorkspace(
  isWanted: (name: string) => boolean = () => true,
): Promise<FixtureWorkspace> {
  const workspace = await createFixtureWorkspace()
  const folder = path.join(root, 'catalog')
  // One key for all, made before hundreds ask for it at once.
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
  /** Of what was expected among what a model is given; 0 where it is not there. */
  rank: number
  found: string[]
}

/** Each task with the place of its app among the hits, or of its command among the commands. */
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
