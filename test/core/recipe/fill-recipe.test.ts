import { exampleCall, fillRecipe, parseManifest, type Recipe } from '@cli-apps/core'
import { describe, expect, it } from 'vitest'
import { exampleManifestJson } from '../../support/example-manifest.ts'

const recipeWith = (changes: Record<string, unknown>): Recipe => {
  const { recipes = [] } = parseManifest(
    exampleManifestJson({ recipes: [{ id: 'x', task: 'Do it', ...changes }] }),
  )
  return recipes[0] as Recipe
}

const placed = (type: string, args: string[] = ['{it}'], more: Record<string, unknown> = {}): Recipe =>
  recipeWith({ call: { args }, placeholders: { it: { type, example: examples[type], ...more } } })

const examples: Record<string, string> = {
  file: 'in.csv',
  folder: 'out',
  url: 'https://example.com/',
  number: '5',
  choice: 'fast',
  text: 'Ann',
}
const choices = ['fast', 'slow']

describe('fillRecipe', () => {
  it('replaces declared names, whole arguments and parts of them, and leaves every other brace as it is', () => {
    const args = [
      '{in}',
      '--out={dir}/{in}.txt',
      '.[] | {name, age}',
      '{print $1}',
      '{}',
      '{+}',
      '%{http_code}',
      '{{.Name}}',
      '${HOME}',
      '{other}',
    ]
    const recipe = recipeWith({
      call: { args },
      placeholders: { in: { type: 'file', example: 'a' }, dir: { type: 'folder', example: 'b' } },
    })
    expect(fillRecipe(recipe, { in: 'x y', dir: 'd' }).args).toEqual([
      'x y',
      '--out=d/x y.txt',
      ...args.slice(2),
    ])
  })

  it('replaces in one pass: braces in a value stay', () => {
    const recipe = recipeWith({
      call: { args: ['{one}', '{two}'] },
      placeholders: { one: { type: 'text', example: 'a' }, two: { type: 'text', example: 'b' } },
    })
    expect(fillRecipe(recipe, { one: '{two}', two: '$& {one}' }).args).toEqual(['{two}', '$& {one}'])
  })

  it.each(['a b', '"a" \'b\'', 'a\nb', '', '*', '; rm -rf /'])('keeps %j one argument', (value) => {
    expect(fillRecipe(placed('text', ['say', '{it}', 'end']), { it: value }).args).toEqual([
      'say',
      value,
      'end',
    ])
  })

  it('replaces in the files and the pipe of a call, and not in its input', () => {
    const recipe = recipeWith({
      call: {
        args: [],
        stdin_file: '{from}',
        stdout_file: '{to}',
        pipe: [{ name: 'jq', args: ['-r', '.{key}'] }],
      },
      placeholders: {
        from: { type: 'file', example: 'a' },
        to: { type: 'file', example: 'b' },
        key: { type: 'text', example: 'name' },
      },
    })
    expect(fillRecipe(recipe, { from: '-', to: '-o', key: 'id' })).toEqual({
      args: [],
      stdin_file: './-',
      stdout_file: './-o',
      pipe: [{ name: 'jq', args: ['-r', '.id'] }],
    })
    expect(recipeWith({ call: { args: [], stdin: '{in}' } }).call.stdin).toBe('{in}')
  })

  it('passes a file or folder that begins with a dash as ./-x', () => {
    for (const type of ['file', 'folder'])
      expect(fillRecipe(placed(type), { it: '-rf' }).args).toEqual(['./-rf'])
  })

  it('takes numbers as JSON numbers too', () => {
    expect(fillRecipe(placed('number'), { it: 0.5 }).args).toEqual(['0.5'])
  })

  it.each([
    ['url', '--help', /"-"/],
    ['number', '-5', /"-"/],
    ['text', '-x', /"-"/],
    ['choice', '-x', /"-"/],
    ['number', '5px', /number/],
    ['number', '', /empty/],
    ['number', Number.NaN, /text or a number/],
    ['url', 'example.com', /URL/],
    ['url', 'https://a b/', /URL/],
    ['choice', 'medium', /fast, slow/],
    ['file', '', /empty/],
    ['file', 'a\nb', /one line/],
    ['folder', 'a\u0000b', /NUL/],
    ['text', 'a\u0000b', /NUL/],
    ['text', undefined, /must be given/],
    ['text', ['a', 'b'], /must be given/],
    ['text', { toString: () => 'a' }, /must be given/],
  ])('refuses for a %s the value %j', (type, value, message) => {
    const recipe = placed(type, ['{it}'], type === 'choice' ? { choices } : {})
    expect(() => fillRecipe(recipe, { it: value })).toThrow(
      expect.objectContaining({
        code: 'recipe.values',
        issues: [expect.objectContaining({ path: 'it', message: expect.stringMatching(message) })],
      }),
    )
  })

  it('refuses missing and unknown values at once, also such as every object has', () => {
    const issues = [expect.objectContaining({ path: 'it' }), expect.objectContaining({ path: 'toString' })]
    expect(() => fillRecipe(placed('file'), { toString: 'x' })).toThrow(expect.objectContaining({ issues }))
  })

  it('gives the call as it runs with the examples', () => {
    expect(exampleCall(placed('file')).args).toEqual(['in.csv'])
    expect(exampleCall(recipeWith({ call: { args: ['{}'] } })).args).toEqual(['{}'])
  })
})

