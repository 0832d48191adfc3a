import { judgeManifest, type PublishFacts, publishRules } from '@cli-apps/core/publish-rules'
import { describe, expect, it } from 'vitest'
import { exampleManifestJson } from '../../support/example-manifest.ts'

const facts = (change: Partial<PublishFacts> = {}): PublishFacts => ({
  policy: { allowGit: true },
  approved: [],
  names: { held: [], others: [] },
  ...change,
})
/** Paths and rules of what is wrong with the example, changed. */
const broken = (change: Record<string, unknown>, given = facts()): string[] =>
  judgeManifest(exampleManifestJson(change), given).issues.map(({ path: at, rule }) => `${at} ${rule}`)
const holding = (...keys: string[]): PublishFacts =>
  facts({ names: { held: [], others: keys.map((key) => ({ key, app: key, isOwn: false })) } })

describe('every issue', () => {
  it('is reported at once, with rule, path, message and hint, even if the schema refuses the manifest', () => {
    const { issues, manifest, isApprovable } = judgeManifest(
      exampleManifestJson({
        name: 'api',
        category: 'nope',
        homepage: 'https://10.0.0.1/',
        entry_point: 'bash',
      }),
      facts(),
    )
    expect(issues.map(({ path: at, rule }) => `${at} ${rule}`)).toEqual([
      'category schema.choice',
      'name publish.reserved-name',
      'entry_point publish.general-program',
      'homepage publish.private-url',
    ])
    for (const { message, hint } of issues) expect([message, hint]).not.toContain(undefined)
    expect(manifest).toBeUndefined()
    expect(isApprovable).toBe(false)
  })

  it('names the rule and not only the schema if both find the problem', () => {
    expect(broken({ summary: 'a\u202eb' })).toEqual(['summary publish.unseen-character'])
  })

  it('names the key that a misspelled one may mean, and judges no line break below it', () => {
    const recipies = [{ id: 'a', task: 'Do it', call: { args: [] }, files: { 'a.txt': 'a\n' } }]
    const { issues } = judgeManifest(exampleManifestJson({ recipies, tags: ['a\nb'] }), facts())
    expect(issues.map(({ path: at, rule, hint }) => [at, rule, hint])).toEqual([
      ['recipies', 'schema.unknown-key', 'Did you mean "recipes"?'],
      ['tags[0]', 'publish.unseen-character', 'Remove it.'],
    ])
    const { issues: others } = judgeManifest(exampleManifestJson({ qqqq: 1 }), facts())
    expect(others[0]?.hint).toBe('Remove it, or check its spelling.')
  })

  it.each([
    ['install[0].packge', { install: [{ method: 'npm', packge: 'x', version: '1.0.0' }] }, 'package'],
    ['recipes[0].call.arg', { recipes: [{ id: 'a', task: 'Do it', call: { args: [], arg: [] } }] }, 'args'],
    ['run.efects', { run: { efects: {} } }, 'effects'],
    ['i18n.zh.sumary', { i18n: { zh: { sumary: 'x' } } }, 'summary'],
    ['requires.env[0].secrt', { requires: { env: [{ name: 'A', why: 'b', secrt: true }] } }, 'secret'],
  ])('names the key that %s may mean', (at, changes, key) => {
    const { issues } = judgeManifest(exampleManifestJson(changes), facts())
    expect(issues.find(({ rule, path: found }) => rule === 'schema.unknown-key' && found === at)?.hint).toBe(
      `Did you mean "${key}"?`,
    )
  })

  it('names the recipe whose id another one has, and a list that is empty', () => {
    const recipe = (id: string) => ({ id, task: `Do ${id}`, call: { args: [] } })
    const { issues } = judgeManifest(
      exampleManifestJson({ install: [], recipes: [recipe('a'), recipe('b'), recipe('a')] }),
      facts(),
    )
    expect(issues.map(({ path: at, message, hint }) => [at, message, hint])).toEqual([
      ['install', 'must not be empty', 'It is [].'],
      ['recipes[2].id', 'must differ from the id of every other recipe', 'It is "a".'],
    ])
  })

  it('reports a missing digest', () => {
    const download = { url: 'https://a.example.org/x', archive: 'none' }
    const install = [{ method: 'binary', platforms: { 'linux-x64': download } }]
    expect(broken({ install })).toEqual(['install[0].platforms["linux-x64"].sha256 schema.format'])
  })

  it('is one line of bounded length, whatever the keys are', () => {
    const { issues } = judgeManifest(exampleManifestJson({ [`a\u202e${'x'.repeat(9000)}`]: 1 }), facts())
    for (const { path: at } of issues) expect(at.length).toBeLessThanOrEqual(400)
  })
})

