import { t } from '../../messages/t.ts'
import { line } from '../../text.ts'

/** Where cli-apps keeps programs, keys and grants, below the home of a user. */
const ownFolders = [
  '.local/share/cli-apps',
  '.config/cli-apps',
  'Library/Application Support/cli-apps',
  'AppData/Local/cli-apps',
  'AppData/Roaming/cli-apps',
]

/** Folders of so many programs that one of them cannot ask for the whole. */
const shared = [
  ...['/run/user', '/var/run', '/var/lib', '/var/cache', '/usr/bin', '/usr/sbin', '/usr/lib', '/usr/lib64'],
  ...['/usr/libexec', '/usr/local', '/usr/local/bin', '/usr/local/sbin', '/usr/local/lib', '/usr/share'],
  ...['/private/etc', '/private/var', '/private/var/run', '/private/tmp'],
]

/** Of the kernel, and homes, which are written with a tilde. */
const closed = ['/proc', '/sys', '/dev', '/home', '/root', '/Users']

const isAt = (folder: string, path: string): boolean => path === folder || path.startsWith(`${folder}/`)

const isNormal = (path: string): boolean =>
  path.split('/').every((part, index) => (part !== '' || index === 0) && part !== '.' && part !== '..')

/** A path without the slash that marks a folder. */
export const withoutSlash = (path: string): string => (path.endsWith('/') ? path.slice(0, -1) : path)

/** May an app ask for what is there? Absolute, or below the home of the user: `~/.ssh`. */
export function isAccessPath(path: string): boolean {
  const place = withoutSlash(path)
  if (!isNormal(place)) return false
  if (place.startsWith('~/')) {
    const inner = place.slice(2)
    return !ownFolders.some((own) => isAt(own, inner) || isAt(inner, own))
  }
  if (!place.startsWith('/') || place.split('/').length < 3) return false
  return !shared.includes(place) && !closed.some((folder) => isAt(folder, place))
}

const isDevicePath = (path: string): boolean =>
  /^\/dev\/[\w.-]+(\/[\w.-]+)*$/.test(path) &&
  isNormal(path) &&
  !/^\/dev\/(fd|pts|shm|mem|kmem|port)\b/.test(path)

const isRelative = (path: string): boolean => !/^[/~]/.test(path) && isNormal(path)

/** A file or folder of the machine, or a protected place of the workspace by its name. */
export const FilePath = line(200).refine((path) => isRelative(path) || isAccessPath(path), {
  error: () =>
    t(
      'access-path.file',
      'must be a protected place such as ".git", or a path such as "/etc/letsencrypt" or "~/.ssh": without "..", and not a home, a folder that many programs share, or one of cli-apps',
    ),
})

export const SocketPath = line(200).refine((path) => isAccessPath(path) && !path.endsWith('/'), {
  error: () =>
    t(
      'access-path.socket',
      'must be the path of a socket, or of a folder with sockets of one program, such as "/run/docker.sock"',
    ),
})

export const DevicePath = line(100).refine(isDevicePath, {
  error: () => t('access-path.device', 'must be a device such as "/dev/kvm"'),
})
