import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { ChangePlan, ErrorDocument } from '@cli-apps/core/results'
import { beforeAll, expect, it } from 'vitest'
import * as z from 'zod'
import { commands } from '../../services/installer/src/cli.ts'
import { commandResults } from '../../services/installer/src/command-results.ts'
import { createMachine, type Machine } from '../support/cli.ts'
import { writeProgram } from '../support/deploy-script.ts'
import { exampleManifestJson } from '../support/example-manifest.ts'
import { fileServer } from '../support/file-server.ts'
import { binaryManifest, folderRegistry, greetScript, tarball } from '../support/folder-registry.ts'
import { recordingRegistry } from '../support/recording-registry.ts'
import { runWithInput } from '../support/run-with-input.ts'

interface Step {
  words: string[]
  /** On its standard input. */
  input?: string
  status?: number
  /** What the document is when it is no result of the command. */
  instead?: 'plan' | 'error'
}

/** Of a job that ended before. */
const jobId = '20260102t030405-0a1b2c3d'
const runId = '0123456789abcdef'

const job = {
  status: 'done',
  tool: 'run_cli_app',
  app: 'greet',
  input: { name: 'greet', args: ['hello', 'you'] },
  id: jobId,
  created_at: '2026-01-02T03:04:05.000Z',
  owner: { pid: 1, started: 'boot-1', runtime: 'gone' },
  ended_at: '2026-01-02T03:04:06.000Z',
  result: {
    exit_code: 0,
    signal: null,
    timed_out: false,
    stdout: 'hello you',
    stderr: '',
    truncated: false,
    log: null,
    duration_ms: 5,
  },
}

