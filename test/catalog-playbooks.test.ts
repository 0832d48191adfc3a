import { type AppManifest, Playbook, playbookApps } from '@cli-apps/core'
import { playbookNames, playbookRunDigest, readPlaybook, readPlaybookResults } from '@cli-apps/core/node'
import { describe, expect, it } from 'vitest'
import { textFault } from '../packages/core/src/skill/text-fault.ts'
import { playbookFault } from '../packages/core/src/skill/vet-answers.ts'
import { catalogFolder, readCatalog } from '../scripts/catalog/entries.ts'

const { entries } = await readCatalog()
const manifests = new Map<string, AppManifest>(entries.map(({ name, manifest }) => [name, manifest]))
const names = await playbookNames(catalogFolder)
const playbooks = await Promise.all(names.map((name) => readPlaybook(catalogFolder, name)))
const results = await readPlaybookResults(catalogFolder)

describe('the playbooks of the catalog', () => {
  it('are thirty tasks or more', () => expect(names.length).toBeGreaterThanOrEqual(30))

  it.each(names)('%s was run as it stands, on apps of the catalog', (name) => {
    const playbook = Playbook.parse(playbooks[names.indexOf(name)])
    // Run "npm run catalog:playbooks -- NAME --write" after each change of a call.
    expect(results[name]?.playbook).toBe(playbookRunDigest(playbook))
    for (const app of playbookApps(playbook)) expect([...manifests.keys()]).toContain(app)
    for (const { app, call } of playbook.steps) {
      const { entry_point, programs = [] } = manifests.get(app) ?? {}
      if (call.program !== undefined)
        expect([entry_point, ...programs.map((one) => one.name)]).toContain(call.program)
    }
    for (const { task, i18n } of [playbook, ...playbook.steps]) {
      expect(i18n?.zh?.task).toMatch(/\p{Script=Han}/u)
      for (const text of [task, i18n?.zh?.task ?? '']) expect(textFault(text)).toBeUndefined()
    }
    // A registry refuses to load it otherwise.
    expect(playbookFault(playbook)).toBeUndefined()
  })

  it('have no results of others', () => expect(Object.keys(results).sort()).toEqual(names))
})
