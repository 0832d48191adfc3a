import { type SandboxPolicy, wrapCommand } from '@cli-apps/core/node'
import { describe, expect, it } from 'vitest'

const policy: SandboxPolicy = { cwd: '/w', readable: [], writable: [], scratch: [], network: 'none' }

function wrap(change: Partial<SandboxPolicy> = {}): readonly string[] {
  const sandbox = { kind: 'sandbox-exec', program: '/usr/bin/sandbox-exec' } as const
  return wrapCommand(['/store/app', '--x', '-p'], { ...policy, ...change }, sandbox)
}
const linesOf = (change: Partial<SandboxPolicy> = {}): string[] => wrap(change)[2]?.split('\n') ?? []

describe('wrapCommand with sandbox-exec', () => {
  it('gives the profile as one word, and the command as it is', () => {
    const words = wrap()
    expect(words.slice(0, 2)).toEqual(['/usr/bin/sandbox-exec', '-p'])
    expect(words.slice(3)).toEqual(['/store/app', '--x', '-p'])
  })

  it('allows nothing but what is listed', () => {
    const lines = linesOf()
    expect(lines.slice(0, 2)).toEqual(['(version 1)', '(deny default)'])
    expect(lines.filter((line) => line.includes('file-write'))).toEqual([
      expect.stringMatching(/^\(allow file-write-data file-ioctl \(literal "\/dev\/null"\)/),
    ])
    // Operations without a filter: none of them reads, writes or talks to anything.
    expect(lines.filter((line) => line.startsWith('(allow ') && !line.includes(' ('))).toEqual([
      '(allow process-exec process-fork sysctl-read pseudo-tty ipc-posix-sem)',
      '(allow file-map-executable)',
      '(allow file-read-metadata)',
    ])
    expect(lines.join('\n')).not.toMatch(/\/Users|subpath "\/"|subpath "\/private"|subpath "\/private\/var"/)
  })

  it('has network, and what it needs, only when the policy says so', () => {
    expect(linesOf().join('\n')).not.toMatch(/network|trustd/)
    expect(linesOf({ network: 'host' })).toContain('(allow network* system-socket)')
  })

  it('lets the inner folder count, since the last rule does', () => {
    const change = { scratch: ['/Users/u'], writable: ['/Users/u/w'], readable: ['/Users/u/w/.git/hooks'] }
    expect(linesOf(change).slice(-6)).toEqual([
      '(deny file-read* file-write* (subpath "/Users/u"))',
      '(allow file-read-metadata (subpath "/Users/u"))',
      '(allow file-read* file-write* (subpath "/Users/u/w"))',
      '(allow file-read* (subpath "/Users/u/w/.git/hooks"))',
      '(deny file-write* (subpath "/Users/u/w/.git/hooks"))',
      // Moved away, the folder around would take the guarded one from under its rule.
      '(deny file-write-unlink (literal "/Users/u/w/.git"))',
    ])
  })

  it.each([
    ['/a"b', '/a\\"b'],
    ['/a") (allow default) ("', '/a\\") (allow default) (\\"'],
    ['/a\\b', '/a\\\\b'],
    ['/a\\"', '/a\\\\\\"'],
    ['/a\nb\tc\rd', '/a\\nb\\tc\\rd'],
    ['/工作/a b', '/工作/a b'],
  ])('takes %j as data', (folder, quoted) => {
    expect(linesOf({ writable: [folder] }).at(-1)).toBe(
      `(allow file-read* file-write* (subpath "${quoted}"))`,
    )
  })

  it('refuses NUL', () => {
    expect(() => wrap({ readable: ['/a\0b'] })).toThrowError(
      expect.objectContaining({ code: 'sandbox.bad-path' }),
    )
  })
})
