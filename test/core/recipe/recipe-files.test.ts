import { isAppError, parseManifest } from '@cli-apps/core'
import { describe, expect, it } from 'vitest'
import { exampleManifestJson } from '../../support/example-manifest.ts'

const withFiles = (files: Record<string, unknown>) =>
  parseManifest(
    exampleManifestJson({ recipes: [{ id: 'read', task: 'Read a file', call: { args: ['x'] }, files }] }),
  )

const problemsOf = (files: Record<string, unknown>): string => {
  try {
    withFiles(files)
    return ''
  } catch (error) {
    return isAppError(error) ? error.issues.map(({ message }) => message).join() : String(error)
  }
}

describe('the files of a recipe', () => {
  it.each(['in.txt', '.rc', 'a/b.txt', '.github/workflows/ci.yml', 'constructor/a', 'a/..b', 'a/b..'])(
    'may be at %s',
    (file) => {
      expect(withFiles({ [file]: '' }).recipes?.[0]?.files).toEqual({ [file]: '' })
    },
  )

  it.each([
    '',
    '.',
    '..',
    '../x',
    'a/../x',
    'a/..',
    './x',
    'a/./x',
    '/x',
    'a//x',
    'a/',
    '-x',
    'a/-x',
    'a\\x',
    'a b',
  ])('are not at %j', (file) => {
    expect(problemsOf({ [file]: '' })).toContain('must be the path of a file')
  })

  it('are no folders of others', () => {
    expect(problemsOf({ a: '', 'a/b/c': '' })).toContain('the folder of another')
    expect(problemsOf({ 'a/b': '', 'a/b/c': '' })).toContain('the folder of another')
    expect(withFiles({ ab: '', 'a/b': '' }).recipes).toHaveLength(1)
  })
})
