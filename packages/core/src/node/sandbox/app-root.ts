import { lstatSync, readdirSync, readlinkSync } from 'node:fs'
import path from 'node:path'
import type { InstallRecord } from '../../workspace/install-record.ts'
import { isInside } from '../files.ts'
import { type SandboxLink, traceLinks } from './trace-links.ts'

/*
 * A program that brings the system it was built for, as those of Debian do: its own /usr, /etc and /var take the place of this
 * machine's, so that it runs the same on any Linux.
 */

/** The root of a program, and what of this machine is shown in it. Plain data. */
export interface AppRoot {
  /** The folder that is `/` for the program. */
  folder: string
  /** Files and folders, by where the program sees them. */
  binds: readonly { from: string; at: string }[]
  links: readonly SandboxLink[]
}

/** Top-level folders that are those of the machine or the sandbox, whatever a root holds. */
const ofMachine = ['dev', 'proc', 'sys', 'tmp', 'run', 'home', 'root']

/** What differs by machine, by where a program of Debian looks for it: the first that exists here is shown. */
const machineFiles: Readonly<Record<string, readonly string[]>> = {
  '/etc/resolv.conf': ['/etc/resolv.conf'],
  '/etc/hosts': ['/etc/hosts'],
  '/etc/passwd': ['/etc/passwd'],
  '/etc/group': ['/etc/group'],
  '/etc/localtime': ['/etc/localtime'],
  '/etc/ssl/certs/ca-certificates.crt': [
    '/etc/ssl/certs/ca-certificates.crt',
    '/etc/pki/tls/certs/ca-bundle.crt',
    '/etc/ssl/ca-bundle.pem',
    '/etc/ssl/cert.pem',
  ],
  '/usr/share/zoneinfo': ['/usr/share/zoneinfo'],
}

/** PATH of programs in a root. */
export const rootPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/usr/games'

/** The root of a recorded program; `undefined` for a program that runs in this machine's. */
export const appRootFolder = ({
  method,
  store,
}: Pick<InstallRecord, 'method' | 'store'>): string | undefined =>
  method === 'debian' && store !== null ? path.join(store, 'prefix', 'root') : undefined

/** The root that a program starts in, where one of these store folders holds it; `undefined` for any other program. */
export const appRootAmong = (
  prefixes: readonly string[],
  [program = '']: readonly string[],
): string | undefined =>
  prefixes
    .map((prefix) => path.join(prefix, 'root'))
    .find((root) => isInside(path.join(root, 'usr'), program))

/**
 * Reads a root. `places` are paths that a policy shows besides it: a folder of the root that would hide one is shown by its
 * parts. Missing or damaged parts are left out; the program then fails by itself.
 */
export function readAppRoot(folder: string, places: readonly string[] = []): AppRoot {
  const names = childrenOf(folder).filter((name) => !ofMachine.includes(name))
  const parts = names.flatMap((name) => partsAt(folder, `/${name}`, places))
  return {
    folder,
    binds: [...parts.flatMap(({ bind }) => bind ?? []), ...machineBinds(folder)],
    links: parts.flatMap(({ link }) => link ?? []),
  }
}

/** A program's argv as it is in its root: the executable by its path there. */
export const argvInRoot = ([program = '', ...args]: readonly string[], { folder }: AppRoot): string[] => [
  isInside(folder, program) ? program.slice(folder.length) : program,
  ...args,
]

interface RootPart {
  bind?: { from: string; at: string }
  link?: SandboxLink
}

function partsAt(folder: string, at: string, places: readonly string[]): RootPart[] {
  const from = path.join(folder, at)
  const stats = lstatSync(from, { throwIfNoEntry: false })
  if (stats === undefined) return []
  if (stats.isSymbolicLink()) return [{ link: { at, to: readlinkSync(from) } }]
  const holdsPlace = stats.isDirectory() && places.some((place) => place !== at && isInside(at, place))
  if (holdsPlace) return childrenOf(from).flatMap((name) => partsAt(folder, path.join(at, name), places))
  // What the policy shows there is shown instead.
  return places.includes(at) ? [] : [{ bind: { from, at } }]
}

/** A root has an empty file or folder wherever something of the machine may be shown. */
const machineBinds = (folder: string): AppRoot['binds'] =>
  Object.entries(machineFiles).flatMap(([at, files]) => {
    if (!isPlaceholder(path.join(folder, at))) return []
    const real = files.flatMap((file) => traceLinks(file)?.real ?? [])[0]
    return real === undefined ? [] : [{ from: real, at }]
  })

function isPlaceholder(file: string): boolean {
  const stats = lstatSync(file, { throwIfNoEntry: false })
  if (stats?.isDirectory()) return childrenOf(file).length === 0
  return stats?.isFile() === true && stats.size === 0
}

function childrenOf(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
