import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type CommandNode, emptyCommand } from '@cli-apps/core'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { openKnownTree } from '../../../services/installer/src/inspect/known-tree.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

async function asking() {
  const folder = await temporaryFolder()
  const file = path.join(folder, 'tool')
  await writeFile(file, 'one')
  const config = { cache: path.join(folder, 'cache'), store: path.join(folder, 'store') }
  const open = (options: { depth?: number; maxCommands?: number; help?: string[]; name?: string } = {}) => {
    const { depth = 1, maxCommands = 10, name = 'tool', help } = options
    const limits = { budgetMs: 1000, maxCommands }
    return openKnownTree({ name, argv: [file], ...(help && { help }) }, { depth, limits, config })
  }
  return { file, open }
}

const tree = (...warnings: string[]): CommandNode => ({
  ...emptyCommand('tool'),
  commands: [emptyCommand('add')],
  warnings,
})

describe('a known command tree', () => {
  it('is shared by all callers with the same depth', async () => {
    const { open } = await asking()
    await (await open()).keep(tree())
    expect(await (await open({ maxCommands: 99 })).read()).toEqual(tree())
    for (const other of [{ depth: 2 }, { help: ['help'] }, { name: 'other' }])
      expect(await (await open(other)).read()).toBeUndefined()
  })

  it('is reused only with the same limits if they cut it short', async () => {
    const { open } = await asking()
    await (await open()).keep(tree('5 commands at depth 1 were not asked: the limit is 10.'))
    expect(await (await open()).read()).toBeDefined()
    expect(await (await open({ maxCommands: 99 })).read()).toBeUndefined()
  })

  it('is kept for an hour only if time was up', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const { open } = await asking()
    await (await open()).keep(
      tree('Time was up before every command was asked for its help: 62 at depth 2 were not.'),
    )
    vi.setSystemTime(Date.now() + 59 * 60_000)
    expect(await (await open()).read()).toBeDefined()
    expect(await (await open({ maxCommands: 99 })).read()).toBeUndefined()
    vi.setSystemTime(Date.now() + 2 * 60_000)
    expect(await (await open()).read()).toBeUndefined()
  })

  it('is not kept for a program that was too slow or printed nothing', async () => {
    const { open } = await asking()
    await (await open()).keep(tree('`tool --help` did not finish in time.'))
    await (await open()).keep(emptyCommand('tool'))
    expect(await (await open()).read()).toBeUndefined()
  })

  it('is discarded when the program changes', async () => {
    const { open, file } = await asking()
    await (await open()).keep(tree())
    await writeFile(file, 'two')
    expect(await (await open()).read()).toBeUndefined()
  })
})
