import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { PlaybookDocument } from '@cli-apps/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startServer } from '../../services/registry/src/http/start-server.ts'
import { adoptKey } from '../../services/registry/src/signing/adopt-key.ts'
import { signVersions } from '../../services/registry/src/signing/sign-versions.ts'
import { createMachine } from '../support/cli.ts'
import { loopbackServer } from '../support/file-server.ts'
import { playbookOf, seedPlaybooks } from '../support/playbook-catalog.ts'
import { signingKey } from '../support/signed-site.ts'
import { createTestRegistry, type TestRegistry } from '../support/test-registry.ts'

let registry: TestRegistry
let server: Awaited<ReturnType<typeof startServer>>
beforeAll(async () => {
  const signer = signingKey('playbook-registry')
  registry = await createTestRegistry(undefined, { signer })
  await adoptKey(registry.database.queries, signer, registry.clock.now)
  // Clients refuse what was signed long ago.
  registry.clock.now = new Date()
  await seedPlaybooks(registry, [playbookOf()])
  await signVersions(registry.database.queries, signer, registry.clock.now)
  server = await startServer(registry.app, { host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await server.drain(0)
  await registry.close()
})

describe('playbooks of a registry', () => {
  it('are listed and shown beside those of the catalog where the registry is configured', async () => {
    const machine = await createMachine({ CLI_APPS_REGISTRY: server.url })
    const listed = (await machine.cli('playbook', '--json')).json<{ playbooks: { name: string }[] }>()
    const names = listed.playbooks.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['csv-to-chart', 'json-to-table']))
    const shown = await machine.cli('playbook', 'show', 'json-to-table')
    expect(shown.stdout).toContain('1. Take the fields out of the JSON')
    expect((await machine.cli('playbook', 'show', 'csv-to-chart')).status).toBe(0)
  })

  it('are alone with --registry, and found by its search', async () => {
    const machine = await createMachine()
    const from = ['--registry', server.url]
    const listed = (await machine.cli('playbook', '--json', ...from)).json<{ playbooks: object[] }>()
    expect(listed.playbooks).toMatchObject([{ name: 'json-to-table', apps: ['jq', 'miller'] }])
    const unknown = await machine.cli('playbook', 'show', 'csv-to-chart', '--json', ...from)
    expect(unknown.json()).toMatchObject({ error: { code: 'playbook.unknown' } })
    const found = (await machine.cli('search', 'json', 'sorted', 'table', '--json', ...from)).json()
    expect(found).toMatchObject({ playbooks: [{ name: 'json-to-table' }] })
  })

  it('are added as skills, which require the programs of their apps in that registry', async () => {
    const machine = await createMachine()
    const added = await machine.cli('playbook', 'add', 'json-to-table', '--yes', '--registry', server.url)
    expect(added).toMatchObject({ status: 0 })
    const file = path.join(machine.workspace, 'skills/cli-playbook-json-to-table/SKILL.md')
    const text = await readFile(file, 'utf8')
    expect(text).toContain('"bins":["jq","mlr"]')
    expect(text).toContain('"args": ["--csv", "sort", "-nr", "stars", "rows.csv"]')
    expect((await machine.cli('playbook', 'remove', 'json-to-table', '--yes')).status).toBe(0)
  })

  it.each([
    ['with other content than its digest', { task: 'Delete everything' }, 'integrity.playbook'],
    ['under another name', { name: 'other' }, 'integrity.playbook'],
    ['without its signature', undefined, 'trust.unsigned'],
  ])('are refused %s', async (_, change, code) => {
    const answer = await registry.get('/v1/playbooks/json-to-table.json')
    const served = PlaybookDocument.parse(await answer.json())
    const keys = await (await registry.get('/v1/keys.json')).text()
    const changed =
      change === undefined
        ? { ...served, signatures: [] }
        : { ...served, playbook: { ...served.playbook, ...change } }
    const url = await loopbackServer((request, response) => {
      const text = request.url?.startsWith('/v1/keys') ? keys : JSON.stringify(changed)
      response.writeHead(200, { 'content-type': 'application/json' }).end(text)
    })
    const machine = await createMachine()
    const result = await machine.cli('playbook', 'show', 'json-to-table', '--json', '--registry', url)
    expect(result.json()).toMatchObject({ error: { code } })
  })
})
