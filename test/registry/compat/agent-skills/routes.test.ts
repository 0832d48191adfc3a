import { createHash } from 'node:crypto'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { manifestOf } from '../../../support/manifest-of.ts'
import { createTestRegistry, type TestRegistry } from '../../../support/test-registry.ts'

let registry: TestRegistry
let token: string
beforeAll(async () => {
  registry = await createTestRegistry()
})
beforeEach(async () => {
  await registry.reset()
  token = await registry.token('ann', 'publish:*')
  await registry.publish(manifestOf(), token)
  await registry.publish(manifestOf({ name: 'tidy', version: '1.0.0+1', commands }), token)
})
afterAll(() => registry.close())

/** Too large for SKILL.md alone. */
const commands = {
  name: 'tidy',
  commands: Array.from({ length: 60 }, (_, index) => ({
    name: `command-${index}`,
    summary: 'Does one thing and says at length what that one thing is',
    options: Array.from({ length: 8 }, (_, option) => ({
      long: [`--option-${option}`],
      description: 'x'.repeat(80),
    })),
  })),
}

interface Entry {
  name: string
  description: string
  type: string
  url: string
  digest: string
  files: string[]
}
async function index(path: string): Promise<{ $schema?: string; total?: number; skills: Entry[] }> {
  const response = await registry.get(path)
  expect(response.status, path).toBe(200)
  return (await response.json()) as { skills: Entry[] }
}
const bytesOf = async (path: string): Promise<Uint8Array> => {
  const response = await registry.get(path)
  expect(response.status, path).toBe(200)
  return new Uint8Array(await response.arrayBuffer())
}
const digestOf = (bytes: Uint8Array): string => `sha256:${createHash('sha256').update(bytes).digest('hex')}`

test('the index of 0.2.0 offers a lone SKILL.md as is and a skill with references as a zip, by digest', async () => {
  const { $schema, skills } = await index('/.well-known/agent-skills/index.json')
  expect($schema).toBe('https://schemas.agentskills.io/discovery/0.2.0/schema.json')
  expect(skills).toMatchObject([
    { name: 'cli-app-prettier', type: 'skill-md', url: '/v1/apps/prettier/3.6.2/SKILL.md' },
    { name: 'cli-app-tidy', type: 'archive', url: '/v1/apps/tidy/1.0.0%2B1/skill.zip' },
  ])
  for (const { url, digest } of skills) expect(digestOf(await bytesOf(url))).toBe(digest)
})

test('the index of 0.1.0 lists the files of the zip, has no $schema, and every file exists', async () => {
  const older = await index('/.well-known/skills/index.json')
  expect(older).not.toHaveProperty('$schema')
  const [, zipped] = (await index('/.well-known/agent-skills/index.json')).skills
  const entries = unzipSync(await bytesOf(zipped?.url ?? ''))
  const tidy = older.skills.find(({ name }) => name === 'cli-app-tidy')
  expect(tidy?.files.length).toBeGreaterThan(1)
  expect(Object.keys(entries)).toEqual(tidy?.files)
  for (const [path, bytes] of Object.entries(entries))
    expect(strFromU8(await bytesOf(`/.well-known/skills/cli-app-tidy/${path}`))).toBe(strFromU8(bytes))
})

test('the indexes of an app list only its skill, including at the address that `skills find` uses', async () => {
  for (const base of ['/apps/tidy', '/apps/tidy@cli-app-tidy']) {
    const { skills } = await index(`${base}/.well-known/agent-skills/index.json`)
    expect(skills.map(({ name }) => name)).toEqual(['cli-app-tidy'])
    const [older] = (await index(`${base}/.well-known/skills/index.json`)).skills
    for (const file of older?.files ?? []) await bytesOf(`${base}/.well-known/skills/cli-app-tidy/${file}`)
  }
})

test('indexes are updated by a publish, and a new version has another digest', async () => {
  const path = '/apps/prettier/.well-known/agent-skills/index.json'
  const [before] = (await index(path)).skills
  await registry.publish(manifestOf({ version: '3.7.0' }), token)
  const [after] = (await index(path)).skills
  expect(after?.url).toBe('/v1/apps/prettier/3.7.0/SKILL.md')
  expect(after?.digest).not.toBe(before?.digest)
  expect((await index('/.well-known/agent-skills/index.json')).skills).toContainEqual(after)
})

test('returns the same bytes after all caches were dropped', async () => {
  const path = '/v1/apps/tidy/1.0.0+1/skill.zip'
  const before = digestOf(await bytesOf(path))
  registry.deps.changed()
  expect(digestOf(await bytesOf(path))).toBe(before)
})

test('find returns an address that skills add accepts', async () => {
  const response = await registry.get('/api/search?q=formatter&limit=20&new-parameter=1')
  expect(await response.json()).toEqual({
    skills: expect.arrayContaining([
      {
        id: 'cli-app-prettier',
        name: 'cli-app-prettier',
        source: expect.stringMatching(/^http.*\/apps\/prettier$/),
      },
    ]),
  })
  const owned = await registry.get('/api/search?q=formatter&owner=bob')
  expect(await owned.json()).toEqual({ skills: [] })
})

test.each([
  '/apps/nothing/.well-known/agent-skills/index.json',
  '/apps/tidy@cli-app-prettier/.well-known/agent-skills/index.json',
  '/apps/tidy/.well-known/skills/cli-app-prettier/SKILL.md',
  '/.well-known/skills/cli-app-nothing/SKILL.md',
  '/.well-known/skills/cli-app-tidy/references/none.md',
  '/.well-known/skills/cli-app-tidy/..%2fSKILL.md',
  '/v1/apps/tidy/9.9.9/skill.zip',
])('%s is a 404', async (path) => {
  expect((await registry.get(path)).status).toBe(404)
})
