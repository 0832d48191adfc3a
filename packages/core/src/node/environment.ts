import path from 'node:path'
import { appsHome } from './user-folders.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Variables that programs need to work, none of which is a secret. */
const posixNames = [
  'HOME',
  'USER',
  'LOGNAME',
  'LANG',
  'LANGUAGE',
  'LC_ALL',
  'LC_CTYPE',
  'TZ',
  'TMPDIR',
  'DISPLAY',
  'WAYLAND_DISPLAY',
]
const xdgNames = ['XDG_CONFIG_HOME', 'XDG_DATA_HOME', 'XDG_CACHE_HOME', 'XDG_STATE_HOME', 'XDG_RUNTIME_DIR']
/** Variables that name trusted certificates. */
export const certificateNames = [
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'NODE_EXTRA_CA_CERTS',
  'REQUESTS_CA_BUNDLE',
  'CURL_CA_BUNDLE',
  'PIP_CERT',
]
const windowsNames = [
  'SYSTEMROOT',
  'SYSTEMDRIVE',
  'WINDIR',
  'COMSPEC',
  'PATHEXT',
  'TEMP',
  'TMP',
  'USERNAME',
  'USERPROFILE',
  'HOMEDRIVE',
  'HOMEPATH',
  'APPDATA',
  'LOCALAPPDATA',
  'PROGRAMDATA',
  'PROGRAMFILES',
  'PROGRAMFILES(X86)',
  'PROCESSOR_ARCHITECTURE',
]
/** Variables that configure proxies. */
export const proxyNames = [
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'ALL_PROXY',
  'NO_PROXY',
  'http_proxy',
  'https_proxy',
  'all_proxy',
  'no_proxy',
]

/**
 * Returns the environment for third-party programs: a fixed list of harmless variables from `environment`, quiet
 * settings (no color, no pager, UTF-8 in Python and no byte code next to its sources), and PATH without relative
 * folders. Proxies pass unless they contain a password.
 */
export function cleanEnvironment(environment: Environment): Record<string, string> {
  const clean: Record<string, string> = {
    NO_COLOR: '1',
    TERM: 'dumb',
    PAGER: 'cat',
    PYTHONDONTWRITEBYTECODE: '1',
    PYTHONUNBUFFERED: '1',
    PYTHONUTF8: '1',
  }
  const names = process.platform === 'win32' ? windowsNames : [...posixNames, ...xdgNames]
  for (const name of [...names, ...certificateNames, ...proxyNames]) {
    const value = environment[name]
    if (value !== undefined && !(proxyNames.includes(name) && value.includes('@'))) clean[name] = value
  }
  clean.PATH = programPath(environment)
  return clean
}

/**
 * Returns PATH for a program that runs on a Node of the store, with that Node first: its scripts start others by the name
 * `node`. Other programs keep the PATH.
 */
export function interpreterPath([interpreter = '']: readonly string[], search: string): string {
  const isOfStore = /[\\/]node_modules[\\/]node-[a-z0-9-]+[\\/]bin[\\/]node(\.exe)?$/.test(interpreter)
  return isOfStore ? [path.dirname(interpreter), search].join(path.delimiter) : search
}

/** PATH for looking up programs: without our own shims, which are no programs to adopt. */
export function programPath(environment: Environment): string {
  const shims = path.join(appsHome(environment), 'bin')
  return shellPath(environment)
    .split(path.delimiter)
    .filter((entry) => path.resolve(entry) !== shims)
    .join(path.delimiter)
}

/** PATH as a shell of the user has it: absolute folders only, without those that npm adds for the current project. */
export function shellPath(environment: Environment): string {
  const entries = (environment.PATH ?? environment.Path ?? '').split(path.delimiter)
  const ofProject = path.join('node_modules', '.bin')
  return entries
    .filter(
      (entry) => path.isAbsolute(entry) && !entry.endsWith(ofProject) && !entry.includes('node-gyp-bin'),
    )
    .join(path.delimiter)
}
