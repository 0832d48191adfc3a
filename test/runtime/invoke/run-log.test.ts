import { mkdir, readdir, symlink } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import { openRunLog } from '../../../packages/runtime/src/invoke/run-log.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

it.each(['.cli-apps', '.cli-apps/logs'])(
  'writes and clears nothing where %s of a clone leads',
  async (link) => {
    const [workspace, elsewhere] = [await temporaryFolder(), await temporaryFolder()]
    await mkdir(path.join(workspace, path.dirname(link)), { recursive: true })
    await symlink(elsewhere, path.join(workspace, link))
    const log = openRunLog({ folder: path.join(workspace, '.cli-apps/logs'), file: 'greet.log', limit: 1000 })
    log.write('said')
    expect((await log.save()).failure).toBeInstanceOf(Error)
    expect(await readdir(elsewhere)).toEqual([])
  },
)
