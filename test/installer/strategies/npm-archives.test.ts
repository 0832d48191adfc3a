import { describe, expect, it } from 'vitest'
import { archivesOf } from '../../../services/installer/src/strategies/npm/npm-archives.ts'
import { exampleHost, exampleSettings } from '../../support/strategy-host.ts'

const integrity = `sha512-${'A'.repeat(86)}==`
const registry = 'https://npm.example/'
const settings = exampleSettings({
  sources: [registry],
  files: { '.npmrc': `registry=${registry}\n@mine:registry=https://own.example/npm/\nfetch-retries=0\n` },
})
const tree = [
  { name: 'tool', version: '1.2.3', integrity, bin: { tool: 'cli.js' } },
  { name: 'tool/node_modules/@mine/lib', version: '2.0.0-rc.1', integrity },
  { name: 'other', version: '3.0.0', integrity, package: 'real' },
]

describe('archivesOf', () => {
  it('names for each package its archive at its own registry, its digest and its place', () => {
    expect(archivesOf(tree, settings, exampleHost())).toEqual([
      {
        name: 'tool',
        version: '1.2.3',
        url: 'https://npm.example/tool/-/tool-1.2.3.tgz',
        sha512: '0'.repeat(128),
        place: 'node_modules/tool',
        bin: { tool: 'cli.js' },
      },
      {
        name: '@mine/lib',
        version: '2.0.0-rc.1',
        url: 'https://own.example/npm/@mine/lib/-/lib-2.0.0-rc.1.tgz',
        sha512: '0'.repeat(128),
        place: 'node_modules/tool/node_modules/@mine/lib',
        bin: {},
      },
      {
        name: 'real',
        version: '3.0.0',
        url: 'https://npm.example/real/-/real-3.0.0.tgz',
        sha512: '0'.repeat(128),
        place: 'node_modules/other',
        bin: {},
      },
    ])
  })

  it.each([
    ['a package of git', { url: 'git+https://git.example/a.git#1', integrity: null }],
    ['an archive from elsewhere', { url: 'https://elsewhere.example/a.tgz' }],
    ['a weaker digest', { integrity: 'sha1-AAAAAAAAAAAAAAAAAAAAAAAAAAA=' }],
    ['two digests', { integrity: `${integrity} ${integrity}` }],
  ])('leaves a tree with %s to npm', (_what, change) => {
    const [first, ...others] = tree
    const changed = [...others, { name: 'tool', version: '1.2.3', integrity, ...first, ...change }]
    expect(archivesOf(changed, settings, exampleHost())).toBeUndefined()
  })

  it.each([
    ['a token', { files: { '.npmrc': '//npm.example/:_authToken=secret\n' } }],
    ['a certificate', { files: { '.npmrc': 'cafile=/etc/ca.pem\n' } }],
    ['no certificates', { files: { '.npmrc': 'strict-ssl=false\n' } }],
    ['a proxy of its own', { proxies: { https_proxy: 'http://proxy.example' } }],
  ])('leaves it to npm where its settings name %s', (_what, change) => {
    expect(archivesOf(tree, { ...settings, ...change }, exampleHost())).toBeUndefined()
  })

  it('leaves it to npm on Windows, where executables need programs that start them', () => {
    expect(archivesOf(tree, settings, exampleHost({ platform: 'windows-x64' }))).toBeUndefined()
  })
})
