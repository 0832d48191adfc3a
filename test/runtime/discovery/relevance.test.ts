import { findCommand, splitToolKey } from '@cli-apps/core/command-tools'
import { readCommands, readRecords } from '@cli-apps/core/node'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  catalogWorkspace,
  type MeasuredTask,
  meanReciprocalRank,
  measureTasks,
  readTaskSentences,
  recallAt,
} from './measure-relevance.ts'

let tasks: MeasuredTask[]
beforeAll(async () => {
  tasks = await measureTasks()
}, 300_000)

/** Slightly below what `npm run bench:runtime -- relevance` prints. */
describe('the right app or command', () => {
  it.each([
    ['in both halves', () => true, 0.72],
    ['in the half whose misses nobody looked at', ({ half }: MeasuredTask) => half === 'held-out', 0.65],
    ['in English', ({ lang }: MeasuredTask) => lang === 'en', 0.68],
    ['in Chinese', ({ lang }: MeasuredTask) => lang === 'zh', 0.74],
    ['in Japanese', ({ lang }: MeasuredTask) => lang === 'ja', 0.8],
  ])('is first, or nearly so, %s', (_, isMeant, floor) => {
    expect(meanReciprocalRank(tasks.filter(isMeant))).toBeGreaterThan(floor)
  })

  it('is among the first five', () => expect(recallAt(tasks, 5)).toBeGreaterThan(0.88))
})

describe('the set of tasks', () => {
  it('contains no duplicates and expects only what exists', async () => {
    const sentences = await readTaskSentences()
    expect(new Set(sentences.map(({ q }) => q)).size).toBe(sentences.length)
    expect(sentences.filter(({ lang }) => lang === 'zh').length).toBeGreaterThanOrEqual(40)
    const keys = new Set(sentences.flatMap(({ expect }) => expect))
    const apps = new Set([...keys].map((key) => splitToolKey(key).app))
    await using workspace = await catalogWorkspace((name) => apps.has(name))
    const records = await readRecords(workspace)
    for (const key of keys) {
      const { app, command } = splitToolKey(key)
      const record = records.find(({ name }) => name === app)
      if (record === undefined) throw new Error(`no app ${app}`)
      if (command === '') continue
      const tree = await readCommands(workspace, record)
      if (tree === undefined) throw new Error(`no commands of ${app}`)
      findCommand(app, tree, command)
    }
  })
})
