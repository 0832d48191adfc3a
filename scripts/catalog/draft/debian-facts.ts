import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findProgram, joinOutput, runProcess } from '@cli-apps/core/node'
import type { PackageFacts } from './facts.ts'

/** Returns what apt knows of a package; `undefined` for an unknown package or without apt. */
export async function debianFacts(name: string): Promise<PackageFacts | undefined> {
  if ((await findProgram('apt-cache', process.env)) === undefined) return undefined
  const shown = await ask(['apt-cache', 'show', '--no-all-versions', '--', name])
  const version = field(shown, 'Version')
  if (version === undefined) return undefined
  return {
    source: `Debian package ${name}`,
    version: upstreamVersion(version),
    executables: await executablesOf(name),
    homepage: field(shown, 'Homepage')?.replace(/^http:/, 'https:'),
    method: { method: 'apt', package: name },
  }
}

const field = (shown: string, name: string): string | undefined =>
  new RegExp(`^${name}: (.+)$`, 'm').exec(shown)?.[1]

/** `1:2.4.1+dfsg-3+deb12u1` is 2.4.1 upstream. */
export const upstreamVersion = (version: string): string =>
  version
    .replace(/^\d+:/, '')
    .replace(/-[^-]*$/, '')
    .replace(/[+~].*$/, '')

/** Downloads the package, because no list contains its files. Empty if the download fails. */
async function executablesOf(name: string): Promise<string[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'catalog-new-'))
  try {
    await ask(['apt-get', 'download', '--', name], folder)
    const [file] = await readdir(folder)
    if (file === undefined) return []
    const listed = await ask(['dpkg-deb', '--contents', file], folder)
    return [...listed.matchAll(/ \.\/usr\/(?:bin|games|sbin)\/([^\s/]+)(?: -> .*)?$/gm)].map(
      ([, found]) => found ?? '',
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function ask(argv: readonly string[], cwd = '/'): Promise<string> {
  const env = { PATH: process.env.PATH ?? '', LC_ALL: 'C' }
  const result = await runProcess(argv, { cwd, env, timeout: 120_000 })
  return result.exitCode === 0 ? joinOutput(result.stdout) : ''
}
