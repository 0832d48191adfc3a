import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { readRecords, workspaceAt } from '@cli-apps/core/node'
import { describe, expect, it } from 'vitest'
import { openAccess, placesGranted } from '../../packages/runtime/src/sandbox/app-access.ts'
import { type GreetMachine, greetMachine } from '../support/greet-machine.ts'

const requires = {
  access: {
    files: [
      { path: '.git', mode: 'write', why: 'Keeps commits' },
      { path: '.vscode', mode: 'write', why: 'Checks files out' },
      { path: '.idea', mode: 'read', why: 'Reads settings' },
    ],
  },
}
const installed = async (): Promise<GreetMachine> => {
  const machine = await greetMachine([
    { version: '1.2.3', changes: { requires } },
    { name: 'hail', version: '1.2.3', changes: { requires } },
  ])
  await machine.cli('install', 'greet', 'hail', '--yes')
  return machine
}
const fileOf = ({ home }: GreetMachine): string => path.join(home, 'config/cli-apps/grants/access.json')
const held = async (machine: GreetMachine): Promise<{ app: string; workspace: string; places: string[] }[]> =>
  JSON.parse(await readFile(fileOf(machine), 'utf8')).apps

describe('grant and revoke', () => {
  it('write the paths of one app in one workspace, and remove them', async () => {
    const machine = await installed()
    expect(await machine.cli('grant', 'greet', '.git', '--yes')).toMatchObject({ status: 0 })
    expect(await held(machine)).toEqual([
      { app: 'greet', registry: expect.any(String), workspace: machine.workspace, places: ['.git'] },
    ])
    await machine.cli('grant', 'greet', '--all', '--yes')
    expect((await held(machine)).map(({ places }) => places)).toEqual([['.git', '.vscode']])
    await machine.cli('revoke', 'greet', '.git', '--yes')
    expect((await held(machine)).map(({ places }) => places)).toEqual([['.vscode']])
    await machine.cli('revoke', 'greet', '--yes')
    expect(await held(machine)).toEqual([])
  })

  it.each([['..'], ['.git/../..'], ['/etc'], ['.cursor'], ['.idea'], ['.git', 'src']])(
    'refuse %s, which the app does not declare to change, and write nothing',
    async (...places) => {
      const machine = await installed()
      expect((await machine.cli('grant', 'greet', ...places, '--yes')).status).toBe(4)
      await expect(readFile(fileOf(machine))).rejects.toThrow('ENOENT')
    },
  )

  it('refuse an app that is not installed or has no valid name, and ask for confirmation', async () => {
    const machine = await installed()
    expect((await machine.cli('grant', 'other', '.git', '--yes')).status).toBe(4)
    expect((await machine.cli('grant', '../greet', '.git', '--yes')).status).not.toBe(0)
    expect((await machine.cli('grant', 'greet', '.git')).status).toBe(2)
    await expect(readFile(fileOf(machine))).rejects.toThrow('ENOENT')
  })

  it('allow a path for the runs of that app alone, until it is revoked', async () => {
    const machine = await installed()
    const workspace = workspaceAt(machine.workspace)
    const open = async (): Promise<Record<string, string[]>> => {
      const opened = openAccess({ userFile: fileOf(machine), given: {} }, {})
      const records = await readRecords(workspace)
      const places = records.map(
        async (record) => [record.name, placesGranted(await opened(record, workspace))] as const,
      )
      return Object.fromEntries(await Promise.all(places))
    }
    expect(await open()).toEqual({ greet: [], hail: [] })
    await machine.cli('grant', 'greet', '.git', '--yes')
    expect(await open()).toEqual({ greet: ['.git'], hail: [] })
    await machine.cli('revoke', 'greet', '.git', '--yes')
    expect(await open()).toEqual({ greet: [], hail: [] })
  })

  it('lose none of several grants that are made concurrently', async () => {
    const machine = await installed()
    const calls = ['greet', 'hail'].flatMap((app) =>
      ['.git', '.vscode'].map((place) => [app, place] as const),
    )
    const done = await Promise.all(calls.map(([app, place]) => machine.cli('grant', app, place, '--yes')))
    expect(done.map(({ status }) => status)).toEqual([0, 0, 0, 0])
    const places = Object.fromEntries((await held(machine)).map((one) => [one.app, one.places]))
    expect(places).toEqual({ greet: ['.git', '.vscode'], hail: ['.git', '.vscode'] })
  })
})
