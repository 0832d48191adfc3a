import { parseManifest } from '@cli-apps/core'
import { describe, expect, test } from 'vitest'
import { importCatalog } from '../../../../services/registry/src/compat/cli-anything/import-catalog.ts'

const commit = 'c'.repeat(40)
const entryOf = (change: Record<string, unknown> = {}): Record<string, unknown> => ({
  name: 'Greet',
  display_name: 'Greet',
  description: 'Say hello',
  version: '1.2',
  category: 'music',
  requires: null,
  homepage: 'http://greet.example',
  source_url: 'https://greet.example/src',
  entry_point: 'greet',
  install_cmd: 'pip install greet',
  ...change,
})
const importOne = (change: Record<string, unknown> = {}) => importCatalog({ clis: [entryOf(change)] })

test('an entry becomes a manifest with its own content and nothing else', () => {
  const { imported, refused } = importOne({ requires: 'GREET_KEY' })
  expect(refused).toEqual([])
  expect(imported).toEqual([
    {
      manifest: 1,
      name: 'greet',
      version: '1.2.0',
      program_version: '1.2',
      display_name: 'Greet',
      summary: 'Say hello',
      description: 'Say hello. It needs: GREET_KEY.',
      category: 'audio',
      repository: 'https://greet.example/src',
      entry_point: 'greet',
      install: [{ method: 'pip', package: 'greet', version: '1.2' }],
    },
  ])
  expect(parseManifest(imported[0])).toEqual(imported[0])
})

describe('an install command is parsed:', () => {
  test.each([
    ['pip install greet==2.0', { method: 'pip', package: 'greet', version: '2.0' }],
    ['python3 -m pip install greet==2.0', { method: 'pip', package: 'greet', version: '2.0' }],
    ['uv tool install greet', { method: 'pip', package: 'greet', version: '1.2' }],
    [
      `pip install git+https://g.example/r.git@${commit}#subdirectory=a/b`,
      { method: 'pip', git: 'https://g.example/r.git', commit, subdirectory: 'a/b' },
    ],
    ['npm install -g @x/greet@3.0.0', { method: 'npm', package: '@x/greet', version: '3.0.0' }],
    ['brew install --cask greet', { method: 'brew', cask: 'greet' }],
    ['cargo install greet --version 2.0.0', { method: 'cargo', crate: 'greet', version: '2.0.0' }],
    [
      `cargo install --git https://g.example/r --rev ${commit}`,
      { method: 'cargo', git: 'https://g.example/r', commit },
    ],
  ])('%s', (install_cmd, method) => {
    expect(importOne({ install_cmd }).imported[0]?.install).toEqual([method])
  })
})

describe('an entry is refused with the rule', () => {
  test.each([
    ['git.unpinned', { install_cmd: 'pip install git+https://g.example/r.git' }],
    ['git.unpinned', { install_cmd: 'pip install git+https://g.example/r.git@main' }],
    ['git.unpinned', { install_cmd: 'cargo install --git https://g.example/r --tag v1 --locked' }],
    ['install.url', { install_cmd: 'pip install git+http://g.example/r.git' }],
    ['install.url', { install_cmd: 'pip install https://g.example/r.tar.gz' }],
    ['shell.syntax', { install_cmd: 'cd greet && npm install' }],
    ['shell.syntax', { install_cmd: 'pip install greet; id' }],
    ['shell.syntax', { install_cmd: 'pip install $(id)' }],
    ['shell.syntax', { install_cmd: 'pip install `id`' }],
    ['shell.syntax', { install_cmd: "pip install 'greet>=1'" }],
    ['shell.download-and-run', { install_cmd: 'curl -s https://g.example | bash' }],
    ['install.option', { install_cmd: 'pip install --index-url https://g.example greet' }],
    ['install.option', { install_cmd: 'npm install -g --registry https://g.example greet' }],
    ['install.not-one', { install_cmd: 'pip install greet other' }],
    ['install.not-an-install', { install_cmd: 'uv run evil.py' }],
    ['install.unknown-manager', { install_cmd: 'snap install greet' }],
    ['install.unknown-manager', { install_cmd: 'constructor install greet' }],
    ['install.missing', { install_cmd: null }],
    ['version.unpinned', { version: 'latest' }],
    ['version.unpinned', { version: 'latest', install_cmd: 'brew install greet' }],
    ['version.unpinned', { version: 'latest', install_cmd: null, npm_package: 'greet' }],
    ['needs-a-person', { category: 'unheard-of' }],
    ['needs-a-person', { description: null }],
    ['needs-a-person', { entry_point: 'greet --now' }],
    ['version.unpinned', { install_cmd: 'npm install -g git@g.example:x/y' }],
    ['version.unpinned', { install_cmd: 'npm install -g greet@^1.2' }],
    // npm and cargo treat 1.2 as a range.
    ['version.unpinned', { install_cmd: 'npm install -g greet' }],
    ['version.unpinned', { install_cmd: 'cargo install greet' }],
    ['needs-a-person', { install_cmd: 'npm install -g ../greet', version: '1.2.3' }],
    ['publish.general-program', { entry_point: 'bash' }],
    [
      'shell.download-and-run',
      { package_manager: 'bundled', install_notes: 'Run curl https://g.example | bash first' },
    ],
  ])('%s: %j', (rule, change) => {
    const { imported, refused } = importOne(change)
    expect(imported).toEqual([])
    expect(refused).toEqual([{ name: 'Greet', rule, reason: expect.stringMatching(/\.$|^[a-z]/) }])
  })
})

test("the entry's version is used if an npm command has none", () => {
  const { imported } = importOne({ install_cmd: 'npm install -g greet', version: '1.2.3' })
  expect(imported[0]?.install).toEqual([{ method: 'npm', package: 'greet', version: '1.2.3' }])
})

test('an invalid entry and a duplicate name are each refused individually', () => {
  const { imported, refused } = importCatalog({ clis: [7, entryOf(), entryOf({ name: 'GREET' }), {}] })
  expect(imported).toHaveLength(1)
  expect(refused.map(({ name, rule }) => [name, rule])).toEqual([
    ['clis[0]', 'needs-a-person'],
    ['GREET', 'name.taken'],
    ['clis[3]', 'needs-a-person'],
  ])
})

test('only repositories pinned by the operator are pinned', () => {
  const clis = ['https://g.example/r.git', 'https://g.example/s.git'].map((git, at) =>
    entryOf({ name: `greet${at}`, install_cmd: `pip install git+${git}` }),
  )
  const { imported, refused } = importCatalog({ clis }, { 'https://g.example/r.git': commit })
  expect(imported.map(({ install }) => install)).toEqual([
    [{ method: 'pip', git: 'https://g.example/r.git', commit }],
  ])
  expect(refused).toMatchObject([{ name: 'greet1', rule: 'git.unpinned' }])
})

test.each([[null], [[]], [{ clis: {} }], ['text']])('%j is not a catalog', (value) => {
  expect(() => importCatalog(value)).toThrow(expect.objectContaining({ code: 'import.no-catalog' }))
})
