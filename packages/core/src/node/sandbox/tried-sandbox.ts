import { readFileSync, readlinkSync, statSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod/mini'
import { exists } from '../files.ts'
import { appsHome } from '../user-folders.ts'
import { writeFileAtomic } from '../write-file-atomic.ts'

const triedSchema = z.strictObject({
  bindsDescriptors: z.boolean(),
  hasCapabilities: z.boolean(),
  boundsMemory: z.boolean(),
  needsUserNamespace: z.boolean(),
  forbidsNamespaces: z.boolean(),
})

/** What a try of bubblewrap showed. */
export type TriedSandbox = z.infer<typeof triedSchema>

const fileSchema = z.strictObject({ conditions: z.string(), tried: triedSchema })

/** A cache: in the user's own folder, which no confined program may write. */
const fileIn = (environment: NodeJS.ProcessEnv): string =>
  path.join(appsHome(environment), 'cache', 'sandbox.json')

/** Facts of the kernel on which a try of bubblewrap depends. Some do not exist on every system. */
const kernelFiles = [
  '/proc/sys/kernel/random/boot_id',
  '/proc/sys/user/max_user_namespaces',
  '/proc/sys/user/max_pid_namespaces',
  '/proc/sys/user/max_net_namespaces',
  '/proc/sys/user/max_mnt_namespaces',
  '/proc/sys/kernel/unprivileged_userns_clone',
  '/proc/sys/kernel/apparmor_restrict_unprivileged_userns',
  '/proc/self/attr/current',
]

/**
 * Everything a try depends on: the program's file, the kernel's settings, and this process's rights and namespaces; and
 * the day, in case something else changed.
 */
export function sandboxConditions(program: string): string {
  const { dev, ino, size, mtimeNs, ctimeNs, mode, uid } = statSync(program, { bigint: true })
  const rights = textOf('/proc/self/status').match(/^(?:Uid|Gid|Cap\w+|NoNewPrivs|Seccomp\w*):.*$/gm) ?? []
  return [
    new Date().toISOString().slice(0, 10),
    program,
    [dev, ino, size, mtimeNs, ctimeNs, mode, uid].join(' '),
    ...kernelFiles.map(textOf),
    ...['user', 'mnt', 'pid', 'net'].map(namespaceOf),
    ...rights,
  ].join('\n')
}

/** What was found under the same conditions by an earlier process; `undefined` if none has tried. */
export function readTriedSandbox(
  conditions: string,
  environment: NodeJS.ProcessEnv,
): TriedSandbox | undefined {
  try {
    const known = fileSchema.parse(JSON.parse(readFileSync(fileIn(environment), 'utf8')))
    return known.conditions === conditions ? known.tried : undefined
  } catch {
    // Without it, or if it is damaged, bubblewrap is tried.
    return undefined
  }
}

/** Keeps it for later processes. Creates no home for the sake of a cache, and does without where it cannot write. */
export async function keepTriedSandbox(
  conditions: string,
  tried: TriedSandbox,
  environment: NodeJS.ProcessEnv,
): Promise<void> {
  if (!(await exists(appsHome(environment)))) return
  const text = JSON.stringify({ conditions, tried })
  await writeFileAtomic(fileIn(environment), text, 0o600).catch(() => {})
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'latin1').trim()
  } catch {
    return '-'
  }
}

function namespaceOf(kind: string): string {
  try {
    return readlinkSync(`/proc/self/ns/${kind}`)
  } catch {
    return '-'
  }
}
