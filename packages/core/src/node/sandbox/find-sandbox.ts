import { readFile, readlink } from 'node:fs/promises'
import { t } from '../../messages/t.ts'
import { cleanEnvironment } from '../environment.ts'
import { joinOutput } from '../output-capture.ts'
import { runProcess } from '../process.ts'
import { findProgram } from '../program/find-program.ts'
import { findSandboxExec } from './find-sandbox-exec.ts'
import { resolvePolicy } from './policy.ts'
import { readProgramFolders } from './program-folders.ts'
import type { BubblewrapSandbox, FoundSandbox } from './sandbox.ts'
import { readSystemFolders } from './system-folders.ts'
import { keepTriedSandbox, readTriedSandbox, sandboxConditions, type TriedSandbox } from './tried-sandbox.ts'
import { bindOption, namespaceOption, sizeOption, wrapBubblewrap } from './wrap-bubblewrap.ts'

const found = new Map<string, Promise<FoundSandbox<BubblewrapSandbox>>>()

/** Finds the sandbox of this system: sandbox-exec on macOS, elsewhere bubblewrap. */
export const findSandbox = (environment: NodeJS.ProcessEnv): Promise<FoundSandbox> =>
  process.platform === 'darwin' ? findSandboxExec(environment) : findBubblewrap(environment)

/**
 * Finds bubblewrap on PATH and runs a command with it once, which must find itself in its own namespaces: many
 * containers have the program but forbid what it does, and some have a stub that does nothing. The result is cached for
 * the life of this process, a success also for the next processes of the same day under the same conditions.
 */
export async function findBubblewrap(
  environment: NodeJS.ProcessEnv,
): Promise<FoundSandbox<BubblewrapSandbox>> {
  if (process.platform !== 'linux')
    return { reason: t('find-sandbox.bubblewrap-linux-only', 'bubblewrap is for Linux only') }
  const program = await findProgram('bwrap', environment)
  if (program === undefined)
    return { reason: t('find-sandbox.bwrap-bubblewrap-not-path', 'bwrap (bubblewrap) is not on PATH') }
  const answer = found.get(program) ?? trySandbox(program, environment)
  found.set(program, answer)
  return answer
}

async function trySandbox(
  program: string,
  environment: NodeJS.ProcessEnv,
): Promise<FoundSandbox<BubblewrapSandbox>> {
  const faults: string[] = []
  try {
    const isRoot = process.getuid?.() === 0
    const system = { ...(await readSystemFolders()), isRoot }
    const conditions = sandboxConditions(program)
    const known = readTriedSandbox(conditions, environment)
    if (known !== undefined) return { sandbox: { kind: 'bubblewrap', program, ...system, ...known } }
    const help = await helpOf(program, environment)
    const bindsDescriptors = help.includes(bindOption)
    const hasCapabilities = isRoot && (await hasRawCapabilities())
    const canForbid = help.includes(namespaceOption)
    for (const variant of variants(isRoot, canForbid)) {
      const tried = { bindsDescriptors, hasCapabilities, ...variant }
      const sandbox: BubblewrapSandbox = { kind: 'bubblewrap', program, ...system, ...tried }
      const fault = await faultOf(sandbox, environment)
      if (fault === undefined) {
        await keepTriedSandbox(conditions, tried, environment)
        return { sandbox }
      }
      faults.push(fault)
    }
  } catch (error) {
    faults.push(error instanceof Error ? error.message : String(error))
  }
  const told = faults.find((fault) => !fault.includes(sizeOption)) ?? faults[0]
  return {
    reason: t('find-sandbox.does-not-work-here', '{program} does not work here: {reason}', {
      program,
      reason: String(told),
    }),
  }
}

/** SETGID, SETUID, NET_RAW and SYS_ADMIN, by their numbers in the kernel. */
const capabilities = [6n, 7n, 13n, 21n]

/** Root in a container often lacks some. */
async function hasRawCapabilities(): Promise<boolean> {
  const status = await readFile('/proc/self/status', 'latin1').catch(() => '')
  const effective = BigInt(`0x${/^CapEff:\s*([0-9a-f]+)$/m.exec(status)?.[1] ?? '0'}`)
  return capabilities.every((one) => ((effective >> one) & 1n) === 1n)
}

/** Available options do not follow from the version: distributions backport single ones. */
async function helpOf(program: string, environment: NodeJS.ProcessEnv): Promise<string> {
  const env = cleanEnvironment(environment)
  const { stdout, stderr } = await runProcess([program, '--help'], { cwd: '/', env, timeout: 20_000 })
  return joinOutput(stdout) + joinOutput(stderr)
}

type Variant = Pick<TriedSandbox, 'boundsMemory' | 'needsUserNamespace' | 'forbidsNamespaces'>

/**
 * Strictest first. Bubblewrap before 0.8 cannot forbid namespaces to programs, and before 0.7 cannot limit memory.
 * Unprivileged root, as in some containers, may have a user namespace.
 */
const variants = (isRoot: boolean, canForbid: boolean): Variant[] => [
  ...(canForbid ? [{ boundsMemory: true, needsUserNamespace: true, forbidsNamespaces: true }] : []),
  ...(isRoot ? [false, true] : [false]).flatMap((needsUserNamespace) => [
    { boundsMemory: true, needsUserNamespace, forbidsNamespaces: false },
    { boundsMemory: false, needsUserNamespace, forbidsNamespaces: false },
  ]),
]

const namespaces = ['/proc/self/ns/pid', '/proc/self/ns/net', '/proc/self/ns/mnt']

/** Returns why it does not isolate; `undefined` if it does. BusyBox reads one link at a time. */
async function faultOf(
  sandbox: BubblewrapSandbox,
  environment: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  const reader = await findProgram('readlink', environment)
  if (reader === undefined)
    return t('find-sandbox.there-no-readlink-try', 'there is no readlink to try it with')
  const readable = await readProgramFolders([reader])
  const policy = resolvePolicy({ cwd: '/', readable, writable: [], scratch: [], network: 'none' })
  const faults = namespaces.map(async (file) => {
    const argv = wrapBubblewrap([reader, file], policy, sandbox)
    const env = cleanEnvironment(environment)
    const { exitCode, timedOut, stdout, stderr } = await runProcess(argv, { cwd: '/', env, timeout: 20_000 })
    if (timedOut) return t('find-sandbox-exec.does-not-answer', 'it does not answer')
    if (exitCode !== 0)
      return (
        firstLine(joinOutput(stderr)) ||
        t('find-sandbox-exec.ended-status', 'it ended with status {exitCode}', { exitCode: String(exitCode) })
      )
    const inside = joinOutput(stdout).trim()
    return inside !== '' && inside !== (await readlink(file))
      ? undefined
      : t('find-sandbox.what-runs-not-isolated', 'what it runs is not isolated')
  })
  return (await Promise.all(faults)).find((fault) => fault !== undefined)
}

const firstLine = (text: string): string => (text.trim().split('\n')[0] ?? '').slice(0, 200)
