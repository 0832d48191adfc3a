import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { createRuntime } from '../../../packages/runtime/src/index.ts'
import { containerProgram } from '../../../packages/runtime/src/sandbox/container-program.ts'
import { fakeEngine, podmanInfo } from '../../support/fake-engine.ts'
import { useRunHarness } from '../run-harness.ts'

const harness = useRunHarness()

const within = (program: string, more: object = {}) => ({
  sandbox: { policy: 'workspace', container: { engine: program, image: 'box:1' }, ...more } as const,
})

describe.skipIf(process.platform !== 'linux')('an app in a container', () => {
  it('sees its folders and variables, with no value on a command line', async () => {
    const { program, calls } = await fakeEngine()
    const result = await harness.runWith(
      { ...within(program, { network: 'none' }), grants: { probe: { TOKEN: 'a\ngeheim' } } },
      'console.log(JSON.stringify([process.cwd(), process.env.HOME, process.env.TMPDIR, process.env.TOKEN]))',
      { requires: { env: [{ name: 'TOKEN', description: 'A token', required: false, secret: false }] } },
    )
    expect(result).toMatchObject({ ok: true, exit_code: 0 })
    const run = (await calls()).find(([verb]) => verb === 'run') ?? []
    const [, home = ''] = /"HOME=(.*?)"/.exec(JSON.stringify(run)) ?? []
    expect(JSON.stringify(result)).toContain(home)
    expect(JSON.stringify(result)).toContain('geheim')
    expect(JSON.stringify(run)).not.toContain('geheim')
    expect(run).toContain(`type=bind,source=${harness.workspace.root},target=${harness.workspace.root}`)
    expect(run).toContain(
      `type=bind,source=${harness.workspace.state},target=${harness.workspace.state},readonly`,
    )
    expect(run.filter((word) => /source=\/usr(,|\/bin,)/.test(word))).toEqual([])
  })

  it('is confined with limits in "strict", if the engine supports them', async () => {
    const { program, calls } = await fakeEngine()
    const { sandbox } = within(program, { policy: 'strict', limits: { memoryMb: 64 } })
    const result = await harness.runWith({ sandbox }, 'console.log(1)')
    expect(result).toMatchObject({ ok: true })
    expect((await calls()).flat().join(' ')).toContain(
      '--memory 67108864 --memory-swap 67108864 --pids-limit 257',
    )
    await using runtime = await createRuntime({ workspace: harness.workspace.root, sandbox })
    expect(await runtime.sandbox()).toMatchObject({ policy: 'strict', kind: 'container', network: 'none' })
  })

  it.each([
    [{ policy: 'strict' }, { host: { ...podmanInfo.host, cgroupControllers: [] } }],
    [{ policy: 'workspace' }, { ServerVersion: '' }],
  ])('is refused if that is not possible: %j', async (policy, info) => {
    const { program, calls } = await fakeEngine({ info })
    const result = await harness.runWith(within(program, policy), 'console.log(1)')
    expect(result).toMatchObject({ ok: false, error: { code: 'sandbox.unavailable' } })
    expect((await calls()).flat()).not.toContain('run')
  })

  it('is refused with a variable that would configure the engine', async () => {
    const { program, calls } = await fakeEngine()
    const result = await harness.runWith(
      { ...within(program), grants: { probe: { DOCKER_HOST: 'tcp://other' } } },
      'console.log(1)',
      { requires: { env: [{ name: 'DOCKER_HOST', description: 'A host', required: false, secret: false }] } },
    )
    expect(result).toMatchObject({ ok: false, error: { code: 'sandbox.engine-variable' } })
    expect((await calls()).flat()).not.toContain('run')
  })

  it('ends with its container when it ignores the signal', { timeout: 60_000 }, async () => {
    const { program, bin, calls } = await fakeEngine()
    await harness.workspace.install('probe', {
      script: 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)',
    })
    await using runtime = await createRuntime({
      workspace: harness.workspace.root,
      audit: false,
      ...within(program),
    })
    const result = await harness.run({ name: 'probe', timeout: 2 }, runtime)
    expect(result).toMatchObject({ ok: true, timed_out: true })
    const ends = (await calls()).filter(([verb]) => verb === 'kill' || verb === 'rm')
    const [, name = ''] = ends[0] ?? []
    expect(ends).toEqual([
      ['kill', name],
      ['rm', '--force', name],
    ])
    const pid = Number(await readFile(path.join(bin, name), 'utf8'))
    await expect.poll(() => isRunning(pid), { timeout: 20_000 }).toBe(false)
  })

  it('is not reported as run when the engine fails, and keeps its own exit statuses', async () => {
    const failing = await fakeEngine({ failure: { status: 125, says: 'Error: statfs /x: no such file' } })
    expect(await harness.runWith(within(failing.program), 'console.log(1)')).toMatchObject({
      ok: false,
      error: { code: 'sandbox.failed' },
    })
    const { program } = await fakeEngine()
    expect(await harness.runWith(within(program), 'process.exit(125)')).toMatchObject({
      ok: true,
      exit_code: 125,
    })
  })
})

async function isRunning(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return stat !== '' && !/\) [ZX] /.test(stat)
}

describe('what a container sees of a program', () => {
  it.each([
    [['/store/app'], ['/store/app/bin/x'], ['/store/app', '/store/app/bin/x']],
    [['/usr'], ['/usr/bin/jq'], ['/usr/bin/jq']],
    [
      ['/usr/local/bin', '/usr/local/lib', '/usr/local/lib/node_modules'],
      ['/usr/local/bin/x'],
      ['/usr/local/lib/node_modules', '/usr/local/bin/x'],
    ],
    [['/opt/x', '/lib/y', '/etc'], ['/opt/x/run'], ['/opt/x', '/opt/x/run']],
  ])('of %j for %j is %j', (folders, files, shown) => {
    expect(containerProgram(folders, files)).toEqual(shown)
  })
})
