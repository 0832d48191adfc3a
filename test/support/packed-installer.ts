import { copyFile, mkdir } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { cleanEnvironment, joinOutput, runProcess } from '@cli-apps/core/node'

const installer = fileURLToPath(new URL('../../services/installer', import.meta.url))

export interface PackedInstaller {
  file: string
  /** Bytes of the tarball. */
  size: number
  /** Paths in it. */
  files: string[]
}

/** Packs the installer, as it is built now, into this folder. */
export async function packInstaller(folder: string): Promise<PackedInstaller> {
  const text = await outputOf(['npm', 'pack', '--json', '--pack-destination', folder], {
    cwd: installer,
    env: environmentOf(process.execPath, folder),
  })
  const [packed] = JSON.parse(text)
  return {
    file: path.join(folder, packed.filename),
    size: packed.size,
    files: packed.files.map((entry: { path: string }) => entry.path),
  }
}

/** A user in this home who has nothing but this Node, npm, and an empty folder with the tarball. */
export async function packedUser(
  { file }: PackedInstaller,
  { node, home }: { node: string; home: string },
): Promise<{ folder: string; npx: (...args: string[]) => Promise<string> }> {
  const folder = path.join(home, 'empty')
  const tarball = path.basename(file)
  await mkdir(folder, { recursive: true })
  await copyFile(file, path.join(folder, tarball))
  const env = environmentOf(node, home)
  return {
    folder,
    npx: (...args) => outputOf(['npx', '--yes', `./${tarball}`, ...args], { cwd: folder, env }),
  }
}

const environmentOf = (node: string, home: string): Record<string, string> => ({
  ...cleanEnvironment(process.env),
  PATH: [path.dirname(node), process.env.PATH].join(path.delimiter),
  HOME: home,
  npm_config_cache: path.join(home, 'npm'),
  CLI_APPS_HOME: path.join(home, 'cli-apps'),
  CI: 'true',
})

/** What the program prints; throws with its errors when it fails. */
export async function outputOf(
  argv: [string, ...string[]],
  { cwd, env = cleanEnvironment(process.env) }: { cwd: string; env?: Record<string, string> },
): Promise<string> {
  const result = await runProcess(argv, { cwd, env, timeout: 300_000 })
  const stdout = joinOutput(result.stdout)
  if (result.exitCode === 0) return stdout
  throw new Error(`${argv.join(' ')} ended with ${result.exitCode}: ${stdout}${joinOutput(result.stderr)}`)
}