/** Every command as it is really run, in an order in which each finds what it needs. */
const steps: Record<string, Step[]> = {
  init: [
    { words: ['--agent', 'codex', '--dry-run'], instead: 'plan' },
    { words: ['--agent', 'codex', '--yes'] },
  ],
  search: [{ words: ['greet'] }],
  info: [{ words: ['greet'] }, { words: ['nothing-like-it'], status: 4, instead: 'error' }],
  install: [
    { words: ['greet', '--dry-run'], instead: 'plan' },
    { words: ['greet'], status: 2, instead: 'error' },
    { words: ['greet', '--yes'] },
    { words: ['greet', '--yes'] },
  ],
  adopt: [
    { words: ['./greet', '--name', 'hail', '--dry-run'], instead: 'plan' },
    { words: ['./none'], status: 4, instead: 'error' },
    { words: ['./greet', '--name', 'hail', '--yes'] },
  ],
  env: [
    { words: ['list'] },
    { words: ['set', 'greet', 'GREET_TOKEN', '--dry-run'], instead: 'plan' },
    { words: ['set', 'greet', 'GREET_TOKEN', '--value-stdin', '--yes'], input: 'hush-hush' },
    { words: ['set', 'greet', 'OTHER', '--yes'], status: 4, instead: 'error' },
    { words: ['unset', 'greet', 'GREET_TOKEN', '--yes'] },
    { words: ['unset', 'greet', 'GREET_TOKEN', '--yes'] },
  ],
  grant: [
    { words: [] },
    { words: ['greet'] },
    { words: ['greet', '--all', '--dry-run'], instead: 'plan' },
    { words: ['greet', '.git', '--yes'] },
    { words: ['greet', '.envrc', '--yes'], status: 4, instead: 'error' },
  ],
  revoke: [
    { words: [], status: 2, instead: 'error' },
    { words: ['greet', '.git', '--dry-run'], instead: 'plan' },
    { words: ['greet', '--yes'] },
    { words: ['greet', '--yes'] },
  ],
  skill: [
    { words: ['show', 'greet'] },
    { words: ['show', 'nobody'], status: 4, instead: 'error' },
    { words: ['diff', '--lang', 'zh'], status: 8 },
    { words: ['render', '--lang', 'zh', '--dry-run'], instead: 'plan' },
    { words: ['render', '--lang', 'zh', '--yes'] },
    { words: ['render', 'greet', '--lang', 'en', '--fresh', '--yes'] },
    { words: ['render', 'greet', '--stdout'] },
    { words: ['diff'] },
    { words: ['lint', 'greet'] },
    { words: ['lint', 'bad-skill'], status: 3 },
    { words: ['lint', 'nothing'], status: 4, instead: 'error' },
    { words: ['lint'] },
  ],
  list: [{ words: [] }],
  lock: [{ words: ['--check'] }, { words: ['--dry-run'], instead: 'plan' }, { words: ['--yes'] }],
  ci: [{ words: ['--dry-run'], instead: 'plan' }, { words: ['--yes'] }],
  outdated: [{ words: [] }],
  sbom: [{ words: [] }],
  audit: [{ words: [] }, { words: ['--database', 'no-such-folder'] }],
  pin: [
    { words: ['greet', '--reason', 'x', '--dry-run'], instead: 'plan' },
    { words: ['greet', '--reason', 'x', '--yes'] },
    { words: [] },
    { words: ['greet', '--remove', '--yes'] },
  ],
  update: [{ words: ['--dry-run'], instead: 'plan' }, { words: ['--yes'] }],
  run: [{ words: ['greet', 'hello', 'you'] }, { words: ['nobody'], status: 125 }],
  x: [
    { words: ['greet', '--version'], status: 2, instead: 'error' },
    { words: ['--dry-run', 'greet'], instead: 'plan' },
    { words: ['--yes', 'greet', '--version'] },
    { words: ['--program', 'other', 'greet'], status: 125 },
  ],
  service: [
    { words: [] },
    { words: ['status', 'greet'], status: 4, instead: 'error' },
    { words: ['restart', 'greet'], status: 2, instead: 'error' },
  ],
  inspect: [
    { words: ['greet'] },
    { words: ['greet', '--depth', '1'] },
    { words: ['no-such-program'], status: 4, instead: 'error' },
  ],
  tools: [
    { words: ['list'] },
    { words: ['show', 'greet.hello'] },
    { words: ['run', 'greet.hello', '--input', '{"name": "you"}', '--dry-run'] },
    { words: ['run', 'greet.hello', '--input', '{"name": "you"}'] },
    { words: ['run', 'nobody'], status: 125 },
    { words: ['show', 'nobody'], status: 4, instead: 'error' },
  ],
  mcp: [{ words: [] }, { words: ['--http', '--port', 'x'], status: 2, instead: 'error' }],
  shim: [
    { words: ['greet', '--dry-run'], instead: 'plan' },
    { words: ['greet', '--yes'] },
    { words: [] },
    { words: ['--remove', 'greet', '--yes'] },
    { words: ['nobody'], status: 4, instead: 'error' },
  ],
  connect: [
    { words: ['--list'] },
    { words: ['claude-code', '--dry-run'], instead: 'plan' },
    { words: ['claude-code', '--yes'] },
    { words: [], status: 2, instead: 'error' },
  ],
  disconnect: [{ words: ['claude-code', '--dry-run'], instead: 'plan' }, { words: ['claude-code', '--yes'] }],
  playbook: [
    { words: [] },
    { words: ['show', 'csv-to-chart'] },
    { words: ['add', 'csv-to-chart', '--dry-run'], instead: 'plan' },
    { words: ['add', 'csv-to-chart', '--yes'] },
    { words: ['remove', 'csv-to-chart', '--yes'] },
    { words: ['show', 'nothing'], status: 4, instead: 'error' },
  ],
  runs: [
    { words: [] },
    { words: ['show', runId] },
    { words: ['show', runId, '--query', 'a'] },
    { words: ['show', runId, '--lines', 'x'], status: 2, instead: 'error' },
    { words: ['show', 'nothing'], status: 2, instead: 'error' },
  ],
  jobs: [
    { words: [] },
    { words: ['show', jobId] },
    { words: ['cancel', jobId, '--yes'] },
    { words: ['show', 'nothing'], status: 4, instead: 'error' },
  ],
  trust: [{ words: ['--dry-run'], instead: 'plan' }, { words: ['--yes'] }, { words: ['--remove', '--yes'] }],
  verify: [{ words: [] }, { words: ['nobody'], status: 8 }],
  doctor: [{ words: [] }, { words: ['--fix', '--dry-run'], instead: 'plan' }, { words: ['--fix', '--yes'] }],
  completion: [{ words: ['bash'] }],
  config: [
    { words: ['set', 'mirrors.https://a.test/', 'https://b.test/', '--dry-run'], instead: 'plan' },
    { words: ['set', 'mirrors.https://a.test/', 'https://b.test/', '--yes'] },
    { words: ['list'] },
    { words: ['get', 'mirrors'] },
    { words: ['unset', 'mirrors.https://a.test/', '--yes'] },
    { words: ['set', 'lang', 'en', '--yes'] },
    { words: ['get', 'lang'] },
  ],
  new: [
    { words: ['hail', '--program', './greet'] },
    { words: ['greet', '--output', 'greet.json'], status: 5, instead: 'error' },
  ],
  try: [
    { words: ['greet.json', '--dry-run'], instead: 'plan' },
    { words: ['greet.json', '--yes'] },
    { words: ['no-such-file.json', '--yes'], status: 4, instead: 'error' },
  ],
  validate: [{ words: ['good.json', '--offline'] }, { words: ['bad.json', '--offline'], status: 3 }],
  login: [
    { words: ['--token', 'cliapps_secret', '--dry-run'], instead: 'plan' },
    { words: ['--token', 'cliapps_secret'] },
  ],
  whoami: [{ words: [] }],
  publish: [
    { words: ['good.json', '--dry-run'], instead: 'plan' },
    { words: ['good.json', '--yes'] },
    { words: ['no-such-file.json', '--yes'], status: 4, instead: 'error' },
  ],
  yank: [
    { words: ['greet@1.2.3', '--reason', 'x', '--dry-run'], instead: 'plan' },
    { words: ['greet@1.2.3', '--reason', 'x', '--yes'] },
  ],
  unyank: [{ words: ['greet@1.2.3', '--yes'] }],
  deprecate: [{ words: ['greet@1.2.3', '--undo', '--yes'] }],
  tag: [
    { words: ['list', 'greet'] },
    { words: ['add', 'greet@1.2.3', 'next', '--yes'] },
    { words: ['remove', 'greet', 'next', '--yes'] },
  ],
  unpublish: [{ words: ['greet', '--message', 'x', '--yes'] }],
  restore: [{ words: ['greet', '--yes'] }],
  publishers: [
    { words: ['list', 'greet'] },
    { words: ['add', 'greet', '--github', 'acme/greet', '--yes'] },
    { words: ['remove', 'greet', 'tp-1', '--yes'] },
  ],
  owners: [{ words: ['list', 'greet'] }, { words: ['add', 'greet', 'bob', '--yes'] }],
  history: [{ words: ['greet'] }],
  logout: [
    { words: ['--revoke', '--dry-run'], instead: 'plan' },
    { words: ['--revoke', '--yes'] },
    { words: [] },
  ],
  uninstall: [{ words: ['greet', '--dry-run'], instead: 'plan' }, { words: ['greet', '--yes'] }],
  cache: [
    { words: ['list'] },
    { words: ['prune'] },
    { words: ['prune', '--all', '--dry-run'], instead: 'plan' },
    { words: ['prune', '--all', '--yes'] },
    { words: [] },
  ],
}
const ofServer = [
  ...['login', 'logout', 'whoami', 'publish', 'yank', 'unyank', 'deprecate', 'owners', 'history'],
  ...['tag', 'unpublish', 'restore', 'publishers'],
]

