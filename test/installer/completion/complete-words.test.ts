import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { cachedAnswerFile } from '@cli-apps/core/node'
import { describe, expect, it } from 'vitest'
import { completeWords } from '../../../services/installer/src/completion/complete-words.ts'
import { completionScripts } from '../../../services/installer/src/completion/scripts.ts'
import { createMachine } from '../../support/cli.ts'
import { exampleManifestJson } from '../../support/example-manifest.ts'
import { folderRegistry } from '../../support/folder-registry.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

async function place(environment: NodeJS.ProcessEnv = {}) {
  const [home, cwd] = [await temporaryFolder(), await temporaryFolder()]
  return {
    cwd,
    environment: {
      HOME: home,
      XDG_CONFIG_HOME: `${home}/config`,
      CLI_APPS_HOME: `${home}/apps`,
      ...environment,
    },
  }
}

/** Offers for `cli-apps …`, of which the last word is being typed. */
async function offers(line: readonly string[], at: Awaited<ReturnType<typeof place>>): Promise<string[]> {
  const text = await completeWords(['bash', '--', ...line], at)
  return text.split('\n').slice(0, -1)
}

describe('a shell is offered', () => {
  it('commands, and the options of a command that are not used yet', async () => {
    const at = await place()
    expect(await offers(['un'], at)).toEqual(['uninstall', 'unyank', 'unpublish'])
    expect(await offers(['help', 'whoa'], at)).toEqual(['whoami'])
    expect(await offers(['install', '--dry'], at)).toEqual(['--dry-run'])
    expect(await offers(['i', '--allow'], at)).toEqual([
      '--allow-scripts',
      '--allow-builds',
      '--allow-sources',
      '--allow-general',
    ])
    expect(await offers(['install', '--dry-run', '--dry'], at)).toEqual([])
    expect(await offers(['nonsense', ''], at)).toEqual([])
    expect(await offers(['constructor', ''], at)).toEqual([])
  })

  it('values of options, however the shell splits them', async () => {
    const at = await place()
    for (const line of [
      ['--method', 'np'],
      ['--method', '=', 'np'],
      ['--dry-run', '--method', 'np'],
    ])
      expect(await offers(['install', ...line], at)).toEqual(['npm'])
    expect(await offers(['install', '--method=np'], at)).toEqual(['--method=npm'])
    expect(await offers(['list', '--lang', '='], at)).toEqual(['en', 'zh'])
    expect(await offers(['--lang', 'z'], at)).toEqual(['zh'])
    expect(await offers(['--lang', 'zh', 'who'], at)).toEqual(['whoami'])
    expect(await offers(['--json', '--workspace', 'x', 'install', '--dry'], at)).toEqual(['--dry-run'])
    expect(await offers(['--workspace', ''], at)).toEqual([':folder'])
    expect(await offers(['list', '--workspace', ''], at)).toEqual([':folder'])
    expect(await offers(['validate', ''], at)).toEqual([':file'])
    expect(await offers(['completion', 'z'], at)).toEqual(['zsh'])
  })

  it('one agent after another, keys of settings, and variables that an app declares', async () => {
    const at = await place()
    expect(await offers(['install', '--agent', 'cla'], at)).toEqual(['claude-code'])
    expect(await offers(['install', '--agent', 'codex,cla'], at)).toEqual(['codex,claude-code'])
    expect(await offers(['install', '--agent=codex,cod'], at)).not.toContain('--agent=codex,codex')
    expect(await offers(['init', '--agent', 'det'], at)).toEqual(['detected'])
    expect(await offers(['cache', ''], at)).toEqual(['list', 'prune'])
    expect(await offers(['config', 'set', 'la'], at)).toEqual(['lang'])
    expect(await offers(['outdated', ''], at)).toEqual([])
    const records = path.join(at.cwd, '.cli-apps/apps')
    await mkdir(records, { recursive: true })
    const env = [{ name: 'GREET_TOKEN', description: 'Whom to greet as' }, { name: '$(id)' }, 7]
    await writeFile(path.join(records, 'greet.json'), JSON.stringify({ manifest: { requires: { env } } }))
    expect(await offers(['env', 's'], at)).toEqual(['set'])
    expect(await offers(['env', 'set', ''], at)).toEqual(['greet'])
    expect(await offers(['env', 'set', 'greet', ''], at)).toEqual(['GREET_TOKEN'])
    expect(await offers(['env', 'set', '../greet', ''], at)).toEqual([])
    expect(await offers(['env', 'set', 'greet', 'GREET_TOKEN', ''], at)).toEqual([])
  })

  it('installed apps, each once, and nothing after the app of a run', async () => {
    const at = await place()
    const records = path.join(at.cwd, '.cli-apps/apps')
    await mkdir(records, { recursive: true })
    for (const name of ['greet', 'grep', 'x; rm -rf ~', '$(id)'])
      await writeFile(path.join(records, `${name}.json`), '')
    for (const command of ['uninstall', 'rm', 'run', 'verify', 'update', 'pin'])
      expect([command, await offers([command, ''], at)]).toEqual([command, ['greet', 'grep']])
    expect(await offers(['uninstall', 'greet', 'gre'], at)).toEqual(['grep'])
    for (const verb of ['show', 'run'])
      expect(await offers(['tools', verb, 'gr'], at)).toEqual(['greet', 'grep'])
    expect(await offers(['run', 'greet', ''], at)).toEqual([':file'])
    expect(await offers(['run', 'greet', '--'], at)).toEqual([':file'])
  })

  it('apps of the catalog in a checkout', async () => {
    expect(await offers(['install', 'prett'], await place())).toEqual(['prettier'])
  })

  it('apps of the packaged catalog, with summaries if the shell shows them', async () => {
    const { cli } = await createMachine()
    const { stdout } = await cli('complete', 'zsh', '--', 'install', 'prett')
    expect(stdout).toMatch(/^prettier\t\S.*\n$/)
  })

  it('apps of a folder, and of the index last fetched from a server', async () => {
    const folder = await folderRegistry([exampleManifestJson()])
    expect(await offers(['install', 'gre'], await place({ CLI_APPS_REGISTRY: folder }))).toEqual(['greet'])
    const at = await place({ CLI_APPS_REGISTRY: 'https://registry.test' })
    expect(await offers(['install', ''], at)).toEqual([])
    const cached = async (document: string, json: unknown): Promise<void> => {
      const folder = `${at.environment.CLI_APPS_HOME}/cache/registries`
      const file = cachedAnswerFile(folder, 'https://registry.test/', document)
      await mkdir(path.dirname(file), { recursive: true })
      await writeFile(file, JSON.stringify({ etag: '', text: JSON.stringify(json) }))
    }
    const summary = 'a\u001b[31m\tb\nc\u202e'
    await cached('v1/index.json', { shards: [{ prefix: 'a' }, { prefix: 'b' }] })
    await cached('v1/index/a.json', { apps: [{ name: 'greet', summary }, { name: '`id`' }, 7] })
    expect(await offers(['install', ''], at)).toEqual(['greet'])
    expect(await completeWords(['fish', '--', 'install', ''], at)).toBe('greet\ta[31m b c\n')
  })

  it('nothing if files are damaged', async () => {
    const at = await place()
    await writeFile(path.join(at.cwd, 'cli-apps.json'), '{"registries":')
    await mkdir(`${at.environment.HOME}/config/cli-apps`, { recursive: true })
    await writeFile(`${at.environment.HOME}/config/cli-apps/config.json`, '[]')
    expect(await offers(['install', 'prett'], at)).toEqual(['prettier'])
  })
})

it('no script lets the shell evaluate what is offered', () => {
  for (const script of Object.values(completionScripts))
    expect(script).not.toMatch(/\beval\b|compgen -W|_arguments/)
})
