import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { accessFile, changeAccess, changeGrants, grantsFile } from '@cli-apps/core/node'
import { describe, expect } from 'vitest'
import { createRuntime } from '../../../packages/runtime/src/index.ts'
import { itSandboxed } from '../../support/sandbox.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { useRunHarness } from '../run-harness.ts'
import { endOf, jobOf, letGo, printed } from './job-harness.ts'

const harness = useRunHarness()

const script = `
  import { existsSync, readFileSync } from 'node:fs'
  const key = () => { try { return readFileSync(process.env.HOME + '/.keys/id', 'utf8') } catch (error) { return error.code } }
  console.log('first', key())
  while (!existsSync('go')) await new Promise((resolve) => setTimeout(resolve, 20))
  console.log('then', key(), process.env.PROBE_MODE ?? 'no mode')`
const requires = {
  access: { files: [{ path: '~/.keys/', mode: 'read', why: 'Signs in' }] },
  env: [{ name: 'PROBE_MODE', description: 'x', required: false, secret: false }],
}

describe('a grant that is revoked', () => {
  itSandboxed('stays with the job that runs, and later runs do not have it', async () => {
    const home = await temporaryFolder()
    await mkdir(path.join(home, '.keys'))
    await writeFile(path.join(home, '.keys/id'), 'opened')
    const environment = {
      ...(process.env as Record<string, string>),
      HOME: home,
      XDG_CONFIG_HOME: `${home}/config`,
    }
    const { root, install } = harness.workspace
    const { name: app, registry } = await install('probe', { script, manifest: { requires } as never })
    const whom = { app, registry, workspace: root }
    const leads_to = path.join(home, '.keys')
    await changeAccess(accessFile(environment), whom, () => ({
      places: [],
      access: [{ name: 'file:~/.keys', mode: 'read', leads_to }],
    }))
    const env = [{ name: 'PROBE_MODE', value: 'fast' }]
    await changeGrants(grantsFile(environment), () => [{ app, registry, env }])
    await using runtime = await createRuntime({
      workspace: root,
      audit: false,
      sandbox: 'workspace',
      environment,
    })
    const { id } = jobOf(await harness.run({ name: 'probe', background: true }, runtime))
    await printed(runtime, id, 'first opened')
    await changeAccess(accessFile(environment), whom, () => ({ places: [], access: [] }))
    await changeGrants(grantsFile(environment), () => [])
    await letGo(harness.workspace)
    expect(await endOf(runtime, id)).toMatchObject({ status: 'done' })
    expect(await runtime.jobs.result(id)).toMatchObject({ stdout: 'first opened\nthen opened fast\n' })
    expect(await harness.run({ name: 'probe' }, runtime)).toMatchObject({
      stdout: 'first ENOENT\nthen ENOENT no mode\n',
    })
  })
})