const requires = {
  env: [{ name: 'GREET_TOKEN', description: 'Whom to greet as', required: false, secret: true }],
  access: { files: [{ path: '.git', mode: 'write', why: 'It notes whom it greeted.' }] },
}

const receipt = { changed: true }
const answers = {
  'GET /v1/whoami': {
    user: 'ann',
    scopes: ['publish:greet'],
    token: { id: 'token-1', label: null, expires_at: null },
    organisations: [{ name: 'acme', prefixes: ['acme'] }],
    apps: ['greet'],
  },
  'PUT /v1/apps/greet/1.2.3': {
    name: 'greet',
    version: '1.2.3',
    digest: `sha256:${'0'.repeat(64)}`,
    url: 'https://registry.test/greet',
  },
  'POST /v1/validate': { valid: true, issues: [] },
  'POST /v1/apps/greet/1.2.3/yank': receipt,
  'POST /v1/apps/greet/1.2.3/unyank': receipt,
  'POST /v1/apps/greet/1.2.3/deprecate': receipt,
  'PUT /v1/apps/greet/owners/bob': receipt,
  'GET /v1/apps/greet.json': {
    ...{
      name: 'greet',
      latest: '1.2.3',
      display_name: 'Greet',
      summary: 'Greets',
      description: 'Greets people',
    },
    ...{ category: 'dev', tags: [], aliases: [], homepage: null, license: null, owners: ['ann'] },
    ...{ dist_tags: { latest: '1.2.3' }, removed: null, versions: [] },
  },
  'PUT /v1/apps/greet/tags/next': receipt,
  'DELETE /v1/apps/greet/tags/next': receipt,
  'POST /v1/apps/greet/remove': receipt,
  'POST /v1/apps/greet/restore': receipt,
  'POST /v1/apps/greet/trusted-publishers': receipt,
  'DELETE /v1/apps/greet/trusted-publishers/tp-1': receipt,
  'GET /v1/apps/greet/trusted-publishers': {
    publishers: [
      {
        id: 'tp-1',
        issuer: 'https://gitlab.com',
        audience: 'x',
        subject: 'project_path:acme/greet:*',
        user: 'ann',
      },
    ],
  },
  'GET /v1/apps/greet/owners': { owners: ['ann'] },
  'GET /v1/apps/greet/audit?limit=50': {
    items: [
      {
        id: 1,
        at: '2026-01-01T00:00:00Z',
        actor: 'ann',
        action: 'version.yank',
        version: '1.2.3',
        details: { reason: 'x' },
        app: 'greet',
        token: 'token-1',
      },
    ],
    next_cursor: null,
  },
  'DELETE /v1/tokens/token-1': receipt,
}

