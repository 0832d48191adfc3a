import { CommandNode, parseAppName } from '@cli-apps/core'
import { commandsFile, jsonText, workspaceAt, writeFileAtomic } from '@cli-apps/core/node'
import { describe, expect, it } from 'vitest'
import { openInstalledCommands } from '../../packages/runtime/src/installed-commands.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const probe = parseAppName('probe')
const tree = (name: string): CommandNode => CommandNode.parse({ name, summary: 'x' })

describe('command trees of installed apps', () => {
  it('are read once, and again when their file is another', async () => {
    const workspace = workspaceAt(await temporaryFolder())
    const commands = openInstalledCommands(workspace)
    expect(await commands(probe)).toBeUndefined()
    await writeFileAtomic(commandsFile(workspace, probe), jsonText(tree('one')))
    const first = await commands(probe)
    expect(first?.name).toBe('one')
    expect(await commands(probe)).toBe(first)
    await writeFileAtomic(commandsFile(workspace, probe), jsonText(tree('two')))
    expect((await commands(probe))?.name).toBe('two')
  })

  it('that are damaged say so each time, and are well once mended', async () => {
    const workspace = workspaceAt(await temporaryFolder())
    const commands = openInstalledCommands(workspace)
    await writeFileAtomic(commandsFile(workspace, probe), '{')
    for (let round = 0; round < 2; round++)
      await expect(commands(probe)).rejects.toMatchObject({ code: 'commands.corrupt' })
    await writeFileAtomic(commandsFile(workspace, probe), jsonText(tree('one')))
    expect((await commands(probe))?.name).toBe('one')
  })

  it('stay in memory only while they are few', async () => {
    const workspace = workspaceAt(await temporaryFolder())
    const commands = openInstalledCommands(workspace)
    const names = Array.from({ length: 17 }, (_, index) => parseAppName(`app-${index}`))
    for (const name of names) await writeFileAtomic(commandsFile(workspace, name), jsonText(tree(name)))
    const before = await Promise.all(names.map((name) => commands(name)))
    expect(await commands(parseAppName('app-16'))).toBe(before[16])
    expect(await commands(parseAppName('app-0'))).not.toBe(before[0])
  })
})
