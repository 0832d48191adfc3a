import { chmod, readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { type AppManifest, parseAppName } from '@cli-apps/core'
import { changeGrants, grantsFile } from '@cli-apps/core/node'
import { describe, expect, it } from 'vitest'
import { createRuntime } from '../../../packages/runtime/src/index.ts'
import { memoryKeyring } from '../../support/memory-keyring.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { endOf, jobOf } from '../jobs/job-harness.ts'
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

/** The environment of a user who has set these values for the app of this registry, or has them in the keyring. */
async function userWith(
  values: Record<string, string>,
  registry = 'catalog',
  accounts: Record<string, string> = {},
): Promise<Record<string, string>> {
  const environment = { ...(process.env as Record<string, string>), XDG_CONFIG_HOME: await temporaryFolder() }
  const env = [
    ...Object.entries(values).map(([name, value]) => ({ name, value })),
    ...Object.entries(accounts).map(([name, keyring]) => ({ name, keyring })),
  ]
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

describe('what the user keeps in a keyring', () => {
  const accounts = { PROBE_TOKEN: 'probe/1', PROBE_HOST: 'probe/2', LD_PRELOAD: 'probe/3' }
  const values = { 'probe/1': 'abcdef', 'probe/2': 'uvwxyz', 'probe/3': 'evil.so' }

  it('reaches the runs of the app, and is redacted', async () => {
    const environment = await userWith({}, 'catalog', accounts)
    const options = { environment, keyring: memoryKeyring(values) }
    const manifest = declares('PROBE_TOKEN')
    expect(await harness.runWith(options, script, manifest)).toMatchObject({
      stdout: expect.stringContaining('PROBE_TOKEN fedcba'),
    })
    const shows = 'console.log(process.env.PROBE_TOKEN)'
    expect(await harness.runWith(options, shows, manifest)).toMatchObject({ stdout: '[redacted]\n' })
  })

  it('reaches jobs and every program of a pipeline', async () => {
    const environment = await userWith({}, 'catalog', accounts)
    const { root, install } = harness.workspace
    const seen = 'console.log(process.env.PROBE_TOKEN === "abcdef", process.env.PROBE_TOKEN)'
    await install('probe', {
      script: `process.stdin.pipe(process.stdout); ${seen}`,
      manifest: declares('PROBE_TOKEN'),
    })
    await using runtime = await createRuntime({
      ...{ workspace: root, audit: false, sandbox: 'off' },
      ...{ environment, keyring: memoryKeyring(values) },
    })
    const pipe = [{ name: 'probe' }]
    expect(await harness.run({ name: 'probe', pipe }, runtime)).toMatchObject({
      stdout: 'true [redacted]\ntrue [redacted]\n',
    })
    const { id } = jobOf(await harness.run({ name: 'probe', background: true }, runtime))
    await endOf(runtime, id)
    expect(await runtime.jobs.result(id)).toMatchObject({ stdout: 'true [redacted]\n' })
    const files = await readdir(path.join(root, '.cli-apps/jobs', id))
    for (const file of files)
      expect(await readFile(path.join(root, '.cli-apps/jobs', id, file), 'utf8')).not.toContain('abcdef')
  })

  it('is asked for only where the run gets it', async () => {
    const environment = await userWith({}, 'catalog', accounts)
    const keyring = memoryKeyring(values)
    const grants = { probe: { PROBE_HOST: '123456' } }
    const manifest = declares('PROBE_TOKEN', 'PROBE_HOST', 'LD_PRELOAD')
    expect(await harness.runWith({ environment, keyring, grants }, script, manifest)).toMatchObject({
      stdout: 'PROBE_TOKEN fedcba\nPROBE_HOST 654321\nLD_PRELOAD none\n',
    })
    expect(keyring.asked).toEqual(['probe/1'])
    await harness.runWith({ environment, keyring }, script)
    await harness.runWith({ environment, keyring, userGrants: false }, script, manifest)
    expect(keyring.asked).toEqual(['probe/1'])
  })

  it('stops the run while the keyring is locked, or has lost it', async () => {
    const environment = await userWith({}, 'catalog', accounts)
    const keyring = memoryKeyring(values)
    keyring.isLocked = true
    const manifest = declares('PROBE_TOKEN')
    expect(await harness.runWith({ environment, keyring }, script, manifest)).toMatchObject({
      ok: false,
      error: { code: 'keyring.unavailable' },
    })
    expect(await harness.runWith({ environment, keyring: memoryKeyring() }, script, manifest)).toMatchObject({
      ok: false,
      error: { code: 'keyring.missing' },
    })
  })
})