let archive: Uint8Array
beforeAll(async () => {
  archive = await tarball({ 'bin/greet': greetScript })
})

async function prepare(): Promise<{ machine: Machine; server: string }> {
  const { url } = await fileServer({ '/greet.tar.gz': archive })
  const { url: server } = await recordingRegistry(answers)
  const machine = await createMachine({
    CLI_APPS_REGISTRY: await folderRegistry([binaryManifest(archive, { requires })]),
    CLI_APPS_MIRRORS: `https://downloads.test/=${url}/`,
  })
  const write = (file: string, json: unknown): Promise<void> =>
    writeFile(path.join(machine.workspace, file), JSON.stringify(json))
  await writeProgram(path.join(machine.workspace, 'greet'), greetScript)
  await write('good.json', exampleManifestJson())
  await write('greet.json', binaryManifest(archive))
  await mkdir(path.join(machine.workspace, 'bad-skill'))
  await writeFile(path.join(machine.workspace, 'bad-skill/SKILL.md'), '# No front matter\n')
  await write('bad.json', exampleManifestJson({ entry_point: 'bash' }))
  await mkdir(path.join(machine.workspace, '.cli-apps/jobs', jobId), { recursive: true })
  await mkdir(path.join(machine.workspace, '.cli-apps/logs'), { recursive: true })
  await write(path.join('.cli-apps/logs', `20260102T030405Z-greet-${runId}.stdout.log`), { a: 1 })
  await write(path.join('.cli-apps/jobs', jobId, 'result.json'), job)
  return { machine, server }
}

it('runs every command here', () => {
  const without = Object.keys(commands).filter((name) => !Object.hasOwn(steps, name))
  expect(without, 'add a step that runs it to this file').toEqual([])
})

// More than a hundred processes, one after the other: 100 s on a calm machine of two cores.
it('every command prints with --json what its schema describes, and no other keys', async () => {
  const { machine, server } = await prepare()
  const schemas: Readonly<Record<string, z.core.$ZodType>> = commandResults
  for (const [name, calls] of Object.entries(steps)) {
    for (const { words, input, status = 0, instead } of calls) {
      const registry = ofServer.includes(name) ? ['--registry', server] : []
      const line = [name, '--json', ...registry, ...words]
      const result =
        input === undefined ? await machine.cli(...line) : await runWithInput(machine, input, ...line)
      const called = `cli-apps ${name} ${words.join(' ')}`
      expect([called, result.status, result.stderr], result.stdout).toEqual([
        called,
        status,
        expect.anything(),
      ])
      const schema = instead === 'plan' ? ChangePlan : instead === 'error' ? ErrorDocument : schemas[name]
      const document: unknown = JSON.parse(result.stdout)
      expect([called, schema && z.parse(schema, document)]).toEqual([called, document])
    }
  }
}, 900_000)
