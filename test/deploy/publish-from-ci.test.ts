import { execFile } from 'node:child_process'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import * as z from 'zod'
import { createMachine, type Machine, programArgvOf } from '../support/cli.ts'
import { exampleManifestJson } from '../support/example-manifest.ts'
import { type Asked, recordingRegistry } from '../support/recording-registry.ts'

const run = promisify(execFile)
const read = (file: string): Promise<string> =>
  readFile(path.resolve(import.meta.dirname, '../../deploy/publish', file), 'utf8')

const newToken = { id: 't', user: 'ann', scopes: ['publish:greet'], expires_at: null }
const published = { name: 'greet', version: '1.2.3', digest: `sha256:${'0'.repeat(64)}`, url: 'x' }

/** A registry that is also the forge of the job: it gives identities, and exchanges them. */
async function registryAndForge(): Promise<{ url: string; asked: Asked[] }> {
  const answers: Record<string, unknown> = {
    'POST /v1/tokens/exchange': { ...newToken, token: 'cliapps_short' },
    'PUT /v1/apps/greet/1.2.3': published,
  }
  const registry = await recordingRegistry(answers)
  answers[`GET /identity?api=1&audience=${encodeURIComponent(registry.url)}`] = { value: 'identity-of-forge' }
  return registry
}

/** A machine with the manifest of `greet`, and an `npx` that runs the program under test in place of a download. */
async function jobMachine(variables: Record<string, string>): Promise<Machine> {
  const machine = await createMachine(variables)
  await writeFile(path.join(machine.workspace, 'greet.json'), JSON.stringify(exampleManifestJson()))
  const bin = path.join(machine.workspace, 'bin')
  await mkdir(bin)
  const argv = programArgvOf('cli-apps').map((word) => `'${word}'`)
  await writeFile(
    path.join(bin, 'npx'),
    `#!/bin/sh\n[ "$1 $2" = "--yes cli-apps@0.1.0" ] || exit 99\nshift 2\nexec ${argv.join(' ')} "$@"\n`,
  )
  await chmod(path.join(bin, 'npx'), 0o755)
  machine.environment.PATH = `${bin}${path.delimiter}${machine.environment.PATH}`
  return machine
}

const bodyOf = ({ body = '' }: Partial<Asked> = {}): unknown => JSON.parse(body)

const Action = z.object({
  inputs: z.record(z.string(), z.object({ default: z.string().optional() })),
  runs: z.object({
    steps: z.tuple([
      z.object({ run: z.string(), shell: z.literal('bash'), env: z.record(z.string(), z.string()) }),
    ]),
  }),
})
const Job = z.object({
  id_tokens: z.object({ CLI_APPS_ID_TOKEN: z.object({ aud: z.string() }) }),
  variables: z.record(z.string(), z.string()),
  script: z.tuple([z.string()]),
})

describe('the action for GitHub', () => {
  it('publishes with the identity that GitHub gives the job, exchanged for a token', async () => {
    const { url, asked } = await registryAndForge()
    const { runs, inputs } = Action.parse(parse(await read('github/action.yml')))
    const given: Record<string, string | undefined> = { manifest: 'greet.json', registry: url }
    const [step] = runs.steps
    const env = Object.fromEntries(
      Object.entries(step.env).map(([name, text]) => [
        name,
        text.replace(
          /\$\{\{ inputs\.([\w-]+) \}\}/,
          (_, input) => given[input] ?? inputs[input]?.default ?? '',
        ),
      ]),
    )
    const machine = await jobMachine({
      ACTIONS_ID_TOKEN_REQUEST_URL: `${url}/identity?api=1`,
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'request-secret',
    })
    const { stdout, stderr } = await run('bash', ['-e', '-c', step.run], {
      cwd: machine.workspace,
      env: { ...machine.environment, ...env },
    })
    expect(asked).toMatchObject([
      { method: 'GET', authorization: 'Bearer request-secret' },
      { url: '/v1/tokens/exchange', authorization: undefined },
      { url: '/v1/apps/greet/1.2.3', authorization: 'Bearer cliapps_short' },
    ])
    expect(bodyOf(asked[1])).toEqual({ app: 'greet', id_token: 'identity-of-forge' })
    expect(bodyOf(asked[2])).toEqual(exampleManifestJson())
    expect(stdout + stderr).not.toMatch(/identity-of-forge|cliapps_short|request-secret/)
  })

  it('is used by a workflow that may ask for identities, with inputs that it has', async () => {
    const Workflow = z.object({
      permissions: z.object({ 'id-token': z.literal('write'), contents: z.literal('read') }).strict(),
      jobs: z.object({
        publish: z.object({
          steps: z.array(z.looseObject({ with: z.record(z.string(), z.unknown()).optional() })),
        }),
      }),
    })
    const { inputs } = Action.parse(parse(await read('github/action.yml')))
    const { jobs } = Workflow.parse(parse(await read('github/workflow.yml')))
    const needed = Object.keys(inputs).filter((name) => inputs[name]?.default === undefined)
    expect(Object.keys(jobs.publish.steps.at(-1)?.with ?? {}).sort()).toEqual(needed.sort())
  })
})

