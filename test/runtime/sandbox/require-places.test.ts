import path from 'node:path'
import { workspaceAt } from '@cli-apps/core/node'
import { describe, expect, it } from 'vitest'
import { refuseHomeBelow, refuseInOwnFolders } from '../../../packages/runtime/src/sandbox/require-places.ts'

const root = path.resolve('/somewhere/workspace')
const refused = expect.objectContaining({ code: 'sandbox.home-in-workspace' })

describe('the home of apps', () => {
  it.each(['cfg/home', 'a/b/c'])('is refused in a folder of the workspace: %s', (inner) => {
    expect(() => refuseHomeBelow(workspaceAt(root), path.join(root, inner))).toThrow(refused)
  })

  it.each(['.home', '../home', '../workspace-home/x'])('may be %s, which no app can rename', (home) => {
    expect(() => refuseHomeBelow(workspaceAt(root), path.join(root, home))).not.toThrow()
  })
})

describe('a workspace among the folders of cli-apps itself', () => {
  it.each(['/somewhere/workspace', '/somewhere'])('is refused in %s', (own) => {
    expect(() => refuseInOwnFolders(workspaceAt(root), [path.resolve('/else'), path.resolve(own)])).toThrow(
      expect.objectContaining({ code: 'sandbox.own-folder' }),
    )
  })

  it('may contain them, or lie beside them', () => {
    const folders = [path.join(root, '.home'), path.resolve('/somewhere/workspace-home')]
    expect(() => refuseInOwnFolders(workspaceAt(root), folders)).not.toThrow()
  })
})
