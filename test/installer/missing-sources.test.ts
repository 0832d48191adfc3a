import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { createMachine, type Machine } from '../support/cli.ts'
import { exampleManifestJson } from '../support/example-manifest.ts'
import { loopbackServer } from '../support/file-server.ts'
import { recordingRegistry } from '../support/recording-registry.ts'

const sha256 = '0'.repeat(64)
const download = (file: string) => ({ url: `https://downloads.test/${file}`, sha256, archive: 'none' })
const methods = [
  { method: 'npm', package: 'greet', version: '1.2.3' },
  { method: 'npm', package: '@acme/greet', version: '9.9.9' },
  { method: 'pip', package: 'greet', version: '1.2.3' },
  { method: 'cargo', crate: 'greet', version: '1.2.3' },
  { method: 'binary', platforms: { 'linux-x64': download('there'), 'darwin-arm64': download('gone') } },
  { method: 'apt', package: 'greet' },
]

/** A machine whose sources answer with these states, by method and path; others with 404. */
async function machineWith(answers: Record<string, number>): Promise<Machine & { asked: string[] }> {
  const asked: string[] = []
  const url = await loopbackServer((request, response) => {
    const line = `${request.method} ${request.url}`
    asked.push(line)
    response.writeHead(answers[line] ?? 404).end()
  })
  const mirrors = ['https://pypi.org', 'https://static.crates.io', 'https://downloads.test']
  const machine = await createMachine({
    npm_config_registry: url,
    CLI_APPS_MIRRORS: mirrors.map((from) => `${from}/=${url}/`).join(' '),
  })
  const manifest = exampleManifestJson({ install: methods })
  await writeFile(path.join(machine.workspace, 'greet.json'), JSON.stringify(manifest, null, 2))
  return { ...machine, asked }
}

const here = {
  'GET /greet/1.2.3': 200,
  'GET /@acme%2fgreet/9.9.9': 200,
  'GET /pypi/greet/1.2.3/json': 200,
  'HEAD /crates/greet/greet-1.2.3.crate': 200,
  'HEAD /there': 200,
  'HEAD /gone': 200,
}

const check = (machine: Machine, ...more: string[]) =>
  machine.cli('validate', 'greet.json', '--check-sources', '--json', ...more)

describe('validate --check-sources', () => {
  it('accepts a manifest of which everything exists', async () => {
    const machine = await machineWith(here)
    expect((await check(machine)).json()).toMatchObject({ valid: true, issues: [] })
    expect(machine.asked.toSorted()).toEqual(Object.keys(here).toSorted())
  })

  it.each([
    ['GET /@acme%2fgreet/9.9.9', 'install[1]'],
    ['GET /pypi/greet/1.2.3/json', 'install[2]'],
    ['HEAD /crates/greet/greet-1.2.3.crate', 'install[3]'],
    ['HEAD /gone', 'install[4].platforms["darwin-arm64"].url'],
  ])('refuses what answers %s with 404, at %s', async (line, place) => {
    const machine = await machineWith({ ...here, [line]: 404 })
    const { status, json } = await check(machine)
    expect(status).toBe(3)
    expect(json()).toMatchObject({
      issues: [{ path: place, rule: 'publish.missing-source', line: expect.any(Number) }],
    })
  })

  it('names what did not answer, and refuses nothing for that', async () => {
    const machine = await machineWith({ ...here, 'HEAD /gone': 503 })
    const { status, stdout } = await machine.cli('validate', 'greet.json', '--check-sources')
    expect(status).toBe(0)
    expect(stdout).toContain('https://downloads.test/gone could not be looked up: 503')
  })

  it('asks nothing with --offline, nor without the option for no registry, and says what it did not ask', async () => {
    const machine = await machineWith({})
    expect((await check(machine, '--offline')).status).toBe(0)
    const { status, stdout } = await machine.cli('validate', 'greet.json')
    expect(status).toBe(0)
    expect(stdout).toContain(
      'Not looked up: npm greet 1.2.3, npm @acme/greet 9.9.9, PyPI greet 1.2.3, crates.io greet 1.2.3, https://downloads.test/there, https://downloads.test/gone. Pass --check-sources to look them up.',
    )
    expect(machine.asked).toEqual([])
  })
})

describe('publish', () => {
  it('sends no manifest whose package does not exist, and does not ask about it for a registry on this machine', async () => {
    const machine = await machineWith({})
    const { url, asked } = await recordingRegistry({
      'PUT /v1/apps/greet/1.2.3': { name: 'greet', version: '1.2.3', digest: `sha256:${sha256}`, url: 'x' },
    })
    const publish = (...more: string[]) =>
      machine.cli('publish', 'greet.json', '--yes', '--json', '--registry', url, ...more)
    machine.environment.CLI_APPS_TOKEN = 'cliapps_secret'
    const refused = await publish('--check-sources')
    expect(refused.status).toBe(3)
    expect(refused.json()).toMatchObject({ error: { code: 'manifest.invalid', issues: { length: 6 } } })
    expect(asked).toEqual([])
    expect((await publish()).status).toBe(0)
    expect(asked).toHaveLength(1)
  })
})
