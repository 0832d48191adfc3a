import { createHash } from 'node:crypto'
import path from 'node:path'
import type { InstallRecord } from '@cli-apps/core'
import { certificateNames } from '@cli-apps/core/node'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Name of an app's own data folder. It includes the registry, so that an app of the same name from another registry
 * cannot read data such as login keys.
 */
export const dataFolderName = ({ name, registry }: Pick<InstallRecord, 'name' | 'registry'>): string =>
  `${name}@${createHash('sha256').update(registry).digest('hex').slice(0, 12)}`

/** Sockets and displays of this session, which do not exist inside. */
const outside = ['DISPLAY', 'WAYLAND_DISPLAY', 'XDG_RUNTIME_DIR']

/**
 * The clean environment of an app with `home` as its home, and a folder for temporary files; by default its own `/tmp`.
 */
export function confinedEnvironment(
  environment: Readonly<Record<string, string>>,
  home: string,
  temporary = '/tmp',
): Record<string, string> {
  return {
    ...Object.fromEntries(Object.entries(environment).filter(([name]) => !outside.includes(name))),
    HOME: home,
    TMPDIR: temporary,
    XDG_CONFIG_HOME: path.join(home, '.config'),
    XDG_DATA_HOME: path.join(home, '.local', 'share'),
    XDG_STATE_HOME: path.join(home, '.local', 'state'),
    XDG_CACHE_HOME: path.join(home, '.cache'),
  }
}

/** Files and folders that a clean environment refers to and that an app must be able to read. */
export const namedFiles = (environment: Environment): string[] =>
  certificateNames.flatMap((name) => {
    const file = environment[name]
    return file !== undefined && path.isAbsolute(file) ? [file] : []
  })
