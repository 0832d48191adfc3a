import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createMachine, type Machine } from './cli.ts'
import { fileServer } from './file-server.ts'
import { binaryManifest, folderRegistry, greetScript, tarball, writeDocuments } from './folder-registry.ts'

/** A version of an app that says of itself what it is. */
export interface GreetVersion {
  name?: string
  version: string
  /** Other words than the manifest of `greet` has. */
  changes?: Record<string, unknown>
}

export interface GreetMachine extends Machine {
  /** Paths that were downloaded. */
  asked: string[]
  /** Folder of the registry. */
  registryFolder: string
  /** Lets the registry have these versions, and no others. */
  publish: (versions: readonly GreetVersion[]) => Promise<void>
  read: (file: string) => Promise<string>
  write: (file: string, text: string) => Promise<void>
  /** What `cli-apps.lock` holds, by app. */
  locked: () => Promise<Record<string, { version: string; registry: string }>>
  /** What `cli-apps.json` holds. */
  declared: () => Promise<{ apps: Record<string, string>; pins?: Record<string, string> }>
}

/** A machine whose registry has versions of small programs, each a download that a loopback mirror serves. */
export async function greetMachine(versions: readonly GreetVersion[]): Promise<GreetMachine> {
  const files: Record<string, Uint8Array> = {}
  const { url, asked } = await fileServer(files)
  const manifests = async (list: readonly GreetVersion[]): Promise<Record<string, unknown>[]> =>
    Promise.all(
      list.map(async ({ name = 'greet', version, changes = {} }) => {
        const script = greetScript.replace('greet 1.2.3', `greet ${version}`)
        // Published once: an archive made again would have other bytes.
        const file = `/${name}-${version}.tar.gz`
        const archive = files[file] ?? (await tarball({ 'bin/greet': `${script}# ${name}\n` }))
        files[file] = archive
        const text = JSON.stringify(binaryManifest(archive, { name, version, ...changes }))
        return JSON.parse(text.replaceAll('/greet.tar.gz', file))
      }),
    )
  const registryFolder = await folderRegistry(await manifests(versions))
  const machine = await createMachine({
    CLI_APPS_REGISTRY: registryFolder,
    CLI_APPS_MIRRORS: `https://downloads.test/=${url}/`,
  })
  const read = (file: string): Promise<string> => readFile(path.join(machine.workspace, file), 'utf8')
  return {
    ...machine,
    asked,
    registryFolder,
    publish: async (list) => writeDocuments(registryFolder, await manifests(list)),
    read,
    write: (file, text) => writeFile(path.join(machine.workspace, file), text),
    locked: async () => JSON.parse(await read('cli-apps.lock')).apps,
    declared: async () => JSON.parse(await read('cli-apps.json')),
  }
}

/** A workspace of the same user and registry beside the first, with the same declarations and lock. */
export async function clonedWorkspace(machine: GreetMachine, folder: string): Promise<void> {
  for (const file of ['cli-apps.json', 'cli-apps.lock'])
    await writeFile(path.join(folder, file), await machine.read(file))
}
