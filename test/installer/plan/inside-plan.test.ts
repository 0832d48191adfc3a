import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { digestOf, isMissing } from '@cli-apps/core/node'
import { ChangePlan } from '@cli-apps/core/results'
import { expect, it } from 'vitest'
import { greetMachine } from '../../support/greet-machine.ts'

/** Every file below a folder, with what tells whether it was written since: files are replaced whole. The store notes by the time of a file that its program was taken. */
async function filesBelow(folder: string): Promise<Map<string, string>> {
  const names = await readdir(folder, { recursive: true }).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
  const files = new Map<string, string>()
  for (const name of names) {
    const file = path.join(folder, name)
    const { ino } = await stat(file)
    if ((await stat(file)).isFile()) files.set(file, `${ino} ${digestOf(await readFile(file, 'utf8'))}`)
  }
  return files
}

/** What keeps processes apart, journals a change or caches an answer is no part of what is agreed to: nothing depends on it afterwards. */
const isMachinery = (file: string): boolean =>
  /\/(locks\/|record-key\/|cache\/(trees\/|sandbox\.json$)|\.cli-apps\/(lock\.\d+|txn\/))/.test(file)

it('install, update, ci and uninstall write and remove only what their plans list', async () => {
  const machine = await greetMachine([{ version: '1.2.3' }, { name: 'hail', version: '1.0.0' }])
  const roots = [machine.workspace, machine.home]
  const snapshot = async (): Promise<Map<string, string>> =>
    new Map((await Promise.all(roots.map(filesBelow))).flatMap((files) => [...files]))

  const carryOut = async (...words: string[]): Promise<string[]> => {
    const planned = await machine.cli(...words, '--dry-run', '--json')
    expect(planned).toMatchObject({ status: 0 })
    const { changes } = ChangePlan.parse(planned.json())
    const effects = changes.flatMap((change) => change.effects)
    const places = effects.flatMap((effect) => ('path' in effect ? [effect.path] : []))
    const isPlanned = (file: string): boolean =>
      places.some((place) => (place.endsWith(path.sep) ? file.startsWith(place) : file === place))
    const before = await snapshot()
    expect(await machine.cli(...words, '--yes')).toMatchObject({ status: 0 })
    const after = await snapshot()
    const touched = [...new Set([...before.keys(), ...after.keys()])].filter(
      (file) => before.get(file) !== after.get(file) && !isMachinery(file),
    )
    expect(touched.filter((file) => !isPlanned(file))).toEqual([])
    return touched
  }

  expect((await carryOut('install', 'greet', 'hail')).length).toBeGreaterThan(8)
  await machine.write('skills/cli-app-hail/SKILL.md', 'mine')
  expect(await carryOut('install')).toContainEqual(expect.stringContaining('/saved/hail/'))
  await machine.publish([{ version: '1.3.0' }, { name: 'hail', version: '1.0.0' }])
  const lock = await machine.read('cli-apps.lock')
  expect((await carryOut('update')).length).toBeGreaterThan(5)
  await machine.write('cli-apps.lock', lock)
  expect(await carryOut('ci')).not.toContain(path.join(machine.workspace, 'cli-apps.lock'))
  expect(await carryOut('ci')).toEqual([])
  await machine.write('skills/cli-app-hail/SKILL.md', 'mine again')
  expect((await carryOut('uninstall', 'greet', 'hail')).length).toBeGreaterThan(5)
})
