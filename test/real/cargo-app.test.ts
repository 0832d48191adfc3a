import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { createMachine } from '../support/cli.ts'
import { exampleManifestJson } from '../support/example-manifest.ts'
import { fileServer } from '../support/file-server.ts'
import { folderRegistry, tarball } from '../support/folder-registry.ts'

const canBuild = await promisify(execFile)('cargo', ['--version']).then(
  () => true,
  () => false,
)

const crate = (greeting: string): Promise<Uint8Array> =>
  tarball({
    'greet-1.2.3/Cargo.toml': '[package]\nname = "greet"\nversion = "1.2.3"\nedition = "2021"\n',
    'greet-1.2.3/Cargo.lock': 'version = 3\n\n[[package]]\nname = "greet"\nversion = "1.2.3"\n',
    'greet-1.2.3/src/main.rs': `fn main() {
    if std::env::args().nth(1).as_deref() == Some("--version") { println!("greet 1.2.3") } else { println!("${greeting}") }
}
`,
  })
const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

describe('an app that cargo builds', () => {
  it.skipIf(!canBuild)(
    'comes from a registry of loopback, is put back by its digest, and refused when the crate was changed',
    async () => {
      const bytes = await crate('Hello!')
      const files: Record<string, Uint8Array | string> = { '/crates/greet/greet-1.2.3.crate': bytes }
      const { url } = await fileServer(files)
      files['/index/config.json'] = JSON.stringify({ dl: `${url}/crates/{crate}/{crate}-{version}.crate` })
      const entry = { name: 'greet', vers: '1.2.3', deps: [], features: {}, yanked: false }
      files['/index/gr/ee/greet'] = JSON.stringify({ ...entry, cksum: sha256Of(bytes) })

      const machine = await createMachine({
        CLI_APPS_REGISTRY: await folderRegistry([
          exampleManifestJson({ install: [{ method: 'cargo', crate: 'greet', version: '1.2.3' }] }),
        ]),
        CLI_APPS_MIRRORS: `https://static.crates.io/=${url}/`,
        RUSTUP_HOME: process.env.RUSTUP_HOME ?? path.join(homedir(), '.rustup'),
      })
      const home = path.join(machine.home, 'cargo of 货物')
      machine.environment.CARGO_HOME = home
      await mkdir(home)
      await writeFile(
        path.join(home, 'config.toml'),
        `[source.crates-io]\nreplace-with = "loopback"\n[source.loopback]\nregistry = "sparse+${url}/index/"\n`,
      )
      const build = () => machine.cli('install', 'greet', '--yes', '--json', '--allow-builds', 'greet')
      const store = path.join(machine.home, 'cli-apps/store')

      const first = await build()
      expect(first.status, first.stdout).toBe(0)
      const lock = await readFile(path.join(machine.workspace, 'cli-apps.lock'), 'utf8')
      expect(lock).toContain(`sha256:${sha256Of(bytes)}`)
      expect((await machine.cli('run', 'greet')).stdout).toBe('Hello!\n')

      await rm(store, { recursive: true })
      const second = await build()
      expect(second.status, second.stdout).toBe(0)
      expect(await readFile(path.join(machine.workspace, 'cli-apps.lock'), 'utf8')).toBe(lock)

      await rm(store, { recursive: true })
      files['/crates/greet/greet-1.2.3.crate'] = await crate('Evil!')
      const third = await build()
      expect(third.status).toBe(8)
      expect(third.json()).toMatchObject({ error: { code: 'download.checksum-mismatch' } })
    },
  )
})
