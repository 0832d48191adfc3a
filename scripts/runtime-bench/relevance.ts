import {
  type MeasuredTask,
  meanReciprocalRank,
  measureTasks,
  recallAt,
} from '../../test/runtime/discovery/measure-relevance.ts'

/**
 * Measures how well discovery finds the app or command for a task, by language and half of the set. Only means are
 * printed of the held-out half; `--each` lists the tasks of the other half that are not ranked first.
 */
export async function benchRelevance(): Promise<void> {
  const tasks = await measureTasks()
  const rows: Record<string, unknown> = {}
  const add = (name: string, some: readonly MeasuredTask[]): void => {
    rows[name] = {
      tasks: some.length,
      MRR: meanReciprocalRank(some).toFixed(3),
      'first %': (100 * recallAt(some, 1)).toFixed(1),
      'recall@5 %': (100 * recallAt(some, 5)).toFixed(1),
    }
  }
  for (const half of ['dev', 'held-out'] as const) {
    const own = tasks.filter((task) => task.half === half)
    for (const lang of ['en', 'zh', 'ja'] as const)
      add(
        `${half} ${lang}`,
        own.filter((task) => task.lang === lang),
      )
    add(half, own)
  }
  for (const lang of ['en', 'zh', 'ja'] as const)
    add(
      lang,
      tasks.filter((task) => task.lang === lang),
    )
  add(
    'commands',
    tasks.filter(({ expect }) => expect.some((name) => name.includes('.'))),
  )
  add('all', tasks)
  console.table(rows)
  if (!process.argv.includes('--each')) return
  for (const { q, half, rank, expect, found } of tasks)
    if (half === 'dev' && rank !== 1) console.log(`${rank} ${q} -> ${expect} | ${found}`)
}
