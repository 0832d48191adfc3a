import path from 'node:path'
import { workspaceAt } from '@cli-apps/core/node'
import { describe, expect, it } from 'vitest'
import { refuseHomeBelow } from '../../../packages/runtime/src/sandbox/require-places.ts'

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
