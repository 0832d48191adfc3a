import { CommandNode, parseAppName } from '@cli-apps/core'
import { commandsFile, digestOf, jsonText, workspaceAt, writeFileAtomic } from '@cli-apps/core/node'
import { describe, expect, it } from 'vitest'
import {
  type AppWithCommands,
  judgedBy,
  openInstalledCommands,
} from '../../packages/runtime/src/installed-commands.ts'
import { treeText } from '../support/fixture-workspace.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const probe = parseAppName('probe')
const tree = (name: string): CommandNode => CommandNode.parse({ name, summary: 'x' })
const recordOf = (name: string, app = probe): AppWithCommands => ({
  name: app,
  commands: digestOf(treeText(tree(name))),
})

describe('command trees of installed apps', () => {
  it('are read once, and again when their file changed', async () => {
    const workspace = workspaceAt(await temporaryFolder())
    const commands = openInstalledCommands(workspace)
    expect(await commands({ name: probe })).toBeUndefined()
    await writeFileAtomic(commandsFile(workspace, probe), jsonText(tree('one')))
    const first = await commands(recordOf('one'))
    expect(first?.name).toBe('one')
    expect(await commands(recordOf('one'))).toBe(first)
    await writeFileAtomic(commandsFile(workspace, probe), jsonText(tree('two')))
    expect((await commands(recordOf('two')))?.name).toBe('two')
  })

  it('that differ from their record are refused, and never parsed', async () => {
    const workspace = workspaceAt(await temporaryFolder())
    const commands = openInstalledCommands(workspace)
    await writeFileAtomic(commandsFile(workspace, probe), jsonText(tree('one')))
    const changed = { code: 'commands.changed', hint: expect.stringContaining('doctor --fix') }
    await expect(commands(recordOf('two'))).rejects.toMatchObject(changed)
    await expect(commands({ name: probe })).rejects.toMatchObject(changed)
    expect((await commands(recordOf('one')))?.name).toBe('one')
    await writeFileAtomic(commandsFile(workspace, probe), '{')
    for (let round = 0; round < 2; round++)
      await expect(commands(recordOf('one'))).rejects.toMatchObject(changed)
    expect(await judgedBy(commands, recordOf('one'))).toBeUndefined()
  })

  it('stay in memory only up to a limit', async () => {
    const workspace = workspaceAt(await temporaryFolder())
    const commands = openInstalledCommands(workspace)
    const records = Array.from({ length: 17 }, (_, at) => recordOf(`app-${at}`, parseAppName(`app-${at}`)))
    for (const { name } of records) await writeFileAtomic(commandsFile(workspace, name), jsonText(tree(name)))
    const before = await Promise.all(records.map((record) => commands(record)))
    const [first = recordOf('x')] = records
    expect(await commands(records[16] ?? first)).toBe(before[16])
    expect(await commands(first)).not.toBe(before[0])
  })
})
