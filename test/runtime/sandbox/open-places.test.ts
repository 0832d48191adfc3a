import { lstatSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { guardRun, idOf, type SandboxPolicy } from '@cli-apps/core/node'
import { beforeEach, describe, expect, it } from 'vitest'
import type { WorkspaceRules } from '../../../packages/runtime/src/sandbox/confinement.ts'
import { coarsened, openPlaces } from '../../../packages/runtime/src/sandbox/open-places.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

let rules: WorkspaceRules
const at = (...parts: string[]): string => path.join(rules.root, ...parts)

beforeEach(async () => {
  const root = await temporaryFolder()
  const { dev, ino } = lstatSync(root)
  const none = { granted: [], allowed: [], readable: [], writable: [] }
  rules = { root, rootId: `${dev}:${ino}`, appsHome: `${root}-home`, markers: `${root}-home/runs`, ...none }
})

const policyOf = (): SandboxPolicy => ({
  cwd: rules.root,
  readable: [],
  writable: [rules.root],
  scratch: [],
  network: 'none',
})

// Only Linux mounts by descriptor.
describe.skipIf(process.platform !== 'linux')('openPlaces', () => {
  it('opens nothing if a place was moved, removed or replaced since it was found', async () => {
    const changes = [
      () => renameSync(at('own'), at('moved')),
      () => rmSync(at('own'), { recursive: true }),
      () => {
        renameSync(at('own/.git'), at('own/old'))
        mkdirSync(at('own/.git'))
      },
      () => {
        rmSync(at('own/.git'), { recursive: true })
        writeFileSync(at('own/.git'), '')
      },
    ]
    for (const change of changes) {
      rmSync(at('own'), { recursive: true, force: true })
      mkdirSync(at('own/.git'), { recursive: true })
      const run = await guardRun(rules)
      using before = openPlaces(policyOf(), rules, { isProtected: run.protected, access: [] })
      expect(before?.policy.readable).toContain(at('own/.git'))
      change()
      expect(openPlaces(policyOf(), rules, { isProtected: run.protected, access: [] })).toBeUndefined()
      await run.finish({ hasBegun: true })
    }
  })

  it('opens the parent folders of very many places, each by a descriptor', () => {
    for (let index = 0; index < 250; index++) mkdirSync(at(`packages/p${index}/.git`), { recursive: true })
    mkdirSync(at('.git'))
    const names = ['.git', ...Array.from({ length: 250 }, (_, index) => `packages/p${index}/.git`)]
    const found = names.map((name) => ({
      path: name,
      name: '.git',
      id: idOf(lstatSync(at(name))),
      parent: '',
    }))
    using places = openPlaces(policyOf(), rules, { isProtected: found, access: [] })
    expect(places?.policy.readable).toEqual([at('.git'), at('packages')])
    expect([...(places?.descriptors.keys() ?? [])].sort()).toEqual([at(), at('.git'), at('packages')].sort())
  })
})

describe('coarsened', () => {
  it('leaves at most as many places as can be mounted one by one', () => {
    const places = Array.from({ length: 200 }, (_, index) => `p${index}/.npmrc`)
    expect(coarsened([...places, 'p0/.npmrc'])).toEqual(places)
  })

  it('never returns the workspace itself', () => {
    const places = Array.from({ length: 300 }, (_, index) => `.git${index}`)
    expect(coarsened(places)).toEqual(places)
  })
})
