import { type AppRoot, argvInRoot } from './app-root.ts'
import { innermost, type Mount, orderMounts, scratchBytes } from './guard/mounts.ts'
import type { SandboxPolicy } from './policy.ts'
import type { BubblewrapSandbox } from './sandbox.ts'

export const sizeOption = '--size'
export const bindOption = '--ro-bind-fd'
export const namespaceOption = '--disable-userns'

export interface BubblewrapOptions {
  /** Reports the process that it runs on descriptor 3, in the form that `sandboxChild` parses. */
  tells?: boolean
  /** Starts the program when descriptor 4 becomes readable. */
  isHeld?: boolean
  /** Reports on descriptor 5 whether the program started. */
  tellsStart?: boolean
  /** Opened places of the policy, with their descriptor numbers in bubblewrap. */
  descriptors?: ReadonlyMap<string, number>
}

/**
 * Returns the argv that runs `argv` in the sandbox: the system read-only, its own `/dev`, `/proc` and `/tmp`, its own
 * PID namespace that dies with us, and what the policy lists of the rest. The environment passes unchanged.
 */
export function wrapBubblewrap(
  argv: readonly string[],
  policy: SandboxPolicy,
  sandbox: BubblewrapSandbox,
  { tells = false, isHeld = false, tellsStart = false, descriptors = new Map() }: BubblewrapOptions = {},
): readonly string[] {
  // In a user namespace the right to raw packets does not reach the network of this machine; forbidding further
  // namespaces needs one.
  const hasUserNamespace = sandbox.needsUserNamespace && policy.hasRawNetwork !== true
  const mounts = orderMounts([...systemMounts(policy, sandbox), ...policyMounts(policy, descriptors)])
  return [
    sandbox.program,
    // Processes that leave the process group end with the namespace.
    ...['--unshare-pid', '--die-with-parent', '--unshare-ipc'],
    ...(policy.network === 'none' ? ['--unshare-net'] : []),
    ...(hasUserNamespace ? ['--unshare-user'] : []),
    ...(hasUserNamespace && sandbox.forbidsNamespaces && policy.isNested !== true ? [namespaceOption] : []),
    // By default bubblewrap lets root keep every capability, and thereby the way out.
    ...['--cap-drop', 'ALL'],
    ...(policy.hasRawNetwork === true ? rawCapabilities.flatMap((one) => ['--cap-add', one]) : []),
    ...(tells ? ['--info-fd', '3'] : []),
    ...(isHeld ? ['--block-fd', '4'] : []),
    ...(tellsStart ? ['--json-status-fd', '5'] : []),
    ...mounts.flatMap(({ args }) => args),
    // Root owns the kernel's settings and needs no capability to change them.
    ...(sandbox.isRoot ? ['--remount-ro', '/proc'] : []),
    ...linkArgs(policy, sandbox, mounts),
    ...['--remount-ro', '/'],
    ...['--chdir', policy.cwd, '--'],
    ...(policy.root === undefined ? argv : argvInRoot(argv, policy.root)),
  ]
}

/** Programs that capture packets as root, such as tcpdump, go on as another user. */
const rawCapabilities = ['CAP_NET_RAW', 'CAP_SETUID', 'CAP_SETGID']

const own = (at: string, ...args: string[]): Mount => ({ at, kind: 'own', args })
const readable = (at: string): Mount => ({ at, kind: 'readable', args: ['--ro-bind', at, at] })
const writable = (at: string): Mount => ({ at, kind: 'writable', args: ['--bind', at, at] })

/** The kernel's facts about processors, by which programs choose how many threads they start. */
const processors = '/sys/devices/system'

export const rootMounts = ({ binds }: AppRoot): Mount[] =>
  binds.map(({ from, at }) => ({ at, kind: 'root', args: ['--ro-bind', from, at] }))

function systemMounts(policy: SandboxPolicy, sandbox: BubblewrapSandbox): Mount[] {
  const { network, scratch, devices = [], root } = policy
  const { folders, resolver } = sandbox
  const inMemory = (at: string): Mount =>
    own(at, ...(sandbox.boundsMemory ? [sizeOption, String(scratchBytes)] : []), '--tmpfs', at)
  return [
    ...(root === undefined ? folders : folders.filter((at) => at === processors)).map(readable),
    ...(root === undefined ? [] : rootMounts(root)),
    ...(root === undefined && network === 'host' && resolver !== null ? [readable(resolver)] : []),
    own('/dev', '--dev', '/dev'),
    own('/proc', '--proc', '/proc'),
    ...['/dev/shm', '/tmp', ...scratch].map(inMemory),
    ...devices.map((at) => own(at, '--dev-bind', at, at)),
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
  const system = policy.root === undefined ? sandbox.links : policy.root.links
  const byPath = new Map([...system, ...(policy.links ?? [])].map((link) => [link.at, link.to]))
  // A mounted folder already contains its links.
  const missing = [...byPath].filter(([at]) => (innermost(mounts, at)?.kind ?? 'own') === 'own')
  return missing.flatMap(([at, to]) => ['--symlink', to, at])
}
