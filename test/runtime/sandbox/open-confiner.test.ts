import { rename, symlink } from 'node:fs/promises'
import { appsHome, cleanEnvironment } from '@cli-apps/core/node'
import { describe, expect, it } from 'vitest'
import { openConfiner } from '../../../packages/runtime/src/sandbox/open-confiner.ts'
import { itSandboxed } from '../../support/sandbox.ts'
import { useRunHarness } from '../run-harness.ts'

const harness = useRunHarness()

const without = (setting: unknown) =>
  openConfiner(setting, {
    workspace: harness.workspace,
    own: process.env,
    environment: cleanEnvironment(process.env),
    home: appsHome(process.env),
    find: async () => ({ reason: 'bwrap (bubblewrap) is not on PATH' }),
  })

describe('without a working sandbox', () => {
  it('runs unconfined if none is required, and says so', async () => {
    const record = await harness.workspace.install('probe')
    const confiner = without(undefined)
    expect(await confiner.status()).toEqual({
      policy: 'off',
      kind: 'none',
      network: 'host',
      limits: null,
      reason: 'bwrap (bubblewrap) is not on PATH',
      warning: 'Apps run with all rights of this user: bwrap (bubblewrap) is not on PATH.',
    })
    const { confinement } = await confiner.confine(record, harness.workspace.root)
    expect(confinement).toEqual({ kind: 'none' })
  })

  it.each(['workspace', 'strict', { policy: 'workspace', network: 'none' }])(
    'refuses to run with %j',
    async (setting) => {
      const record = await harness.workspace.install('probe')
      const refusal = { code: 'sandbox.unavailable', message: expect.stringContaining('not on PATH') }
      const confiner = without(setting)
      await expect(confiner.confine(record, harness.workspace.root)).rejects.toMatchObject(refusal)
      await expect(confiner.status()).rejects.toMatchObject(refusal)
    },
  )
})

describe('with a working sandbox', () => {
  const within = (setting?: unknown) =>
    openConfiner(setting, {
      workspace: harness.workspace,
      own: process.env,
      environment: cleanEnvironment(process.env),
      home: appsHome(process.env),
    })

  itSandboxed('says what is in force', async () => {
    expect(await within().status()).toEqual({
      policy: 'workspace',
      kind: 'bubblewrap',
      network: 'host',
      limits: null,
    })
    expect(await within('off').status()).toMatchObject({ policy: 'off', kind: 'none' })
  })

  itSandboxed('gives what can be written down and read again', async () => {
    const record = await harness.workspace.install('probe')
    const confined = await within().confine(record, harness.workspace.root)
    expect(JSON.parse(JSON.stringify(confined))).toEqual(confined)
  })

  itSandboxed('refuses a folder to change that is not there', async () => {
    const record = await harness.workspace.install('probe')
    const confiner = within({ policy: 'workspace', writable: ['nowhere'] })
    await expect(confiner.confine(record, harness.workspace.root)).rejects.toMatchObject({
      code: 'sandbox.no-folder',
      hint: `Create it, or take it out of the sandbox's setting: ${harness.workspace.root}/nowhere.`,
    })
  })

  itSandboxed('refuses a workspace whose state is a link, which the app could replace', async () => {
    const record = await harness.workspace.install('probe')
    await rename(harness.workspace.state, `${harness.workspace.state}-apart`)
    await symlink('.cli-apps-apart', harness.workspace.state)
    await expect(within().confine(record, harness.workspace.root)).rejects.toMatchObject({
      code: 'sandbox.linked-state',
    })
  })
})
