import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { createRuntime } from '@cli-apps/runtime'
import { expect, it } from 'vitest'
import { createMachine } from '../support/cli.ts'
import { fileServer } from '../support/file-server.ts'
import { binaryManifest, tarball } from '../support/folder-registry.ts'
import { startRegistry } from '../support/registry-process.ts'

const ollamaScript = `#!/bin/sh
case "$1" in
  --version) echo "ollama version is 0.32.15" ;;
  list) echo "NAME ID SIZE" ;;
  *) printf 'Large language model runner\\n\\nUsage:\\n  ollama [flags]\\n  ollama [command]\\n\\nAvailable Commands:\\n  list        List models\\n  run         Run a model\\n\\nFlags:\\n  -h, --help      help for ollama\\n  -v, --version   Show version information\\n' ;;
esac
`

/** The real catalog entry, its download replaced by a tiny archive of the same shape. */
async function tinyOllama(archive: Uint8Array): Promise<Record<string, unknown>> {
  const text = await readFile(fileURLToPath(new URL('../../catalog/ollama.json', import.meta.url)), 'utf8')
  return { ...JSON.parse(text), install: binaryManifest(archive, { entry_point: 'ollama' }).install }
}

it('publishes, installs, documents, mentions and runs an app, and takes it away again', async () => {
  const archive = await tarball({ 'bin/greet': ollamaScript, 'lib/notes.txt': 'a library' })
  const { url: mirror } = await fileServer({ '/greet.tar.gz': archive })
  const machine = await createMachine({ CLI_APPS_MIRRORS: `https://downloads.test/=${mirror}/` })
  const registry = await startRegistry(machine, '--no-seed')

  // Publish, with a token for this one app.
  const manifest = path.join(machine.workspace, 'ollama.json')
  await writeFile(manifest, JSON.stringify(await tinyOllama(archive)))
  expect((await machine.cli('publish', manifest, '--yes', '--registry', registry.url)).status).toBe(6)
  machine.environment.CLI_APPS_TOKEN = await registry.token('ann', 'publish:other')
  expect((await machine.cli('publish', manifest, '--yes', '--registry', registry.url)).status).toBe(6)
  machine.environment.CLI_APPS_TOKEN = await registry.token('ann', 'publish:ollama')
  expect(await machine.cli('publish', manifest, '--yes', '--registry', registry.url)).toMatchObject({
    status: 0,
    stdout: /^Published/,
  })
  expect((await machine.cli('publish', manifest, '--yes', '--registry', registry.url)).stdout).toMatch(
    /has exactly this/,
  )
  await writeFile(manifest, (await readFile(manifest, 'utf8')).replace('Download and run', 'Fetch and run'))
  expect((await machine.cli('publish', manifest, '--yes', '--registry', registry.url)).status).toBe(5)

  // Install through that registry, and read the skill.
  await using runtime = await createRuntime({
    workspace: machine.workspace,
    environment: machine.environment,
  })
  const message = '帮我用@ollama看看装了哪些模型'
  expect(await runtime.context(message)).toBeUndefined()
  const installed = await machine.cli('install', 'ollama', '--registry', registry.url, '--yes', '--json')
  expect(installed.json()).toMatchObject({
    installed: [{ name: 'ollama', method: 'binary', program_version: '0.32.15' }],
  })
  const skill = await readFile(path.join(machine.workspace, 'skills/cli-app-ollama/SKILL.md'), 'utf8')
  expect(skill).toContain('name: cli-app-ollama')
  expect(skill).toContain('### `list`\n\nList models\n')
  const lock = JSON.parse(await readFile(path.join(machine.workspace, 'cli-apps.lock'), 'utf8'))
  expect(lock.apps.ollama.registry).toBe(registry.url)

  // The runtime follows without a restart: description, context, run.
  const [tool] = await runtime.tools.list()
  expect(tool?.description).toContain('ollama')
  expect(await runtime.context(message)).toBe(
    [
      '[Runtime Context]',
      'CLI App Mention: @ollama (installed; tool=run_cli_app; entry_point=ollama; skill=skills/cli-app-ollama/SKILL.md). Read the skill when useful, then run this app with run_cli_app; do not bypass it with shell.',
      '[/Runtime Context]',
    ].join('\n'),
  )
  const call = { name: 'run_cli_app', arguments: { name: 'ollama', args: ['list'] } }
  expect(await runtime.tools.execute(call)).toMatchObject({
    ok: true,
    exit_code: 0,
    stdout: 'NAME ID SIZE\n',
  })

  // Without its registry the app still runs and can be taken away.
  expect(await registry.stop()).toBe(0)
  expect((await machine.cli('run', 'ollama', '--version')).stdout).toBe('ollama version is 0.32.15\n')
  expect((await machine.cli('uninstall', 'ollama', '--yes')).status).toBe(0)
  expect(await runtime.context(message)).toBeUndefined()
  expect(await runtime.tools.execute(call)).toMatchObject({ ok: false, error: { code: 'app.not-installed' } })
})

it('answers from cached registry response before, when it is away', async () => {
  const archive = await tarball({ 'bin/greet': ollamaScript })
  const machine = await createMachine()
  const registry = await startRegistry(machine, '--no-seed')
  machine.environment.CLI_APPS_REGISTRY = registry.url
  machine.environment.CLI_APPS_TOKEN = await registry.token('ann', 'publish:ollama')
  const manifest = path.join(machine.workspace, 'ollama.json')
  await writeFile(manifest, JSON.stringify(await tinyOllama(archive)))
  await machine.cli('publish', manifest, '--yes')
  const before = await machine.cli('info', 'ollama', '--json')
  await registry.stop()
  const after = await machine.cli('info', 'ollama', '--json')
  expect(after).toMatchObject({
    status: 0,
    stdout: before.stdout,
    stderr: expect.stringMatching(/Using what http:\S+ answered less than a minute ago\./),
  })
  expect((await machine.cli('info', 'feishu')).status).toBe(9)
})
