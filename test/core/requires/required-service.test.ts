import { ownService, parseManifest } from '@cli-apps/core'
import { expect, it } from 'vitest'
import { exampleManifestJson } from '../../support/example-manifest.ts'

const parse = (...services: Record<string, unknown>[]) =>
  parseManifest(
    exampleManifestJson({ requires: { services: services.map((one) => ({ name: 'Server', ...one })) } }),
  )
const own = { start_args: ['serve'], health: { port: 8080 } }

it('accepts a service that is only shown, and one that the app is', () => {
  expect(ownService(parse({ start: 'ollama serve', check: 'ollama ps' }).requires)).toBeUndefined()
  expect(ownService(parse({}, own).requires)).toMatchObject(own)
  for (const health of [
    { http: 'http://127.0.0.1:11434/' },
    { http: 'http://localhost/health' },
    { args: ['ping'] },
  ])
    expect(ownService(parse({ ...own, health, ready_within_seconds: 5 }).requires)).toMatchObject({ health })
})

it.each([
  ['start_args without health', [{ start_args: ['serve'] }]],
  ['health without start_args', [{ health: { port: 1 } }]],
  ['a program without start_args', [{ program: 'served' }]],
  ['two services of its own', [own, own]],
  ['a URL of another machine', [{ ...own, health: { http: 'http://example.com/' } }]],
  ['a URL that only begins like this machine', [{ ...own, health: { http: 'http://127.0.0.1.evil.test/' } }]],
  ['a user in the URL', [{ ...own, health: { http: 'http://127.0.0.1@evil.test/' } }]],
  ['https', [{ ...own, health: { http: 'https://127.0.0.1/' } }]],
  ['port 0', [{ ...own, health: { port: 0 } }]],
  ['two ways at once', [{ ...own, health: { port: 1, args: [] } }]],
  ['a wait of an hour', [{ ...own, ready_within_seconds: 3600 }]],
])('refuses %s', (_, services) => {
  expect(() => parse(...services)).toThrow(/The manifest has/)
})
