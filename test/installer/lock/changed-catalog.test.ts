import { chmod, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { manifestDigest, writeFileAtomic } from '@cli-apps/core/node'
import { describe, expect, it } from 'vitest'
import { createMachine } from '../../support/cli.ts'
import { folderRegistry, greetScript } from '../../support/folder-registry.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const otherDigest = `sha256:${'0'.repeat(64)}`

/** A workspace locked by a cli-apps whose catalog had another entry for the same version, on a machine that has nothing yet. */
async function lockedElsewhere() {
  const bin = await temporaryFolder()
  await writeFile(
    path.join(bin, 'litellm'),
    greetScript.replaceAll('greet 1.2.3', 'LiteLLM: Current Version = 1.81.0'),
  )
  await chmod(path.join(bin, 'litellm'), 0o755)
  const machine = await createMachine()
  machine.environment.PATH = `${bin}:${machine.environment.PATH}`
  const lockfile = path.join(machine.workspace, 'cli-apps.lock')
  expect((await machine.cli('install', 'litellm', '--yes')).status).toBe(0)
  const text = await readFile(lockfile, 'utf8')
  const { digest, registry } = JSON.parse(text).apps.litellm
  expect(registry).toBe('catalog:built-in')
  await writeFileAtomic(lockfile, text.replace(digest, otherDigest))
  await rm(path.join(machine.workspace, '.cli-apps'), { recursive: true })
  const locked = async () => JSON.parse(await readFile(lockfile, 'utf8')).apps.litellm.digest
  return { ...machine, digest, locked }
}

describe('an entry of the catalog that ships with the program, changed since it was locked', () => {
  it.each(['ci', 'install'])(
    'is refused by %s, which restores what is locked and says how to go on',
    async (word) => {
      const { cli, locked } = await lockedElsewhere()
      const { status, stderr } = await cli(word, '--yes')
      expect([status, stderr]).toEqual([8, expect.stringContaining('cli-apps update litellm')])
      expect(await locked()).toBe(otherDigest)
    },
  )

  it.each([[['update', 'litellm']], [['update']], [['install', 'litellm']]])(
    'is accepted by %j, and locked as it is now',
    async (words) => {
      const { cli, digest, locked } = await lockedElsewhere()
      const { status, stderr } = await cli(...words, '--yes')
      expect(status, stderr).toBe(0)
      expect(await locked()).toBe(digest)
      expect((await cli('ci', '--yes')).status).toBe(0)
    },
  )

  it('is restored by ci from another registry that has it as it was locked', async () => {
    const { cli, environment, workspace } = await lockedElsewhere()
    const catalog = new URL('../../../catalog/litellm.json', import.meta.url)
    const manifest = { ...JSON.parse(await readFile(catalog, 'utf8')), summary: 'As it was before' }
    environment.CLI_APPS_REGISTRY = await folderRegistry([manifest])
    const lockfile = path.join(workspace, 'cli-apps.lock')
    const text = await readFile(lockfile, 'utf8')
    await writeFileAtomic(lockfile, text.replace(otherDigest, manifestDigest(manifest)))
    const { status, stderr } = await cli('ci', '--yes')
    expect(status, stderr).toBe(0)
    const record = await readFile(path.join(workspace, '.cli-apps/apps/litellm.json'), 'utf8')
    expect(JSON.parse(record).digest).toBe(manifestDigest(manifest))
  })
})
