import { describe, expect, it } from 'vitest'
import { namedPaths } from '../../../packages/runtime/src/changes/named-paths.ts'

const named = (...args: string[]): string[] => namedPaths(args, { cwd: '/w/sub', root: '/w' })

describe('paths that arguments may name', () => {
  it.each([
    ['out.pdf', ['/w/sub/out.pdf']],
    ['../out.pdf', ['/w/out.pdf']],
    ['/w/x/y', ['/w/x/y']],
    ['--output=out.pdf', ['/w/sub/out.pdf']],
    ['of=disk.img', ['/w/sub/of=disk.img', '/w/sub/disk.img']],
    ['-oout.pdf', ['/w/sub/out.pdf']],
    ['--verbose', []],
    ['-', []],
    ['', []],
    ['.', []],
    ['../../etc/passwd', []],
    ['/etc/passwd', []],
    ['a\nb', []],
    ['x'.repeat(5000), []],
  ])('%j', (arg, paths) => {
    expect(named(arg)).toEqual(paths)
  })

  it('are limited in number', () => {
    expect(named(...Array.from({ length: 1000 }, (_, index) => `f${index}`))).toHaveLength(64)
  })
})
