import { mkdirSync, renameSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { findProtected } from '../../../../packages/core/src/node/sandbox/guard/find-protected.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

let base: string
let root: string
beforeEach(async () => {
  base = await temporaryFolder()
  root = path.join(base, 'workspace')
  mkdirSync(path.join(root, '.vscode'), { recursive: true })
  mkdirSync(path.join(root, 'work-0/.git'), { recursive: true })
})

/** Moves the folder `work-…` after the search listed it and before it looks into it; the first times. */
function movingTimes(times: number): () => boolean {
  let moved = 0
  return () => {
    if (moved < times) renameSync(path.join(root, `work-${moved}`), path.join(root, `work-${++moved}`))
    return true
  }
}

/** `.vscode` may be changed, so that the search asks about it once in each attempt. */
const search = async (isOpen: () => boolean) => {
  const options = { isBefore: true, appsHome: path.join(base, 'home') }
  using found = await findProtected(root, {
    ...options,
    isOpen: (place) => place.path === '.vscode' && isOpen(),
  })
  return { isMoving: found.isMoving, paths: found.places.map((place) => place.path).sort() }
}

describe('a search during which a folder is moved', () => {
  it('is repeated until everything was seen', async () => {
    expect(await search(movingTimes(2))).toEqual({ isMoving: false, paths: ['.vscode', 'work-2/.git'] })
  })

  it('ends, and says so, where folders are moved in every attempt', async () => {
    expect(await search(movingTimes(Number.POSITIVE_INFINITY))).toMatchObject({ isMoving: true })
  })
})
