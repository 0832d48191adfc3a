import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { createMachine } from '../../support/cli.ts'

const shipped = fileURLToPath(new URL('../../../services/installer/dist/catalog-index.json', import.meta.url))
/** Absent where the build ran outside of a repository. */
const dateOf = async (): Promise<string | undefined> => JSON.parse(await readFile(shipped, 'utf8')).date

it.each([['config', 'list'], ['doctor']])(
  '%s shows the date of the catalog in the package',
  async (...args) => {
    const machine = await createMachine()
    const date = await dateOf()
    expect((await machine.cli(...args, '--json')).json().catalog_date).toBe(date)
    const { stdout, stderr } = await machine.cli(...args)
    expect(stdout, stderr).toContain(date === undefined ? '' : `The catalog in this package is of ${date} `)
  },
)

it('shows no date if apps come from other registries', async () => {
  const machine = await createMachine()
  await writeFile(path.join(machine.workspace, 'cli-apps.json'), '{"registries":["./ours"],"apps":{}}')
  expect((await machine.cli('doctor', '--json')).json()).not.toHaveProperty('catalog_date')
})
