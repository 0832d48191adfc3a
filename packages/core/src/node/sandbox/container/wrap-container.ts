import path from 'node:path'
import { UnsupportedError } from '../../../errors/errors.ts'
import { t } from '../../../messages/t.ts'
import type { GroupLimits } from '../cgroup-plan.ts'
import { innermost, type Mount, orderMounts, scratchBytes } from '../guard/mounts.ts'
import type { SandboxPolicy } from '../policy.ts'
import type { ContainerSandbox } from '../sandbox.ts'
import { isPlace } from './container-environment.ts'

export interface ContainerOptions {
  /** Name for ending the container. */
  name?: string
  /** The program's environment; run the engine's client with its `containerEnvironment`. */
  environment?: Readonly<Record<string, string>>
  limits?: GroupLimits | null
}

/**
 * Returns the argv that runs `argv` in a new container: the image read-only, its own `/tmp`, and what the policy lists
 * of this machine, at the same paths. Images are never pulled, and their entry points are ignored.
 */
export function wrapContainer(
  [program = '', ...args]: readonly string[],
  policy: SandboxPolicy,
  { program: engine, image, user, keepsUser }: ContainerSandbox,
  { name, environment = {}, limits }: ContainerOptions = {},
): readonly string[] {
  return [
    // Otherwise the program gets no standard input, whatever the client has.
    ...[engine, 'run', '--rm', '--interactive', '--init', '--pull', 'never', '--log-driver', 'none'],
    ...(name === undefined ? [] : ['--name', name]),
    ...['--read-only', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges'],
    // Otherwise SELinux hides this machine's folders, and relabeling them would affect everyone.
    ...['--security-opt', 'label=disable'],
    ...['--user', user, ...(keepsUser ? ['--userns', 'keep-id'] : [])],
    ...(policy.network === 'none' ? ['--network', 'none'] : []),
    ...(limits === undefined || limits === null ? [] : limitArgs(limits)),
    ...['--tmpfs', `/tmp:rw,exec,nosuid,nodev,mode=1777,size=${scratchBytes}`],
    ...mountsOf(policy).flatMap(({ args }) => args),
    ...(policy.devices ?? []).flatMap((device) => ['--device', device]),
    ...Object.entries(environment).flatMap(([key, value]) => [
      '--env',
      isPlace(key) ? `${key}=${value}` : key,
    ]),
    ...['--workdir', policy.cwd, '--entrypoint', program, image],
    ...args,
  ]
}

const limitArgs = ({ memoryBytes, processes, cpuPercent }: GroupLimits): string[] => [
  ...['--memory', String(memoryBytes), '--memory-swap', String(memoryBytes)],
  ...['--pids-limit', String(processes), '--cpus', String(cpuPercent / 100)],
]

function mountsOf(policy: SandboxPolicy): Mount[] {
  const tmp: Mount = { at: '/tmp', kind: 'own', args: [] }
  const places = orderMounts([
    tmp,
    ...policy.scratch.filter((folder) => folder !== tmp.at).map(inMemory),
    ...policy.readable.map((at) => bind('readable', at)),
    ...policy.writable.map((at) => bind('writable', at)),
  ])
  // Links cannot be created in an image, so their targets are mounted in their place.
  const linked = (policy.links ?? []).flatMap(({ at, to }) => {
    const target = path.posix.resolve(path.posix.dirname(at), to)
    const shown = innermost(places, target)
    const isThere = (innermost(places, at)?.kind ?? 'own') !== 'own'
    return shown === undefined || shown.kind === 'own' || isThere ? [] : [bind('readable', target, at)]
  })
  return orderMounts([...linked, ...places])
}

const bind = (kind: 'readable' | 'writable', source: string, at = source): Mount => ({
  at,
  kind,
  args: mountArgs([
    'type=bind',
    `source=${source}`,
    `target=${at}`,
    ...(kind === 'readable' ? ['readonly'] : []),
  ]),
})

const inMemory = (at: string): Mount => ({
  at,
  kind: 'own',
  args: mountArgs(['type=tmpfs', `target=${at}`, `tmpfs-size=${scratchBytes}`, 'tmpfs-mode=1777']),
})

/** A mount is a CSV record, so a path with commas and quotes is safe in a quoted field. */
function mountArgs(fields: readonly string[]): string[] {
  const broken = fields.find(hasControl)
  if (broken !== undefined) {
    throw new UnsupportedError(
      'sandbox.bad-path',
      t(
        'sandbox.bad-path',
        'A path with line ends or control characters cannot be shown to a container: {broken}.',
        { broken: JSON.stringify(broken) },
      ),
      { hint: t('sandbox.bad-path.hint', 'Rename it, or use a sandbox without a container.') },
    )
  }
  return ['--mount', fields.map(quote).join(',')]
}

const hasControl = (field: string): boolean =>
  [...field].some((character) => character < ' ' || character === '\x7f')

const quote = (field: string): string => (/[",]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field)
