import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { toLine, upstreamVersion } from '@cli-apps/core'
import { findProgram, joinOutput, runProcess } from '@cli-apps/core/node'
import type { CommandContext } from '../context.ts'
import type { PackageFacts } from './package-facts.ts'

type Place = Pick<CommandContext, 'environment' | 'signal' | 'isOffline'>

/** Returns what apt knows of a package; `undefined` for an unknown package, or on a system without apt. */
export async function debianFacts(name: string, place: Place): Promise<PackageFacts | undefined> {
  // Debian Policy 5.6.1: nothing else is the name of a package.
  if (!/^[a-z0-9][a-z0-9+.-]+$/.test(name)) return undefined
  const shown = await ask(['apt-cache', 'show', '--no-all-versions', '--', name], place)
  const version = field(shown, 'Version')
  if (version === undefined) return undefined
  const summary = field(shown, 'Description(?:-en)?')
  return {
    source: `Debian package ${name}`,
    version: upstreamVersion(version),
    executables: await executablesOf(name, place),
    homepage: field(shown, 'Homepage')?.replace(/^http:/, 'https:'),
    summary: summary && toLine(summary, 120),
    method: { method: 'apt', package: name },
  }
}

/** Returns the installed package that a file belongs to. */
export async function debianPackageOf(file: string, place: Place): Promise<string | undefined> {
  const owner = await ask(['dpkg-query', '--search', '--', file], place)
  return /^([a-z0-9][a-z0-9+.-]+)(?::\w+)?: /.exec(owner)?.[1]
}

const field = (shown: string, name: string): string | undefined =>
  new RegExp(`^${name}: (.+)$`, 'm').exec(shown)?.[1]

/** Downloads a package that is not installed, because no list contains its files. Empty where that fails. */
async function executablesOf(name: string, place: Place): Promise<string[]> {
  const installed = programsIn(await ask(['dpkg-query', '--listfiles', '--', name], place), /^/)
  if (installed.length > 0 || place.isOffline) return installed
  const folder = await mkdtemp(path.join(tmpdir(), 'cli-apps-new-'))
  try {
    await ask(['apt-get', 'download', '--', name], place, folder)
    const [file] = await readdir(folder)
    if (file === undefined) return []
    return programsIn(await ask(['dpkg-deb', '--contents', file], place, folder), / \./)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The programs in a list of files, one per line, each path after `before`. */
const programsIn = (listed: string, before: RegExp): string[] => {
  const program = new RegExp(`${before.source}/(?:usr/)?(?:bin|games|sbin)/([^\\s/]+)(?: -> .*)?$`, 'gm')
  return [...listed.matchAll(program)].flatMap(([, found]) => found ?? [])
}

/** Returns what a program prints; empty where it fails or is missing. */
async function ask(
  argv: readonly [string, ...string[]],
  { environment, signal }: Place,
  cwd = '/',
): Promise<string> {
  const [program, ...args] = argv
  const file = await findProgram(program, environment)
  if (file === undefined) return ''
  const env = { PATH: environment.PATH ?? '', LC_ALL: 'C' }
  const result = await runProcess([file, ...args], { cwd, env, timeout: 120_000, signal })
  return result.exitCode === 0 ? joinOutput(result.stdout) : ''
}
