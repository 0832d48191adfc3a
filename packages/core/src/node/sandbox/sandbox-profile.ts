import path from 'node:path'
import { UnsupportedError } from '../../errors/errors.ts'
import { t } from '../../messages/t.ts'
import { isInside } from '../files.ts'
import type { SandboxPolicy } from './policy.ts'

/** Where macOS keeps programs and what they need to start. */
const systemFolders = [
  '/usr',
  '/bin',
  '/sbin',
  '/opt',
  '/System',
  '/Library',
  '/private/etc',
  '/private/var/db/dyld',
  '/private/var/db/timezone',
  '/private/var/select',
  '/dev/fd',
]
const devices = [
  '/dev/null',
  '/dev/zero',
  '/dev/random',
  '/dev/urandom',
  '/dev/dtracehelper',
  '/dev/autofs_nowait',
]
/** User database, preferences and logging, without which ordinary programs do not start. */
const services = [
  'com.apple.system.opendirectoryd.libinfo',
  'com.apple.system.opendirectoryd.membership',
  'com.apple.system.notification_center',
  'com.apple.system.logger',
  'com.apple.cfprefsd.daemon',
  'com.apple.bsd.dirhelper',
  'com.apple.logd',
]
/** Name resolution, network settings, and certificates. */
const networkServices = [
  'com.apple.SystemConfiguration.configd',
  'com.apple.SystemConfiguration.DNSConfiguration',
  'com.apple.networkd',
  'com.apple.trustd',
  'com.apple.trustd.agent',
  'com.apple.SecurityServer',
]

/**
 * Converts a policy to a sandbox-exec profile: only what is listed is allowed, and for the same path the last rule
 * wins. Throws `UnsupportedError` `sandbox.bad-path` for a path with NUL.
 */
export function sandboxProfile(policy: SandboxPolicy): string {
  return [
    '(version 1)',
    '(deny default)',
    '(allow process-exec process-fork sysctl-read pseudo-tty ipc-posix-sem)',
    '(allow signal (target same-sandbox))',
    '(allow process-info* (target same-sandbox))',
    // Only readable files can be opened for mapping.
    '(allow file-map-executable)',
    // Path lookup needs metadata of each component; it reveals existence, not content.
    '(allow file-read-metadata)',
    rule('allow file-read*', [...literals(['/', ...devices]), ...subpaths(systemFolders)]),
    rule('allow file-write-data file-ioctl', literals(devices)),
    lookups(services),
    ...(policy.network === 'none' ? [] : ['(allow network* system-socket)', lookups(networkServices)]),
    ...folderRules(policy),
    ...parentRules(policy),
  ].join('\n')
}

const rule = (what: string, filters: readonly string[]): string => `(${what} ${filters.join(' ')})`
const literals = (files: readonly string[]): string[] => files.map((file) => `(literal ${quote(file)})`)
const subpaths = (folders: readonly string[]): string[] =>
  folders.map((folder) => `(subpath ${quote(folder)})`)
const lookups = (names: readonly string[]): string =>
  rule(
    'allow mach-lookup',
    names.map((name) => `(global-name ${quote(name)})`),
  )

/** Outer folders first, so that inner ones override; for the same path the most permissive one. */
function folderRules({ readable, writable, scratch }: SandboxPolicy): string[] {
  const rules = new Map<string, string[]>()
  for (const at of scratch)
    rules.set(at, [rule('deny file-read* file-write*', subpaths([at])), metadataOf(at)])
  for (const at of readable)
    rules.set(at, [rule('allow file-read*', subpaths([at])), rule('deny file-write*', subpaths([at]))])
  for (const at of writable) rules.set(at, [rule('allow file-read* file-write*', subpaths([at]))])
  return [...rules].sort(([a], [b]) => depthOf(a) - depthOf(b)).flatMap(([, lines]) => lines)
}

/** A hidden folder may be the parent of a visible one. */
const metadataOf = (at: string): string => rule('allow file-read-metadata', subpaths([at]))

/** Rules apply to paths, so the parents of a guarded folder must not be renamed. */
function parentRules({ readable, writable }: SandboxPolicy): string[] {
  const parents = readable.flatMap((file) => {
    const around = writable.filter((folder) => folder !== file && isInside(folder, file))
    return around.flatMap((folder) => foldersBetween(folder, file))
  })
  return parents.length === 0 ? [] : [rule('deny file-write-unlink', literals([...new Set(parents)]))]
}

function foldersBetween(outer: string, inner: string): string[] {
  const folders: string[] = []
  for (let at = path.posix.dirname(inner); at !== outer && at !== '/'; at = path.posix.dirname(at))
    folders.push(at)
  return folders
}

const depthOf = (at: string): number => at.split('/').filter((part) => part !== '').length

const escapes: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
}

/** Quotes a path as a string literal of the profile language. */
function quote(text: string): string {
  if (!text.includes('\0'))
    return `"${text.replace(/["\\\n\r\t]/g, (character) => escapes[character] ?? '')}"`
  throw new UnsupportedError(
    'sandbox.bad-path',
    t('sandbox.bad-path.nul', 'A path with NUL is not valid: {path}.', { path: JSON.stringify(text) }),
    { hint: t('sandbox.bad-path.nul.hint', 'Remove it from the settings of the sandbox.') },
  )
}