describe('a recipe is refused', () => {
  const file = { type: 'file', example: 'a' }
  const issuesOf = (changes: Record<string, unknown>): string[] => {
    try {
      recipeWith(changes)
    } catch (error) {
      return (error as { issues: { path: string }[] }).issues.map(({ path }) => path)
    }
    return []
  }

  it.each(['${in}', '{{in}}', '%{in}', '#{in}', '\\{in}', '{in, out}', '{ in }', '{in: .a}'])(
    'whose placeholder also stands in %j, where nothing is replaced',
    (text) => {
      expect(issuesOf({ call: { args: ['{in}', text] }, placeholders: { in: file } })).toEqual([
        'recipes[0].placeholders.in',
      ])
      expect(issuesOf({ call: { args: ['{in}'], stdin: '{in}' }, placeholders: { in: file } })).toEqual([
        'recipes[0].placeholders.in',
      ])
    },
  )

  it.each(['{inner}', '{in_2}', '{"id": {in}}', '@{in}', '{a:{in}}'])('not for %j', (text) => {
    expect(issuesOf({ call: { args: ['{in}', text] }, placeholders: { in: file } })).toEqual([])
  })

  it.each([
    ['declares a placeholder that is not in the call', { placeholders: { in: file } }, 'placeholders.in'],
    [
      'has an example of another type',
      { call: { args: ['{n}'] }, placeholders: { n: { type: 'number', example: 'many' } } },
      'placeholders.n.example',
    ],
    [
      'has a choice without choices',
      { call: { args: ['{n}'] }, placeholders: { n: { type: 'choice', example: 'a' } } },
      'placeholders.n.choices',
    ],
    [
      'has choices without a choice',
      { call: { args: ['{n}'] }, placeholders: { n: { type: 'text', example: 'a', choices } } },
      'placeholders.n.choices',
    ],
    ['has neither task nor expectation', { task: undefined }, ''],
    ['has an id that is no slug', { id: 'Do It' }, 'id'],
    ['calls a program that the app does not bring', { call: { program: 'other', args: [] } }, 'call.program'],
    ['has two inputs', { call: { args: [], stdin: 'a', stdin_file: 'b' } }, 'call.stdin_file'],
    ['has a file outside its folder', { files: { '../x': '' } }, 'files["../x"]'],
    ['expects a file outside its folder', { expect: { file: '../x' } }, 'expect.file'],
    [
      'has 31 files',
      { files: Object.fromEntries(Array.from({ length: 31 }, (_, at) => [`f${at}`, ''])) },
      'files',
    ],
    ['needs something unknown', { needs: ['luck'] }, 'needs[0]'],
  ])('that %s', (_what, changes, path) => {
    const whole = path === '' ? 'recipes[0]' : `recipes[0].${path}`
    expect(issuesOf({ call: { args: [] }, ...changes })).toEqual([whole])
  })
})
