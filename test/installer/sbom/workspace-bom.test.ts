import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { Lockfile } from '@cli-apps/core'
import { Ajv } from 'ajv'
import { expect, it } from 'vitest'
import { workspaceBom } from '../../../services/installer/src/sbom/workspace-bom.ts'

const digest = `sha256:${'ab'.repeat(32)}`
const app = (method: string, artifacts: unknown[]): unknown => ({
  version: '1.0.0',
  digest,
  registry: 'https://registry.example',
  platforms: { 'linux-x64': { method, artifacts } },
})
const lockfile = Lockfile.parse({
  lockfile: 1,
  apps: {
    greet: app('npm', [
      { name: 'greet', version: '1.0.0', integrity: `sha512-${Buffer.alloc(64, 1).toString('base64')}` },
      { name: 'greet/node_modules/@scope/deep', version: '2.0.0', integrity: null },
      { name: 'elsewhere', version: '3.0.0', integrity: null, url: 'https://downloads.test/x.tgz' },
    ]),
    snake: app('pip', [{ name: 'Snake', version: '1.0', integrity: `${digest} ${digest}` }]),
    tool: app('go', [{ name: 'example.com/a/tool', version: 'v1.2.3', integrity: 'h1:abc=' }]),
    jq: app('apt', [{ name: 'jq', version: '1.6-2.1+deb12u1', integrity: null }]),
    video: app('binary', [{ name: 'https://downloads.test/video', version: '', integrity: digest }]),
  },
})
const options = { name: 'work', platform: 'linux-x64', toolVersion: '0.1.0' } as const

it('names every package by its package URL, and each digest of a file', () => {
  const { components = [] } = workspaceBom(lockfile, options)
  const listed = components
    .filter(({ type }) => type === 'library')
    .sort((a, b) => (a.name < b.name ? -1 : 1))
  expect(listed.map(({ name, version, purl, hashes }) => [name, version, purl, hashes])).toEqual([
    ['@scope/deep', '2.0.0', 'pkg:npm/%40scope/deep@2.0.0', undefined],
    ['Snake', '1.0', 'pkg:pypi/snake@1.0', undefined],
    ['elsewhere', '3.0.0', undefined, undefined],
    ['example.com/a/tool', 'v1.2.3', 'pkg:golang/example.com/a/tool@v1.2.3', undefined],
    ['greet', '1.0.0', 'pkg:npm/greet@1.0.0', [{ alg: 'SHA-512', content: '01'.repeat(64) }]],
    ['https://downloads.test/video', undefined, undefined, [{ alg: 'SHA-256', content: 'ab'.repeat(32) }]],
    ['jq', '1.6-2.1+deb12u1', 'pkg:deb/debian/jq@1.6-2.1+deb12u1', undefined],
  ])
})

it('lists the packages of each app', () => {
  const { dependencies } = workspaceBom(lockfile, options)
  expect(dependencies).toContainEqual({
    ref: 'app:greet',
    dependsOn: [
      'app:greet/npm:elsewhere',
      'app:greet/npm:greet',
      'app:greet/npm:greet/node_modules/@scope/deep',
    ],
  })
})

it('lists only apps for a platform that is not locked', () => {
  const { components = [] } = workspaceBom(lockfile, { ...options, platform: 'windows-x64' })
  expect(components.map(({ name }) => name).sort()).toEqual(['greet', 'jq', 'snake', 'tool', 'video'])
})

it('matches the schema of CycloneDX, and is the same for the same lockfile', async () => {
  const document = workspaceBom(lockfile, options)
  const folder = path.join(
    path.dirname(createRequire(import.meta.url).resolve('@cyclonedx/cyclonedx-library/package.json')),
    'res/schema',
  )
  const read = async (name: string): Promise<object> =>
    JSON.parse(await readFile(path.join(folder, name), 'utf8'))
  const ajv = new Ajv({ strict: false, validateFormats: false })
  ajv.addSchema(
    await read('spdx.SNAPSHOT.schema.json'),
    'http://cyclonedx.org/schema/spdx.SNAPSHOT.schema.json',
  )
  ajv.addSchema(
    await read('jsf-0.82.SNAPSHOT.schema.json'),
    'http://cyclonedx.org/schema/jsf-0.82.SNAPSHOT.schema.json',
  )
  const fits = ajv.compile(await read('bom-1.6.SNAPSHOT.schema.json'))
  expect([fits(document), fits.errors]).toEqual([true, null])
  expect(workspaceBom(lockfile, options)).toEqual(document)
})
