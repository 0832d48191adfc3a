import { describe, expect, it } from 'vitest'
import { changedConfig } from '../../../services/installer/src/settings/changed-config.ts'

const before = { registries: ['https://r.test'], mirrors: { 'https://a.test': 'https://m.test' }, other: 1 }
const change = (key: string, values?: string[]) => changedConfig(before, values, { key, cwd: '/home/ann' })

describe('a setting', () => {
  it.each([
    [
      'registries',
      ['https://x.test', 'folder', 'catalog:built-in', 'file:///srv/%23'],
      {
        ...before,
        registries: ['https://x.test', '/home/ann/folder', 'catalog:built-in', 'file:///srv/%23'],
      },
    ],
    ['registries', undefined, { mirrors: before.mirrors, other: 1 }],
    ['mirrors', undefined, { registries: before.registries, other: 1 }],
    [
      'mirrors.https://a.test/',
      ['https://n.test/'],
      { ...before, mirrors: { 'https://a.test': 'https://n.test' } },
    ],
    [
      'mirrors.https://b.test',
      ['http://localhost:1'],
      {
        ...before,
        mirrors: { 'https://a.test': 'https://m.test', 'https://b.test': 'http://localhost:1' },
      },
    ],
    ['mirrors.https://a.test/', undefined, { ...before, mirrors: {} }],
    ['lang', ['zh_CN'], { ...before, lang: 'zh' }],
    ['lang', undefined, before],
  ])('%s becomes %j, and other settings are unchanged', (key, values, after) => {
    expect(change(key, values)).toEqual(after)
  })

  it.each([
    ['colour', ['blue'], 'config.unknown-key'],
    ['lang', ['fr'], 'cli.bad-language'],
    ['lang', ['en', 'zh'], 'config.bad-value'],
    ['mirrors', ['https://n.test'], 'config.unknown-key'],
    ['mirrors.https://b.test', ['https://m.test', 'https://n.test'], 'config.bad-value'],
    ['mirrors.b', ['https://m.test'], 'config.bad-mirror'],
    ['registries', ['http://r.test'], 'network.plain-http'],
    ['registries', ['https://'], 'config.bad-value'],
  ])('%s cannot be set to %j', (key, values, code) => {
    expect(() => change(key, values)).toThrowError(expect.objectContaining({ code }))
  })
})
