import { lstat } from 'node:fs/promises'
import type { BubblewrapSandbox } from './sandbox.ts'
import { traceLinks } from './trace-links.ts'

/*
 * Where systems keep programs and what these need to start. Not /var and /run, which hold data and the sockets of services:
 * a read-only socket can still be talked to.
 */
const candidates = [
  '/usr',
  '/bin',
  '/sbin',
  '/lib',
  '/lib32',
  '/lib64',
  '/libx32',
  '/etc',
  '/opt',
  '/nix/store',
  '/gnu/store',
  '/run/current-system',
  '/home/linuxbrew/.linuxbrew',
  '/sys/devices/system',
  '/var/lib/texmf',
  '/var/cache/fontconfig',
]

let real: readonly string[] | undefined

/** Real paths of this machine's system folders with programs. */
export function systemFolders(): readonly string[] {
  real ??= [...new Set(candidates.flatMap((folder) => traceLinks(folder)?.real ?? []))]
  return real
}

/** What every program in a sandbox may read of this machine. */
export async function readSystemFolders(): Promise<
  Pick<BubblewrapSandbox, 'folders' | 'links' | 'resolver'>
> {
  const traces = candidates.flatMap((folder) => traceLinks(folder) ?? [])
  const resolver = traceLinks('/etc/resolv.conf')
  return {
    folders: [...new Set(traces.map(({ real }) => real))],
    links: traces.flatMap(({ links }) => links),
    resolver: resolver === undefined || !(await isFile(resolver.real)) ? null : resolver.real,
  }
}

const isFile = async (file: string): Promise<boolean> => (await lstat(file)).isFile()
