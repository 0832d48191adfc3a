import { describe, expect, it } from 'vitest'
import { availabilityOf, methodHints } from '../../../packages/core/src/documents/availability.ts'

const host = { platform: 'linux-x64' as const, tools: ['npm', 'apt-get'], isRoot: false }
const npm = { method: 'npm' as const, package: 'x', version: '1.0.0' }
const apt = { method: 'apt' as const, package: 'x' }
const state = (methods: object[], here: object = {}) =>
  availabilityOf(methodHints(methods as never), { ...host, ...here })

describe('whether an app can run on a machine', () => {
  it('prefers a method without root', () => {
    expect(state([apt, npm])).toEqual({ state: 'installable', method: 'npm' })
  })
  it('needs root for a package of the system, unless the user is root', () => {
    expect(state([apt])).toEqual({ state: 'needs-root', method: 'apt' })
    expect(state([apt], { isRoot: true })).toEqual({ state: 'installable', method: 'apt' })
  })
  it('is not on another system, whatever is on PATH', () => {
    expect(state([{ method: 'winget', id: 'a.b' }], { tools: ['winget'] })).toEqual({
      state: 'unavailable',
      reason: 'only for windows, and this machine is linux-x64',
    })
  })
  it('names the missing program', () => {
    const bundled = { method: 'bundled', detect: 'xyz', instructions: 'Get it.' }
    expect(state([{ method: 'winget', id: 'a.b' }, bundled])).toEqual({
      state: 'unavailable',
      reason: 'it needs xyz',
    })
  })
})
