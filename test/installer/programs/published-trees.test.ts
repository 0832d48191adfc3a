import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { CommandNode, canonicalJson, registryPaths } from '@cli-apps/core'
import { manifestDigest } from '@cli-apps/core/node'
import { describe, expect, it } from 'vitest'
import { listFiles } from '../../../services/installer/src/store/file-list.ts'
import { programFilesDigest } from '../../../services/installer/src/store/program-files.ts'
import { type CliResult, createMachine, type Machine } from '../../support/cli.ts'
import { fileServer } from '../../support/file-server.ts'
import { binaryManifest, greetScript, tarball } from '../../support/folder-registry.ts'
import { itSandboxed } from '../../support/sandbox.ts'
import { signedSite, signingKey } from '../../support/signed-site.ts'

/** A tree with an option that the program's own help does not have. */
const treeOf = (name: string): CommandNode =>
  CommandNode.parse({ name, options: [{ long: ['--published'], description: 'From the publisher' }] })
const named = { greet: manifestDigest(treeOf('greet')), wave: manifestDigest(treeOf('wave')) }
const wave = { name: 'wave', summary: 'Wave to somebody' }

interface Site {
  isSigned?: boolean
  /** In place of what the manifest names; `undefined` for a document that is missing. */
  served?: Record<string, CommandNode | undefined>
  changes?: Record<string, unknown>
  /** Whether the workspace names the registry, and not the user. */
  isWorkspace?: boolean
}

const other = `sha256:${'0'.repeat(64)}`

/** A machine with a registry whose manifest names trees of two programs, read from the files of these digests. */
async function machineWith(
  readFrom: readonly string[],
  {
    isSigned = true,
    served = { greet: treeOf('greet'), wave: treeOf('wave') },
    changes = {},
    isWorkspace = false,
  }: Site = {},
): Promise<Machine> {
  const archive = await tarball({ 'bin/greet': greetScript, 'bin/wave': greetScript })
  const downloads = await fileServer({ '/greet.tar.gz': archive })
  const manifest = binaryManifest(archive, {
    programs: [wave],
    commands: named,
    ...(readFrom.length > 0 && { commands_read_from: readFrom }),
    ...changes,
  })
  const trees = Object.entries(served).flatMap(([program, tree]): [string, string][] =>
    tree === undefined
      ? []
      : [[`/${registryPaths.commands('greet', '1.2.3', program)}`, canonicalJson(tree)]],
  )
  const { url } = await fileServer({
    ...signedSite([manifest], isSigned ? { signer: signingKey('published') } : {}),
    ...Object.fromEntries(trees),
  })
  const machine = await createMachine({
    ...(!isWorkspace && { CLI_APPS_REGISTRY: url }),
    CLI_APPS_MIRRORS: `https://downloads.test/=${downloads.url}/`,
  })
  if (isWorkspace)
    await writeFile(
      path.join(machine.workspace, 'cli-apps.json'),
      JSON.stringify({ workspace: 1, apps: {}, registries: [url] }),
    )
  return machine
}

async function install(machine: Machine): Promise<CliResult> {
  const result = await machine.cli('install', 'greet', '--yes', '--json')
  expect(result.status, result.stdout + result.stderr).toBe(0)
  return result
}

/** The digest of the files of an installed greet. */
async function installedFiles(machine: Machine): Promise<string> {
  const version = path.join(machine.home, 'cli-apps/store/greet/1.2.3')
  const [key = ''] = await readdir(version)
  return programFilesDigest(await listFiles(path.join(version, key, 'prefix')))
}

const commandsOf = (machine: Machine, file = 'greet.json'): Promise<string> =>
  readFile(path.join(machine.workspace, '.cli-apps/commands', file), 'utf8')

/** The digest of the files of greet, wherever it is installed. */
async function readFiles(): Promise<string> {
  const machine = await machineWith([])
  await install(machine)
  expect(await commandsOf(machine)).not.toContain('--published')
  return installedFiles(machine)
}

describe('command trees that were published for the installed files', () => {
  it('are used instead of reading the help of any program', async () => {
    const machine = await machineWith([other, await readFiles()])
    await install(machine)
    for (const file of ['greet.json', 'greet/wave.json'])
      expect(await commandsOf(machine, file)).toContain('--published')
    const skill = await readFile(path.join(machine.workspace, 'skills/cli-app-greet/SKILL.md'), 'utf8')
    expect(skill).toContain('--published')
    expect((await machine.cli('verify')).status).toBe(0)
  })

  it('are not used for other files', async () => {
    const machine = await machineWith([other])
    await install(machine)
    expect(await commandsOf(machine)).not.toContain('--published')
  })

  it.each([
    ['the registry does not sign', { isSigned: false }],
    ['only the workspace names the registry', { isWorkspace: true }],
    ['the registry does not have them', { served: {} }],
    [
      'they are of another program',
      { served: { greet: treeOf('wave') }, changes: { commands: { greet: named.wave } } },
    ],
  ] satisfies [string, Site][])('are not used when %s', async (_, site) => {
    const machine = await machineWith([await readFiles()], site)
    await install(machine)
    expect(await commandsOf(machine)).not.toContain('--published')
  })

  it('are read from the help for programs that have none', async () => {
    const machine = await machineWith([await readFiles()], { served: { greet: treeOf('greet') } })
    await install(machine)
    expect(await commandsOf(machine)).toContain('--published')
    expect(await commandsOf(machine, 'greet/wave.json')).not.toContain('--published')
  })

  itSandboxed('describe other files in the skill until the help is read, and judge no call', async () => {
    const readSlowly = { id: 'slow', task: 'Wait', call: { args: ['wait', '5'] }, expect: {} }
    const machine = await machineWith([other], { changes: { recipes: [readSlowly] } })
    delete machine.environment.CI
    await install(machine)
    const skill = (): Promise<string> =>
      readFile(path.join(machine.workspace, 'skills/cli-app-greet/SKILL.md'), 'utf8')
    expect(await skill()).toContain('--published')
    await expect(commandsOf(machine)).rejects.toThrow('ENOENT')
    // The files of a change are written one after the other.
    const commands = (): Promise<string> => commandsOf(machine).catch(() => '')
    await expect.poll(commands, { timeout: 60_000 }).toContain('hello')
    await expect.poll(skill, { timeout: 60_000 }).not.toContain('--published')
  })

  it('stop the install when they are not those that the manifest names', async () => {
    const machine = await machineWith([await readFiles()], { served: { greet: treeOf('wave') } })
    const { status, json } = await machine.cli('install', 'greet', '--yes', '--json')
    expect(status).toBe(8)
    expect(json()).toMatchObject({ error: { code: 'integrity.document-digest' } })
  })
})
