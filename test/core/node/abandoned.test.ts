import { spawnSync } from 'node:child_process'
import { readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { isAbandoned, removeAbandoned, temporaryName } from '@cli-apps/core/node'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../support/temporary-folder.ts'

/** The name that another process gave to something temporary. */
const nameOf = (pid: number): string => temporaryName('x').replace(`.${process.pid}.`, `.${pid}.`)

/** The number of a process that has ended. */
const gone = (): number => spawnSync(process.execPath, ['-e', '']).pid

describe('a temporary file', () => {
  it('is abandoned once its process is gone, and not before', () => {
    expect(isAbandoned(temporaryName('/a/x'))).toBe(false)
    expect(isAbandoned(nameOf(gone()))).toBe(true)
  })

  it('of another machine is never considered abandoned', () => {
    expect(isAbandoned(nameOf(gone()).replace(/\.([0-9a-f]{6})([0-9a-f]{8})\.tmp$/, '.zzzzzz$2.tmp'))).toBe(
      false,
    )
    expect(isAbandoned(`x.${gone()}.00000012345678.tmp`)).toBe(false)
  })

  it.each(['x.tmp', '1.tmp', 'cli-apps.lock', 'x.1.abc.tmp'])(
    'with the name %s belongs to no process',
    (name) => {
      expect(isAbandoned(name)).toBe(false)
    },
  )
})

it('removes what is abandoned in a folder, and nothing else', async () => {
  const folder = await temporaryFolder()
  const [left, mine] = [nameOf(gone()), temporaryName('y')]
  for (const name of [left, mine, 'z.json']) await writeFile(path.join(folder, name), '')
  expect(await removeAbandoned(folder)).toEqual([left])
  expect((await readdir(folder)).sort()).toEqual([mine, 'z.json'].sort())
  expect(await removeAbandoned(path.join(folder, 'missing'))).toEqual([])
})
