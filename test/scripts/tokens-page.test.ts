import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { approachesOf } from '../../scripts/runtime-bench/conversations/count.ts'
import { conversationsPage } from '../../scripts/runtime-bench/conversations/page.ts'
import { tasks } from '../../scripts/runtime-bench/conversations/tasks.ts'
import { readTokensData } from '../../scripts/runtime-bench/tokens-data.ts'
import { tokensPage } from '../../scripts/runtime-bench/tokens-page.ts'

const docs = path.resolve(import.meta.dirname, '../../docs')

describe('docs/tokens.md and docs/conversations.md', () => {
  it('are what their script makes of the recorded data', async () => {
    const { figures, conversations } = await readTokensData()
    expect(await readFile(path.join(docs, 'tokens.md'), 'utf8')).toBe(tokensPage(figures, conversations))
    expect(await readFile(path.join(docs, 'conversations.md'), 'utf8')).toBe(conversationsPage(conversations))
  })

  it('counts the tasks of the script, each with a run that succeeded', async () => {
    const { conversations } = await readTokensData()
    expect(conversations.tasks.map(({ app, message, args }) => ({ app, message, args }))).toEqual(
      tasks.map(({ app, message, args }) => ({ app, message, args })),
    )
    for (const { run, skill } of conversations.tasks)
      for (const { answer } of [run, skill]) expect(answer).toMatchObject({ ok: true })
  })

  it('counts the output of the program in every way', async () => {
    const { conversations } = await readTokensData()
    for (const task of conversations.tasks)
      for (const { title, turns } of approachesOf(conversations)) {
        const shown = JSON.stringify(turns(task))
        expect(shown, title).toContain(JSON.stringify(task.stdout).slice(1, -1).split('\\n')[0])
      }
  })
})
