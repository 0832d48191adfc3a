import { AppManifest } from '@cli-apps/core'
import { describe, expect, it } from 'vitest'
import { compareManifests } from '../../../../services/registry/src/apps/read/compare-manifests.ts'
import { exampleManifestJson } from '../../../support/example-manifest.ts'

const manifest = (change: Record<string, unknown> = {}): AppManifest =>
  AppManifest.parse(exampleManifestJson(change))
/** What differs, in lines. */
const compared = (before: Record<string, unknown>, after: Record<string, unknown>): string[] =>
  compareManifests(manifest(before), manifest(after)).map(({ part, path, removed, added }) =>
    [`${part} ${path}`, ...removed.map((text) => `- ${text}`), ...added.map((text) => `+ ${text}`)].join(' '),
  )

const npm = { method: 'npm', package: 'greet', version: '1.0.0' }
const apt = { method: 'apt', package: 'greet' }
const recipe = { id: 'hello', task: 'Say hello', call: { args: ['a', 'b'] } }

describe('two versions of a manifest', () => {
  it('do not differ by their version alone', () => {
    expect(compared({ version: '1.0.0' }, { version: '2.0.0' })).toEqual([])
  })

  it('differ in the methods, also in their order', () => {
    expect(compared({ install: [npm] }, { install: [apt, { ...npm, version: '1.1.0' }] })).toEqual([
      'install install - npm + apt, npm',
      'install install.npm.version - 1.0.0 + 1.1.0',
      'install install.apt.method + apt',
      'install install.apt.package + greet',
    ])
    expect(compared({ install: [npm, apt] }, { install: [apt, npm] })).toEqual([
      'install install - npm, apt + apt, npm',
    ])
  })

  it('differ in requirements, effects and recipes, each found by its name', () => {
    const env = { name: 'KEY', description: 'A key', required: true, secret: true }
    expect(
      compared(
        { requires: { env: [env] }, run: { effects: { write: ['set'] } }, recipes: [recipe], tags: ['a'] },
        {
          requires: { env: [{ ...env, required: false }], bins: ['jq'] },
          run: { effects: { write: ['set', { command: 'put', options: ['-f'] }], destructive: ['drop'] } },
          recipes: [{ ...recipe, call: { args: ['b', 'a'] } }],
          tags: ['b', 'a'],
        },
      ),
    ).toEqual([
      'requires requires.env.KEY.required - true + false',
      'requires requires.bins + jq',
      'effects run.effects.write + put -f',
      'effects run.effects.destructive + drop',
      'recipes recipes.hello.call.args - ["a","b"] + ["b","a"]',
      'other tags + b',
    ])
  })
})
