import { chmod } from 'node:fs/promises'
import path from 'node:path'
import { type AppManifest, parseAppName } from '@cli-apps/core'
import { changeGrants, grantsFile } from '@cli-apps/core/node'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { useRunHarness } from '../run-harness.ts'

const harness = useRunHarness()
const app = parseAppName('probe')
const declares = (...names: string[]): Partial<AppManifest> => ({
  requires: { env: names.map((name) => ({ name, description: 'x', required: true, secret: true })) },
})
const script = `
  for (const name of ['PROBE_TOKEN', 'PROBE_HOST', 'LD_PRELOAD'])
    console.log(name, process.env[name] === undefined ? 'none' : [...process.env[name]].reverse().join(''))
`

/** The environment of a user who has set these values for the app of this registry. */
async function userWith(
  values: Record<string, string>,
  registry = 'catalog',
): Promise<Record<string, string>> {
  const environment = { ...(process.env as Record<string, string>), XDG_CONFIG_HOME: await temporaryFolder() }
  const env = Object.entries(values).map(([name, value]) => ({ name, value }))
  await changeGrants(grantsFile(environment), () => [{ app, registry, env }])
  return environment
}

describe('what the user keeps for an app', () => {
  it('reaches its runs without a word of the host, and what the host gives counts more', async () => {
    const environment = await userWith({ PROBE_TOKEN: 'abcdef', PROBE_HOST: 'uvwxyz' })
    const grants = { probe: { PROBE_HOST: '123456' } }
    const result = await harness.runWith(
      { environment, grants },
      script,
      declares('PROBE_TOKEN', 'PROBE_HOST'),
    )
    expect(result).toMatchObject({ stdout: 'PROBE_TOKEN fedcba\nPROBE_HOST 654321\nLD_PRELOAD none\n' })
  })

  it('is left alone when the host says so', async () => {
    const environment = await userWith({ PROBE_TOKEN: 'abcdef' })
    const result = await harness.runWith({ environment, userGrants: false }, script, declares('PROBE_TOKEN'))
    expect(result).toMatchObject({ stdout: expect.stringContaining('PROBE_TOKEN none') })
  })

  it.each([
    ['of another registry', 'https://other.test/', declares('PROBE_TOKEN')],
    ['that does not declare it', 'catalog', declares('PROBE_HOST')],
    ['that declares nothing', 'catalog', {}],
  ])('does not reach an app %s', async (_what, registry, manifest) => {
    const environment = await userWith({ PROBE_TOKEN: 'abcdef' }, registry)
    expect(await harness.runWith({ environment }, script, manifest)).toMatchObject({
      stdout: expect.stringContaining('PROBE_TOKEN none'),
    })
  })

  it('is redacted where the manifest calls it secret', async () => {
    const environment = await userWith({ PROBE_TOKEN: 'abcdef' })
    const print = 'console.log(process.env.PROBE_TOKEN)'
    expect(await harness.runWith({ environment }, print, declares('PROBE_TOKEN'))).toMatchObject({
      stdout: '[redacted]\n',
    })
  })

  it('is refused when others may read it, but only to apps that declare variables', async () => {
    const environment = await userWith({ PROBE_TOKEN: 'abcdef' })
    await chmod(path.dirname(grantsFile(environment)), 0o755)
    expect(await harness.runWith({ environment }, script, declares('PROBE_TOKEN'))).toMatchObject({
      ok: false,
      error: { code: 'grants.exposed', hint: expect.stringContaining('chmod 700') },
    })
    expect(await harness.runWith({ environment }, script)).toMatchObject({ ok: true })
  })
})

it('what decides which program runs or what is loaded into it is passed to no app, whoever gives it', async () => {
  const grants = { probe: { LD_PRELOAD: '/nowhere/evil.so' } }
  const failing = `${script}; process.exit(1)`
  const result = await harness.runWith({ grants }, failing, declares('LD_PRELOAD'))
  expect(result).toMatchObject({
    stdout: expect.stringContaining('LD_PRELOAD none'),
    hint: expect.stringContaining('LD_PRELOAD is never passed'),
  })
})
