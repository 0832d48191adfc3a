import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { createMachine } from '../support/cli.ts'
import { exampleManifestJson } from '../support/example-manifest.ts'
import { startRegistry } from '../support/registry-process.ts'
import { canRunClients, createClient } from '../support/third-party-clients.ts'

/** More commands than fit in SKILL.md, so that the skill has references. */
const commands = {
  name: 'greet',
  commands: Array.from({ length: 60 }, (_, index) => ({
    name: `command-${index}`,
    summary: 'Does one thing and says at length what that one thing is',
    options: Array.from({ length: 8 }, (_, option) => ({
      long: [`--option-${option}`],
      description: 'x'.repeat(80),
    })),
  })),
}

/** A registry with the app `greet`, whose skill has references, and `small`, whose skill has none. */
async function openRegistry() {
  const machine = await createMachine()
  const { url, token } = await startRegistry(machine, '--no-seed')
  const bearer = await token('ann', 'publish:*')
  const publish = async (change: Record<string, unknown>): Promise<void> => {
    const manifest = exampleManifestJson(change)
    const response = await fetch(`${url}/v1/apps/${manifest.name}/${manifest.version}`, {
      method: 'PUT',
      headers: { Authorization: `Bearer ${bearer}` },
      body: JSON.stringify(manifest),
    })
    expect(response.status).toBe(201)
  }
  await publish({ commands })
  await publish({ name: 'small', entry_point: 'small' })
  const folder = async (name: string): Promise<string> => {
    const made = path.join(machine.workspace, name)
    await mkdir(made)
    return made
  }
  return { machine, url, bearer, publish, folder }
}

const sha256 = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex')
const filesBelow = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort()
async function json<Value>(url: string): Promise<Value> {
  return (await fetch(url)).json() as Promise<Value>
}

describe.skipIf(!canRunClients)('skills', () => {
  it('adds, lists, finds and updates what the registry serves', async () => {
    const { machine, url, publish, folder } = await openRegistry()
    const skills = await createClient(machine, {
      name: 'skills',
      version: '1.7.4',
      script: 'bin/cli.mjs',
      environment: { SKILLS_API_URL: url },
    })
    const project = await folder('one')
    const installed = path.join(project, '.claude/skills/cli-app-small')
    await skills(project, 'add', `${url}/apps/small`, '--agent', 'claude-code', '--yes')
    const index = await json<{ skills: { digest: string }[] }>(
      `${url}/apps/small/.well-known/agent-skills/index.json`,
    )
    expect(await filesBelow(path.dirname(installed))).toEqual(['cli-app-small/SKILL.md'])
    const before = await readFile(path.join(installed, 'SKILL.md'))
    expect(`sha256:${sha256(before)}`).toBe(index.skills[0]?.digest)
    expect(await skills(project, 'list')).toContain('cli-app-small')
    expect(await skills(project, 'find', 'greeting')).toContain(`${url}/apps/greet@cli-app-greet`)

    await publish({ name: 'small', entry_point: 'small', version: '1.3.0' })
    await skills(project, 'update', '--yes')
    const after = await readFile(path.join(installed, 'SKILL.md'), 'utf8')
    expect(after).toContain("version: '1.3.0'")

    const all = await folder('all')
    await skills(all, 'add', url, '--agent', 'claude-code', '--yes')
    const found = await filesBelow(path.join(all, '.claude/skills'))
    expect(found).toContain('cli-app-small/SKILL.md')
    expect(found.filter((file) => file.startsWith('cli-app-greet/references/')).length).toBeGreaterThan(0)
  })

  it.each(['1.5.0', '1.3.9'])('of version %s adds by the older index', async (version) => {
    const { machine, url, folder } = await openRegistry()
    const skills = await createClient(machine, { name: 'skills', version, script: 'bin/cli.mjs' })
    const project = await folder('one')
    await skills(project, 'add', `${url}/apps/greet`, '--agent', 'claude-code', '--yes')
    const index = await json<{ skills: { files: string[] }[] }>(
      `${url}/apps/greet/.well-known/skills/index.json`,
    )
    const installed = path.join(project, '.claude/skills/cli-app-greet')
    expect(await filesBelow(installed)).toEqual(index.skills[0]?.files.toSorted())
    for (const file of index.skills[0]?.files ?? []) {
      const served = await fetch(`${url}/.well-known/skills/cli-app-greet/${file}`)
      expect(await readFile(path.join(installed, file), 'utf8')).toBe(await served.text())
    }
  })
})

describe.skipIf(!canRunClients)('clawhub', () => {
  it('searches, inspects, installs and updates, with and without a token', async () => {
    const { machine, url, bearer, publish, folder } = await openRegistry()
    const clawhub = await createClient(machine, {
      name: 'clawhub',
      version: '0.23.3',
      script: 'bin/clawdhub.js',
      environment: { CLAWHUB_REGISTRY: url, CLAWHUB_SITE: url, CLAWHUB_DISABLE_TELEMETRY: '1' },
    })
    const project = await folder('claw')
    const installed = path.join(project, 'skills/cli-app-greet')
    expect(await clawhub(project, 'search', 'greeting')).toContain('cli-app-greet v1.2.3')
    expect(await clawhub(project, 'inspect', 'cli-app-greet', '--files')).toContain('references/')
    await clawhub(project, 'install', 'cli-app-greet')
    const { version } = await json<{ version: { files: { path: string; sha256: string }[] } }>(
      `${url}/api/v1/skills/cli-app-greet/versions/1.2.3`,
    )
    for (const { path: file, sha256: digest } of version.files)
      expect(sha256(await readFile(path.join(installed, file)))).toBe(digest)
    expect(await clawhub(project, 'update', '--all')).toContain('up to date')

    await clawhub(project, 'login', '--token', bearer)
    expect(await clawhub(project, 'whoami')).toContain('ann')
    await publish({ version: '1.4.0', commands })
    await clawhub(project, 'update', '--all')
    expect(await readFile(path.join(installed, 'SKILL.md'), 'utf8')).toContain("version: '1.4.0'")
    expect(await clawhub(project, 'list')).toMatch(/cli-app-greet +1\.4\.0/)
    await expect(clawhub(project, 'install', 'cli-app-nothing')).rejects.toThrow(/not found/)
  })
})
