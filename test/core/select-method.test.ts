import { type Host, type InstallMethod, selectMethod, toolsWanted } from '@cli-apps/core'
import { describe, expect, it } from 'vitest'
import { exampleManifest } from '../support/example-manifest.ts'

const methods: InstallMethod[] = exampleManifest({
  install: [
    { method: 'brew', formula: 'greet' },
    { method: 'npm', package: 'greet', version: '1.2.3', platforms: ['darwin'] },
    {
      method: 'binary',
      platforms: { 'linux-arm64': { url: 'https://x.test/a', sha256: '0'.repeat(64), archive: 'none' } },
    },
    { method: 'apt', package: 'greet' },
    { method: 'bundled', detect: 'greet', instructions: 'Install Greet from its home page.' },
  ],
}).install
const kinds = ['npm', 'binary', 'apt', 'bundled'] as const
const select = (host: Host) => selectMethod(methods, host, { kinds })

describe('selectMethod', () => {
  it('chooses the first supported method and explains why not each one before it', () => {
    const { method, refusals } = select({ platform: 'linux-x64', tools: ['npm', 'brew', 'apt-get'] })
    expect(method?.method).toBe('apt')
    expect(refusals).toEqual([
      { method: 'brew', reason: 'this cli-apps cannot install with brew yet' },
      { method: 'npm', reason: 'only for darwin, and this host is linux-x64' },
      { method: 'binary', reason: 'no download for linux-x64, only for linux-arm64' },
    ])
  })

  it('lists a reason for every method when none fits', () => {
    const { method, refusals } = select({ platform: 'linux-x64', tools: [] })
    expect(method).toBeUndefined()
    expect(refusals.map(({ method: kind }) => kind)).toEqual(['brew', 'npm', 'binary', 'apt', 'bundled'])
    expect(refusals.at(-1)?.reason).toBe('greet is not on PATH: Install Greet from its home page.')
  })

  it.each([
    ['darwin-arm64', ['npm'], 'npm'],
    ['linux-arm64', [], 'binary'],
    ['linux-x64-musl', ['greet'], 'bundled'],
  ] as const)('on %s with %j chooses %s', (platform, tools, expected) => {
    expect(select({ platform, tools: [...tools] }).method?.method).toBe(expected)
  })

  it('chooses only the requested kind', () => {
    const host: Host = { platform: 'darwin-x64', tools: ['npm', 'apt-get'] }
    expect(selectMethod(methods, host, { kinds, only: 'apt' }).method?.method).toBe('apt')
  })

  it('lists the tools that the methods may require', () => {
    expect(toolsWanted(methods)).toEqual(['brew', 'npm', 'apt-get', 'greet'])
  })
})
