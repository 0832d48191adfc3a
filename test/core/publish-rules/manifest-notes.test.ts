import { parseManifest } from '@cli-apps/core'
import { manifestNotes } from '@cli-apps/core/publish-rules'
import { describe, expect, it } from 'vitest'
import { exampleManifestJson } from '../../support/example-manifest.ts'

const notes = (changes: Record<string, unknown>): string[] =>
  manifestNotes(parseManifest(exampleManifestJson(changes)))
const npm = (version: string) => ({ method: 'npm', package: 'greet', version })

describe('a note', () => {
  it('says that no package has the version of the manifest', () => {
    expect(notes({ version: '2.0.0', install: [npm('1.2.3')] })).toEqual([
      'install[0].version is 1.2.3, and the manifest describes 2.0.0.',
    ])
  })

  it.each([
    ['the same version', { version: '1.2.3', install: [npm('1.2.3')] }],
    ['a corrected manifest', { version: '1.2.3+1', install: [npm('1.2.3')] }],
    [
      'a program with a version of its own',
      { version: '2.0.0', program_version: '1.2.3', install: [npm('1.2.3')] },
    ],
    [
      'a second method with it',
      { version: '2.0.0', install: [npm('1.2.3'), { ...npm('2.0.0'), package: 'g' }] },
    ],
    ['a method without a version', { version: '2.0.0', install: [{ method: 'apt', package: 'greet' }] }],
  ])('says nothing of %s', (_, changes) => {
    expect(notes(changes)).toEqual([])
  })

  it.each([
    ['destructive', ['delete', 'x'], 'read'],
    ['read', ['list'], 'write'],
    ['read', ['list', '--clear'], 'destructive'],
  ])('says that a recipe is called %s for %j, which the lists of effects make %s', (said, args, listed) => {
    const effects = {
      read: said === 'destructive' ? ['delete'] : [],
      write: ['list'],
      destructive: [{ command: 'list', options: ['--clear'] }],
    }
    const recipes = [{ id: 'do-it', task: 'Do it', call: { args }, effect: said }]
    expect(notes({ run: { effects }, recipes })).toEqual([
      `The recipe do-it says that its call is "${said}", and run.effects makes it "${listed}".`,
    ])
  })

  it('says nothing of a recipe whose output goes to a file, nor of a call that the lists leave open', () => {
    const effects = { read: ['list'], destructive: ['drop'] }
    const recipes = [
      { id: 'keep', task: 'Keep the list', call: { args: ['list'], stdout_file: 'a.txt' }, effect: 'write' },
      { id: 'add', task: 'Add', call: { args: ['add'] }, effect: 'write' },
    ]
    expect(notes({ run: { effects }, recipes })).toEqual([])
    const [keep] = recipes
    expect(notes({ run: { effects }, recipes: [{ ...keep, effect: 'destructive' }] })).toHaveLength(1)
  })

  it('names a tag that is listed twice, in any letter case', () => {
    expect(notes({ tags: ['json', 'text', 'JSON'] })).toEqual(['The tag JSON is listed twice.'])
  })

  it('names braces that are no placeholder', () => {
    const recipes = [{ id: 'hello', task: 'Say hello to somebody', call: { args: ['hello', '{name}'] } }]
    expect(notes({ recipes })).toEqual([
      'The recipe hello passes {name} as written: it declares no such placeholder.',
    ])
  })
})
