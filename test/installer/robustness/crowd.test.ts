import { beforeAll, describe, expect, it } from 'vitest'
import { createMachine, type Machine } from '../../support/cli.ts'
import { appsByPart, leftIn, makeWorkspaces, runCrowd } from '../../support/crowd.ts'
import { fileServer } from '../../support/file-server.ts'
import { binaryManifest, folderRegistry, greetScript, tarball } from '../../support/folder-registry.ts'

const names = Array.from({ length: 8 }, (_one, index) => `app-${index + 1}`)

let archive: Uint8Array
beforeAll(async () => {
  archive = await tarball({ 'bin/greet': greetScript })
})

/** A machine on which every one of the crowd can be installed; `npm run crowd-test` is the same with thirty. */
async function crowdMachine(): Promise<Machine & { asked: string[] }> {
  const { url, asked } = await fileServer({ '/greet.tar.gz': archive })
  const machine = await createMachine({
    CLI_APPS_REGISTRY: await folderRegistry(names.map((name) => binaryManifest(archive, { name }))),
    CLI_APPS_MIRRORS: `https://downloads.test/=${url}/`,
  })
  return { ...machine, asked }
}

const everyPart = (apps: readonly string[]): Record<string, string[]> => {
  const sorted = [...apps].sort()
  return { declared: sorted, locked: sorted, recorded: sorted, documented: sorted }
}

describe('eight parallel commands', () => {
  it('in one workspace for one app all succeed, and download it once', async () => {
    const machine = await crowdMachine()
    const call = { args: ['install', 'app-1', '--yes'], workspace: machine.workspace }
    const results = await runCrowd(machine, Array(8).fill(call))
    expect(results.map(({ status }) => status)).toEqual(Array(8).fill(0))
    expect(machine.asked).toEqual(['/greet.tar.gz'])
    expect(await appsByPart(machine.workspace)).toEqual(everyPart(['app-1']))
    expect(await leftIn(machine.home)).toEqual([])
  })

  it('in eight workspaces for one app build it once in the shared store', async () => {
    const machine = await crowdMachine()
    const workspaces = await makeWorkspaces(machine, 8)
    const results = await runCrowd(
      machine,
      workspaces.map((workspace) => ({ args: ['install', 'app-1', '--yes'], workspace })),
    )
    expect(results.map(({ status }) => status)).toEqual(Array(8).fill(0))
    expect(machine.asked).toEqual(['/greet.tar.gz'])
    for (const workspace of workspaces) expect(await appsByPart(workspace)).toEqual(everyPart(['app-1']))
    expect(await leftIn(machine.home)).toEqual([])
  })

  it('that install, remove and list lose nothing', async () => {
    const machine = await crowdMachine()
    const { workspace } = machine
    await machine.cli('install', 'app-1', 'app-2', 'app-3', '--yes')
    const commands = [
      ...['app-1', 'app-2'].map((name) => ['uninstall', name, '--yes']),
      ...['app-4', 'app-5', 'app-6'].map((name) => ['install', name, '--yes']),
      ...[1, 2, 3].map(() => ['list', '--json']),
    ]
    const results = await runCrowd(
      machine,
      commands.map((args) => ({ args, workspace })),
    )
    expect(results.map(({ status, stderr }) => [status, status === 0 ? '' : stderr])).toEqual(
      Array(8).fill([0, '']),
    )
    expect(await appsByPart(workspace)).toEqual(everyPart(['app-3', 'app-4', 'app-5', 'app-6']))
    expect((await machine.cli('doctor')).status).toBe(0)
  })
})
