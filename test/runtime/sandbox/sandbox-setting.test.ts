import { describe, expect, it } from 'vitest'
import { planSandbox } from '../../../packages/runtime/src/sandbox/sandbox-setting.ts'

describe('the sandbox setting', () => {
  it('defaults to the policy "workspace" with the network of the machine, not required', () => {
    expect(planSandbox(undefined)).toEqual({
      policy: 'workspace',
      isDemanded: false,
      network: 'host',
      readable: [],
      writable: [],
      limits: null,
      container: null,
    })
  })

  it('is required when it is named', () => {
    expect(planSandbox('workspace').isDemanded).toBe(true)
    expect(planSandbox({ policy: 'workspace', network: 'none' })).toMatchObject({
      isDemanded: true,
      network: 'none',
    })
    expect(planSandbox('off').isDemanded).toBe(false)
  })

  it('"strict" always has limits and no network', () => {
    expect(planSandbox('strict')).toMatchObject({
      network: 'none',
      limits: { memoryMb: 2048, processes: 256, cpuPercent: 200 },
    })
    expect(planSandbox({ policy: 'strict', limits: { memoryMb: 64 } }).limits).toEqual({
      memoryMb: 64,
      processes: 256,
      cpuPercent: 200,
    })
  })

  it.each([
    ['loose'],
    [{ policy: 'workspace', networks: 'none' }],
    [{ policy: 'strict', network: 'host' }],
    [{ policy: 'workspace', limits: { memoryMb: 1 } }],
    [{ policy: 'workspace', readable: ['a\0b'] }],
    [{ network: 'none' }],
    [{ policy: 'off', container: { engine: 'docker', image: 'x' } }],
    [{ policy: 'workspace', container: { engine: 'bin/docker', image: 'x' } }],
    [{ policy: 'workspace', container: { engine: 'docker', image: '--privileged' } }],
    [{ policy: 'workspace', container: { engine: 'docker', image: 'a b' } }],
    [{ policy: 'workspace', container: { engine: 'docker' } }],
    [null],
  ])('refuses %j', (setting) => {
    expect(() => planSandbox(setting === null ? 7 : setting)).toThrowError(
      expect.objectContaining({ code: 'sandbox.bad-setting' }),
    )
  })
})
