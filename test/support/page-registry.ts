import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { manifestDigest, recipeResultsFile, writeFileAtomic } from '@cli-apps/core/node'
import { expect } from 'vitest'
import { seedCatalog } from '../../services/registry/src/apps/publish/seed-catalog.ts'
import { manifestOf } from './manifest-of.ts'
import { createTestRegistry, type TestRegistry } from './test-registry.ts'

/** What a browser sends when a person opens an address. */
export const asBrowser = {
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'accept-language': 'en-US,en;q=0.9',
}

/** Reads a page as a browser does. */
export async function pageText(
  registry: Pick<TestRegistry, 'get'>,
  address: string,
  headers: Record<string, string> = {},
): Promise<string> {
  const answer = await registry.get(address, { ...asBrowser, ...headers })
  expect([address, answer.status, answer.headers.get('content-type')]).toEqual([
    address,
    200,
    'text/html; charset=utf-8',
  ])
  return answer.text()
}

/** A page without spans, which keep the words of a command line together. */
export const withoutSpans = (html: string): string => html.replace(/<\/?span[^>]*>/g, '')

/** The addresses that a page links to or loads, as they are on the site. */
export const linksOf = (html: string, address: string): URL[] =>
  [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(
    ([, link = '']) => new URL(link.replaceAll('&amp;', '&'), `http://localhost${address}`),
  )

const tree = {
  name: 'jq',
  summary: 'Query JSON',
  usage: ['jq [options] <filter>'],
  options: [{ long: ['--raw-output'], short: ['-r'], description: 'print strings without quotes' }],
  commands: [
    {
      name: 'config',
      summary: 'Read the settings',
      options: [{ long: ['--local'], description: 'of this folder' }],
      commands: [{ name: 'get', summary: 'Print one setting' }],
    },
  ],
}

/** An app with everything that pages show. */
const jq = {
  manifest: 1,
  name: 'jq',
  version: '1.8.2',
  display_name: 'jq',
  summary: 'Query, filter and change JSON',
  description: 'Takes JSON from a file or a pipe and prints parts of it.',
  i18n: { zh: { summary: '查询、筛选和修改 JSON', description: '从文件或管道读取 JSON。' } },
  category: 'data',
  tags: ['json'],
  aliases: ['jquery-cli'],
  homepage: 'https://jqlang.org',
  license: 'MIT',
  entry_point: 'jq',
  install: [
    {
      method: 'binary',
      platforms: {
        'linux-x64': {
          url: 'https://example.com/jq-linux',
          sha256: 'a'.repeat(64),
          size: 2_345_678,
          archive: 'none',
        },
      },
    },
    { method: 'apt', package: 'jq' },
  ],
  requires: {
    env: [{ name: 'JQ_COLORS', description: 'Colors of the output', required: false, secret: false }],
    access: { files: [{ path: '~/.jq', mode: 'read', why: 'Modules' }], network: 'none' },
  },
  run: { effects: { read: [{ operands: ['*'] }], write: ['config set'] } },
  skill: {
    use_when: 'JSON should be read.',
    instead: [
      { task: 'Format code', app: 'prettier' },
      { task: 'Nothing here', app: 'not-there' },
    ],
    gotchas: [{ text: '-e changes the exit status.', source: 'https://jq.example/manual#e' }],
  },
  commands: { jq: manifestDigest(tree) },
  recipes: [
    {
      id: 'get-value',
      task: 'Get one value out of a JSON file',
      i18n: { zh: { task: '取出一个值' } },
      call: { args: ['-r', '{filter}', 'data.json'] },
      placeholders: { filter: { type: 'text', example: '.user.name' } },
      files: { 'data.json': '{"user":{"name":"Ada"}}\n' },
      expect: { stdout_contains: 'Ada' },
      shows: 'Ada',
      effect: 'read',
    },
  ],
}

/** A registry with jq, whose recipe was run, and prettier, published by ann in two versions. */
export async function createPageRegistry(): Promise<TestRegistry & { ann: string }> {
  const registry = await createTestRegistry()
  const folder = await mkdtemp(path.join(tmpdir(), 'cli-apps-pages-'))
  await writeFileAtomic(path.join(folder, 'jq.json'), JSON.stringify(jq))
  await writeFileAtomic(path.join(folder, 'trees/jq/jq.json'), JSON.stringify(tree))
  await writeFileAtomic(
    recipeResultsFile(folder, 'jq'),
    JSON.stringify({
      results: 1,
      name: 'jq',
      version: '1.8.2',
      program_version: '1.8.2',
      method: 'binary',
      platform: 'linux-x64',
      system: 'Debian 12',
      date: '2026-01-02',
      recipes: { 'get-value': { recipe: `sha256:${'0'.repeat(64)}`, outcome: 'passed' } },
    }),
  )
  const { refused } = await seedCatalog(registry.database.queries, { folder, now: registry.clock.now })
  await rm(folder, { recursive: true })
  expect(refused).toEqual([])
  const ann = await registry.token('ann', 'publish:*', 'yank:*', 'owners:*')
  for (const version of ['3.6.1', '3.6.2'])
    expect((await registry.publish(manifestOf({ version }), ann)).status).toBe(201)
  registry.deps.changed()
  return { ...registry, ann }
}
