import { innermost, type Mount, orderMounts, scratchBytes } from './guard/mounts.ts'
import type { SandboxPolicy } from './policy.ts'
import type { BubblewrapSandbox } from './sandbox.ts'

export const sizeOption = '--size'
export const bindOption = '--ro-bind-fd'
export const namespaceOption = '--disable-userns'

export interface BubblewrapOptions {
  /** It tells on descriptor 3 which process it runs, as `sandboxChild` reads it. */
  tells?: boolean
  /** The program begins when something can be read from descriptor 4. */
  isHeld?: boolean
  /** It tells on descriptor 5 whether the program began. */
  tellsStart?: boolean
  /** Places of the policy that are open, by the descriptor that each is in bubblewrap. */
  descriptors?: ReadonlyMap<string, number>
}

/**
 * The argv that runs `argv` in the sandbox: the system read-only, a `/dev`, `/proc` and `/tmp` of its own, an own process
 * namespace that dies with us, and of the rest of the machine what the policy lists. The environment passes as it is.
 */
export function wrapBubblewrap(
  argv: readonly string[],
  policy: SandboxPolicy,
  sandbox: BubblewrapSandbox,
  { tells = false, isHeld = false, tellsStart = false, descriptors = new Map() }: BubblewrapOptions = {},
): readonly string[] {
  const mounts = orderMounts([...systemMounts(policy, sandbox), ...policyMounts(policy, descriptors)])
  return [
    sandbox.program,
    // Whoever leaves the process group goes with the namespace.
    ...['--unshare-pid', '--die-with-parent', '--unshare-ipc'],
    ...(policy.network === 'none' ? ['--unshare-net'] : []),
    ...(sandbox.needsUserNamespace ? ['--unshare-user'] : []),
    ...(sandbox.forbidsNamespaces ? [namespaceOption] : []),
    // Left to itself bubblewrap lets root keep every privilege, and with them the way out.
    ...['--cap-drop', 'ALL'],
    ...(tells ? ['--info-fd', '3'] : []),
    ...(isHeld ? ['--block-fd', '4'] : []),
    ...(tellsStart ? ['--json-status-fd', '5'] : []),
    ...mounts.flatMap(({ args }) => args),
    // Root owns the settings of the kernel and needs no privilege to change them.
    ...(sandbox.isRoot ? ['--remount-ro', '/proc'] : []),
    ...linkArgs(policy, sandbox, mounts),
    ...['--remount-ro', '/'],
    ...['--chdir', policy.cwd, '--'],
    ...argv,
  ]
}

const own = (at: string, ...args: string[]): Mount => ({ at, kind: 'own', args })
const readable = (at: string): Mount => ({ at, kind: 'readable', args: ['--ro-bind', at, at] })
const writable = (at: string): Mount => ({ at, kind: 'writable', args: ['--bind', at, at] })

function systemMounts({ network, scratch }: SandboxPolicy, sandbox: BubblewrapSandbox): Mount[] {
  const { folders, resolver } = sandbox
  const inMemory = (at: string): Mount =>
    own(at, ...(sandbox.boundsMemory ? [sizeOption, String(scratchBytes)] : []), '--tmpfs', at)
  return [
    ...folders.map(readable),
    ...(network === 'host' && resolver !== null ? [readable(resolver)] : []),
    own('/dev', '--dev', '/dev'),
    own('/proc', '--proc', '/proc'),
    ...['/dev/shm', '/tmp', ...scratch].map(inMemory),
  ]
}

const policyMounts = (policy: SandboxPolicy, descriptors: ReadonlyMap<string, number>): Mount[] =>
  [...policy.readable.map(readable), ...policy.writable.map(writable)].map((mount) => {
    const descriptor = descriptors.get(mount.at)
    return descriptor === undefined ? mount : { ...mount, args: byDescriptor(mount, descriptor) }
  })

const byDescriptor = ({ at, kind }: Mount, descriptor: number): string[] => [
  kind === 'writable' ? '--bind-fd' : bindOption,
  String(descriptor),
  at,
]

function linkArgs(policy: SandboxPolicy, sandbox: BubblewrapSandbox, mounts: readonly Mount[]): string[] {
  const byPath = new Map([...sandbox.links, ...(policy.links ?? [])].map((link) => [link.at, link.to]))
  // A folder of this machine has its links in it.
  const missing = [...byPath].filter(([at]) => (innermost(mounts, at)?.kind ?? 'own') === 'own')
  return missing.flatMap(([at, to]) => ['--symlink', to, at])
}