describe('the job for GitLab', () => {
  it('publishes with the identity in its variable', async () => {
    const { url, asked } = await registryAndForge()
    const [spec, jobs] = parseAllDocuments(await read('gitlab.yml')).map((document) => document.toJS())
    const inputs = z.object({ spec: z.object({ inputs: Action.shape.inputs }) }).parse(spec).spec.inputs
    const job = Job.parse(z.object({ 'publish-cli-app': z.unknown() }).parse(jobs)['publish-cli-app'])
    const given: Record<string, string> = { manifest: 'greet.json', registry: url }
    const filled = (text: string): string =>
      text.replace(/\$\[\[ inputs\.([\w-]+) \]\]/, (_, input) => given[input] ?? inputs[input]?.default ?? '')
    expect(filled(job.id_tokens.CLI_APPS_ID_TOKEN.aud)).toBe(url)
    const machine = await jobMachine({ CLI_APPS_ID_TOKEN: 'identity-of-gitlab' })
    const variables = Object.entries(job.variables).map(([name, text]) => [name, filled(text)])
    await run('bash', ['-e', '-c', job.script[0]], {
      cwd: machine.workspace,
      env: { ...machine.environment, ...Object.fromEntries(variables) },
    })
    expect(asked.map(({ url: place }) => place)).toEqual(['/v1/tokens/exchange', '/v1/apps/greet/1.2.3'])
    expect(bodyOf(asked[0])).toEqual({ app: 'greet', id_token: 'identity-of-gitlab' })
  })
})

describe('publish in a job', () => {
  it('says what a job lacks to which the forge gives no identity', async () => {
    const { url } = await recordingRegistry({})
    const machine = await jobMachine({
      ACTIONS_ID_TOKEN_REQUEST_URL: `${url}/identity`,
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'request-secret',
    })
    const { status, json } = await machine.cli('publish', 'greet.json', '--yes', '--registry', url, '--json')
    expect(status).toBe(10)
    expect(json()).toMatchObject({
      error: { code: 'publish.no-identity', hint: expect.stringContaining('id-token: write') },
    })
  })

  it('keeps its identity from a registry that only cli-apps.json names, and prefers a token', async () => {
    const { url, asked } = await registryAndForge()
    const machine = await jobMachine({ CLI_APPS_ID_TOKEN: 'identity' })
    await writeFile(path.join(machine.workspace, 'cli-apps.json'), JSON.stringify({ registries: [url] }))
    delete machine.environment.CLI_APPS_REGISTRY
    const refused = await machine.cli('publish', 'greet.json', '--yes', '--json')
    expect(refused.json()).toMatchObject({ error: { code: 'auth.no-token' } })
    expect(asked).toEqual([])
    machine.environment.CLI_APPS_TOKEN = 'cliapps_mine'
    expect((await machine.cli('publish', 'greet.json', '--yes', '--registry', url)).status).toBe(0)
    expect(asked).toMatchObject([{ method: 'PUT', authorization: 'Bearer cliapps_mine' }])
  })

  it('asks for no identity before the plan is confirmed', async () => {
    const { url, asked } = await registryAndForge()
    const machine = await jobMachine({ CLI_APPS_ID_TOKEN: 'identity' })
    expect((await machine.cli('publish', 'greet.json', '--registry', url)).status).toBe(2)
    expect(asked).toEqual([])
  })
})
