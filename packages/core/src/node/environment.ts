import path from 'node:path'

type Environment = Readonly<Record<string, string | undefined>>

/** What a program needs to work at all, and no secret: nothing here is a key, token or password. */
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
/** Variables that name the certificates to trust. */
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
/** Variables by which programs are told of proxies. */
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
 * The environment that programs of others run in: a fixed list of harmless names out of `environment`, quiet settings
 * (no colour, no pager, UTF-8 from Python and no byte code beside its sources), and PATH without relative folders. Proxies pass unless they hold a password.
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

/** PATH as programs are looked up on it: absolute folders only, and none that npm adds for the project at hand. */
export function programPath(environment: Environment): string {
  const entries = (environment.PATH ?? environment.Path ?? '').split(path.delimiter)
  const own = path.join('node_modules', '.bin')
  return entries
    .filter((entry) => path.isAbsolute(entry) && !entry.endsWith(own) && !entry.includes('node-gyp-bin'))
    .join(path.delimiter)
}
