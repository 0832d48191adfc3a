import { findContainer } from '@cli-apps/core/node'
import { describe, expect, it } from 'vitest'
import { fakeEngine, podmanInfo } from '../../../support/fake-engine.ts'

const docker = {
  ServerVersion: '28.2.2',
  OSType: 'linux',
  MemoryLimit: true,
  PidsLimit: true,
  CpuCfsQuota: true,
  SecurityOptions: ['name=seccomp'],
}
const user = `${process.getuid?.()}:${process.getgid?.()}`
const host = (change: object) => ({ host: { ...podmanInfo.host, ...change } })

describe.skipIf(process.platform !== 'linux')('findContainer', () => {
  it.each([
    ['Podman', podmanInfo, { user, keepsUser: false, noLimits: null }],
    [
      'Podman without root',
      host({ security: { rootless: true } }),
      { user, keepsUser: true, noLimits: null },
    ],
    ['Docker', docker, { user, keepsUser: false, noLimits: null }],
    [
      'Docker without root',
      { ...docker, SecurityOptions: ['name=rootless'] },
      { user: '0:0', keepsUser: false, noLimits: null },
    ],
  ])('knows %s', async (_, info, facts) => {
    const { program } = await fakeEngine({ info })
    const { sandbox } = await findContainer({ engine: program, image: 'box:1' }, process.env)
    expect(sandbox).toMatchObject({ kind: 'container', program, image: 'box:1', ...facts })
  })

  it.each([
    [host({ cgroupControllers: ['memory'] }), 'the engine has no control groups for pids and cpu here'],
    [host({ cgroupControllers: null }), 'the engine has no control groups for memory and pids and cpu here'],
    [
      host({ security: { rootless: true }, cgroupVersion: 'v1' }),
      'the engine limits nothing without root and version 2 of control groups',
    ],
    [{ ...docker, PidsLimit: false }, 'the engine cannot limit memory, processes and processor time here'],
  ])('knows when limits would be ignored', async (info, noLimits) => {
    const { program } = await fakeEngine({ info })
    expect(await findContainer({ engine: program, image: 'box:1' }, process.env)).toMatchObject({
      sandbox: { noLimits },
    })
  })

  it.each([
    [{ ServerVersion: '', OSType: '' }, 'its service does not answer'],
    [{ ...docker, OSType: 'windows' }, 'its containers are not Linux'],
    [host({ serviceIsRemote: true }), 'it is on another machine'],
    ['no JSON', 'its answer makes no sense'],
  ])('says why an engine cannot be used', async (info, reason) => {
    const { program } = await fakeEngine({ info })
    expect(await findContainer({ engine: program, image: 'box:1' }, process.env)).toEqual({
      reason: `${program} cannot be used: ${reason}`,
    })
  })

  it('never fetches an image', async () => {
    const { program, calls } = await fakeEngine()
    expect((await findContainer({ engine: program, image: 'other' }, process.env)).reason).toContain(
      'it has no image other, which is not fetched by itself',
    )
    expect((await calls()).map(([verb]) => verb)).toEqual(['info', 'image'])
  })

  it('looks for an engine on PATH', async () => {
    const { bin, program } = await fakeEngine()
    const found = await findContainer({ engine: 'podman', image: 'box:1' }, { PATH: bin })
    expect(found.sandbox).toMatchObject({ program })
    expect(await findContainer({ engine: 'docker', image: 'box:1' }, { PATH: bin })).toEqual({
      reason: 'docker is not on PATH',
    })
  })

  it('says when an engine is not there', async () => {
    expect((await findContainer({ engine: '/nowhere/docker', image: 'box:1' }, {})).reason).toContain(
      '/nowhere/docker cannot be started',
    )
  })

  it('lets the client see how to reach its engine, and no more secrets than any program', async () => {
    const { program } = await fakeEngine()
    const environment = {
      ...process.env,
      DOCKER_HOST: 'unix:///x',
      DOCKER_AUTH_CONFIG: 'geheim',
      TOKEN: 'geheim',
    }
    const { sandbox } = await findContainer({ engine: program, image: 'box:1' }, environment)
    expect(sandbox).toMatchObject({ environment: { DOCKER_HOST: 'unix:///x' } })
    expect(JSON.stringify(sandbox)).not.toContain('geheim')
  })
})
