import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import { createMachine } from '../support/cli.ts'
import { fileServer } from '../support/file-server.ts'
import { binaryManifest, greetScript, tarball } from '../support/folder-registry.ts'
import { startRegistry } from '../support/registry-process.ts'
import { servedKey, signingKey } from '../support/signed-site.ts'

it('signs, exports, installs and proves an app, follows a new key, and refuses a strange one', async () => {
  const archive = await tarball({ 'bin/greet': greetScript })
  const { url: mirror } = await fileServer({ '/greet.tar.gz': archive })
  const machine = await createMachine({ CLI_APPS_MIRRORS: `https://downloads.test/=${mirror}/` })
  const registry = await startRegistry(machine, '--no-seed')
  const operate = (...args: string[]) => machine.registry(...args, '--data', registry.data, '--json')
  const install = () => machine.cli('install', 'greet', '--registry', './site', '--yes', '--json')

  // A registry without configuration signs. What it exports, here through the running server, installs as it is.
  machine.environment.CLI_APPS_TOKEN = await registry.token('ann', 'publish:greet')
  const manifest = path.join(machine.workspace, 'greet.json')
  await writeFile(manifest, JSON.stringify(binaryManifest(archive, { version: '1.2.3+1' })))
  expect((await machine.cli('publish', manifest, '--yes', '--registry', registry.url)).status).toBe(0)
  const exported = (await operate('export', 'site')).json<{ folder: string; files: number }>()
  expect(exported).toMatchObject({ folder: path.join(machine.workspace, 'site'), files: expect.any(Number) })
  expect((await install()).status).toBe(0)
  const verified = (await machine.cli('verify', '--json')).json<{ apps: { level: string; key: string }[] }>()
  expect(verified.apps).toMatchObject([{ name: 'greet', version: '1.2.3+1', level: 'signed', faults: [] }])

  // A key that the old one vouches for takes its place.
  expect((await operate('keys', 'list')).json()).toMatchObject({ keys: [{ id: verified.apps[0]?.key }] })
  const [oldKey, newKey] = [path.join(registry.data, 'signing-key.pem'), path.join(machine.home, 'new.pem')]
  const made = (await machine.registry('keys', 'generate', newKey, '--json')).json<{ id: string }>()
  expect((await machine.registry('keys', 'generate', newKey)).status).toBe(5)
  expect((await operate('keys', 'rotate', '--old', oldKey, '--new', newKey)).json()).toMatchObject({
    added: made.id,
    ended: verified.apps[0]?.key,
  })
  const served = await fetch(`${registry.url}/v1/keys.json`)
  expect(await served.json()).toMatchObject({ keys: [{}, { id: made.id }] })
  expect(await registry.stop()).toBe(0)
  expect((await operate('export', 'site', '--signing-key', newKey)).status).toBe(0)
  expect((await install()).status).toBe(0)

  // One that nobody vouches for does not, on either side.
  const strange = signingKey('strange')
  const file = path.join(machine.home, 'strange.txt')
  await writeFile(file, Buffer.from('s'.repeat(32)).toString('base64url'))
  const refused = await operate('serve', '--port', '0', '--signing-key', file)
  expect(refused).toMatchObject({ status: 6 })
  expect(refused.json()).toMatchObject({ error: { code: 'signing.unknown-key' } })
  await writeFile(
    path.join(machine.workspace, 'site/v1/keys.json'),
    JSON.stringify({ keys: [servedKey(strange)] }),
  )
  const attacked = await install()
  expect(attacked).toMatchObject({ status: 8 })
  expect(attacked.json()).toMatchObject({ error: { code: 'trust.unknown-key' } })

  // What is installed is still proved, until its record is changed.
  expect((await machine.cli('verify', 'greet')).status).toBe(0)
  const record = path.join(machine.workspace, '.cli-apps/apps/greet.json')
  await writeFile(
    record,
    (await readFile(record, 'utf8')).replace('Say hello in many', 'Say goodbye in many'),
  )
  expect((await machine.cli('verify', 'greet')).status).toBe(8)
  expect((await machine.cli('verify', 'absent', '--json')).status).toBe(8)
}, 900_000)