describe('approval', () => {
  const change = { name: 'api', entry_point: 'bash' }

  it('lifts the named rules, or all that can be lifted', () => {
    expect(broken(change, facts({ approved: ['publish.reserved-name'] }))).toEqual([
      'entry_point publish.general-program',
    ])
    expect(broken(change, facts({ approved: ['*'] }))).toEqual([])
  })

  it('is reported as missing if every broken rule can be lifted', () => {
    expect(judgeManifest(exampleManifestJson(change), facts()).isApprovable).toBe(true)
  })

  it('lifts no other rule', () => {
    const mixed = { ...change, homepage: 'https://localhost/' }
    expect(broken(mixed, facts({ approved: ['*', 'publish.private-url'] }))).toEqual([
      'homepage publish.private-url',
    ])
    expect(judgeManifest(exampleManifestJson(mixed), facts()).isApprovable).toBe(false)
  })
})

describe('names', () => {
  it.each([
    ['my-app', 'myapp'],
    ['my-app', 'app-my'],
    ['0llama', 'ollama'],
    ['oilama', 'ollama'],
    ['o1lama', 'ollama'],
    ['vvget', 'wget'],
    ['rnlr', 'mlr'],
    ['rg5', 'rgs'],
    ['clocker', 'docker'],
    ['pretier', 'prettier'],
    ['prettire', 'prettier'],
    ['prettierr', 'prettier'],
    ['shelcheckk', 'shellcheck'],
    ['playwright', 'plaiwrigth'],
  ])('%s is too similar to %s', (name, taken) => {
    expect(broken({ name }, holding(taken))).toEqual(['name publish.similar-name'])
  })

  it.each([
    ['jq', 'yq'],
    ['bat', 'cat'],
    ['tree', 'free'],
    ['prettier', 'pretend'],
    ['eslint', 'tslint-all'],
    ['ffmpeg', 'gimp'],
  ])('%s and %s may coexist', (name, taken) => {
    expect(broken({ name }, holding(taken))).toEqual([])
  })

  it('of the same owners, and those that the app has already, are not compared', () => {
    const own = { names: { held: [], others: [{ key: 'greets', app: 'greets', isOwn: true }] } }
    expect(broken({}, facts(own))).toEqual([])
    const held = { names: { held: ['greet'], others: [{ key: 'greets', app: 'greets', isOwn: false }] } }
    expect(broken({}, facts(held))).toEqual([])
  })

  it('may differ by a letter as aliases, but must not look like another name', () => {
    expect(broken({ aliases: ['images'] }, holding('image'))).toEqual([])
    expect(broken({ aliases: ['оllаmа', 'im_age'] }, holding('ollama', 'image'))).toEqual([
      'aliases[0] publish.similar-name',
      'aliases[1] publish.similar-name',
      'aliases[0] publish.mixed-script',
    ])
  })

  it('of another app are refused, in any case and width, and no operator can change that', () => {
    const taken = { ...holding('greet', 'hello'), approved: ['*'] }
    expect(broken({ aliases: ['ＨELLO'] }, taken)).toEqual([
      'name publish.name-taken',
      'aliases[0] publish.name-taken',
    ])
  })

  it.each(['cli-apps', 'npm', 'index', 'latest', 'owners', 'con', 'lpt1'])('%s is reserved', (name) => {
    expect(broken({ name })).toEqual(['name publish.reserved-name'])
    expect(broken({ aliases: [name.toUpperCase()] })).toEqual(['aliases[0] publish.reserved-name'])
  })

  it('are reported as unchecked if no registry could be asked', () => {
    const { issues, unjudged } = judgeManifest(exampleManifestJson(), facts({ names: undefined }))
    expect(issues).toEqual([])
    expect(unjudged).toEqual(publishRules.filter(({ needsNames }) => needsNames).map(({ id }) => id))
    expect(unjudged).toContain('publish.similar-name')
  })
})
