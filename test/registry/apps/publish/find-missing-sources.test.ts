import { afterAll, beforeAll, expect, it } from 'vitest'
import { missingSourcesFinder } from '../../../../services/registry/src/apps/publish/find-missing-sources.ts'
import { readRegistryConfig } from '../../../../services/registry/src/config.ts'
import { manifestOf } from '../../../support/manifest-of.ts'
import { shownText, signedInVisitor } from '../../../support/page-visitor.ts'
import { problemOf } from '../../../support/problem-of.ts'
import { createTestRegistry, type TestRegistry } from '../../../support/test-registry.ts'

const release = 'https://github.com/acme/tool/releases/download/v1.0.0/tool'
const install = [
  { method: 'npm', package: '@acme/tool', version: '1.0.0' },
  { method: 'pip', package: 'tool', version: '1.0.0' },
  { method: 'cargo', crate: 'tool', version: '1.0.0' },
  { method: 'apt', package: 'tool' },
  {
    method: 'binary',
    platforms: {
      'linux-x64': {
        url: release,
        sha256: 'a'.repeat(64),
        archive: 'none',
      },
      'darwin-x64': { url: 'https://example.com/tool', sha256: 'a'.repeat(64), archive: 'none' },
    },
  },
]

let registry: TestRegistry
let ann: string
beforeAll(async () => {
  registry = await createTestRegistry()
  ann = await registry.token('ann', 'publish:*')
})
afterAll(() => registry.close())

/** Lets the registry look packages up, and returns what it asks. */
function answerWith(statusOf: (url: string) => number | undefined): string[] {
  const asked: string[] = []
  registry.deps.findMissingSources = missingSourcesFinder(async (url) => {
    asked.push(url)
    return statusOf(url)
  })
  return asked
}

const tool = { ...manifestOf({ install }), name: 'tool', aliases: [] }

it('refuses a version whose package or release does not exist, and asks no other server', async () => {
  const asked = answerWith((url) => (/pypi|github/u.test(url) ? 404 : 200))
  const answer = await registry.publish(tool, ann)
  expect(answer.status).toBe(422)
  expect((await problemOf(answer)).issues).toEqual([
    {
      path: 'install[1]',
      message: 'names PyPI tool 1.0.0, which does not exist (404)',
      hint: 'Publish that first, or correct its name and version.',
      rule: 'publish.missing-source',
    },
    {
      path: 'install[4].platforms["linux-x64"].url',
      message: `names ${release}, which does not exist (404)`,
      hint: 'Publish that first, or correct its name and version.',
      rule: 'publish.missing-source',
    },
  ])
  expect(asked).toEqual([
    'https://registry.npmjs.org/@acme%2ftool/1.0.0',
    'https://pypi.org/pypi/tool/1.0.0/json',
    'https://static.crates.io/crates/tool/tool-1.0.0.crate',
    release,
  ])
})

it('shows it beside the line of a pasted manifest', async () => {
  answerWith(() => 410)
  const visitor = await signedInVisitor(registry, 'ann', 'publish:*')
  const answer = await visitor.send('/publish', { text: JSON.stringify(tool, null, 2) })
  expect(shownText(await answer.text())).toContain('names npm @acme/tool 1.0.0, which does not exist (410)')
})

it('accepts what does not answer, and a repeated publish without a look', async () => {
  const asked = answerWith(() => undefined)
  expect((await registry.publish(tool, ann)).status).toBe(201)
  expect(asked).toHaveLength(4)
  const again = answerWith(() => 404)
  expect((await registry.publish(tool, ann)).status).toBe(200)
  expect(again).toEqual([])
})

it('asks nobody before a token is known to publish the name', async () => {
  const asked = answerWith(() => 200)
  const other = await registry.token('bob', 'publish:other')
  expect((await registry.publish(tool, other)).status).toBe(403)
  expect(asked).toEqual([])
})

it('is off unless the operator turns it on', () => {
  expect(readRegistryConfig({}, {}).looksUpSources).toBe(false)
  expect(readRegistryConfig({}, { CLI_APPS_SOURCE_LOOKUPS: 'on' }).looksUpSources).toBe(true)
})
