import path from 'node:path'
import * as z from 'zod'
import { t } from '../../../messages/t.ts'
import { cleanEnvironment } from '../../environment.ts'
import { joinOutput } from '../../output-capture.ts'
import { runProcess } from '../../process.ts'
import { findProgram } from '../../program/find-program.ts'
import type { ContainerSandbox, FoundSandbox } from '../sandbox.ts'

/** The engine to use, `docker`, `podman` or an absolute path, and the image for programs. */
export interface ContainerChoice {
  engine: string
  image: string
}

/** The relevant part of engine information: Podman has `host`, Docker the rest. */
const EngineInfo = z.object({
  host: z
    .object({
      serviceIsRemote: z.boolean().optional(),
      cgroupVersion: z.string().optional(),
      cgroupControllers: z.array(z.string()).nullish(),
      security: z.object({ rootless: z.boolean().optional() }).optional(),
    })
    .optional(),
  ServerVersion: z.string().optional(),
  OSType: z.string().optional(),
  MemoryLimit: z.boolean().optional(),
  PidsLimit: z.boolean().optional(),
  CpuCfsQuota: z.boolean().optional(),
  SecurityOptions: z.array(z.string()).nullish(),
})
type EngineInfo = z.infer<typeof EngineInfo>

type EngineFacts = Pick<ContainerSandbox, 'user' | 'keepsUser' | 'noLimits'>

/** Variables by which clients find their engine, without credentials. */
const engineNames =
  /^(DOCKER_(HOST|CONTEXT|CONFIG|CERT_PATH|TLS|TLS_VERIFY|API_VERSION)|CONTAINER_(HOST|CONNECTION|SSHKEY)|CONTAINERS_(CONF|STORAGE_CONF|REGISTRIES_CONF)|DBUS_SESSION_BUS_ADDRESS)$/

/**
 * Checks what an engine can do and whether it has the image, without ever pulling it. The engine must be on this
 * machine and run Linux: programs of other systems do not run in containers.
 */
export async function findContainer(
  { engine, image }: ContainerChoice,
  environment: NodeJS.ProcessEnv,
): Promise<FoundSandbox> {
  if (process.platform !== 'linux')
    return {
      reason: t(
        'find-container.what-installed-here-does',
        'what is installed here does not run in a container, which is Linux',
      ),
    }
  const program = path.isAbsolute(engine) ? engine : await findProgram(engine, environment)
  if (program === undefined)
    return { reason: t('find-container.not-path', '{engine} is not on PATH', { engine }) }
  const own = { ...cleanEnvironment(environment), ...namedFor(environment) }
  const ask = async (...args: string[]): Promise<string> => {
    const result = await runProcess([program, ...args], { cwd: '/', env: own, timeout: 20_000 })
    if (result.exitCode === 0) return joinOutput(result.stdout)
    throw new Error(
      result.timedOut
        ? t('find-container.does-not-answer', 'it does not answer')
        : firstLine(joinOutput(result.stderr)),
    )
  }
  try {
    const info = EngineInfo.parse(JSON.parse(await ask('info', '--format', '{{json .}}')))
    const facts = readFacts(info)
    if (typeof facts === 'string')
      return {
        reason: t('find-container.cannot-used', '{program} cannot be used: {facts}', { program, facts }),
      }
    await ask('image', 'inspect', '--format', '{{.Id}}', image).catch((cause: unknown) => {
      throw new Error(
        t('find-container.no-image', 'it has no image {image}, which is not fetched by itself', { image }),
        { cause },
      )
    })
    return { sandbox: { kind: 'container', program, image, environment: own, ...facts } }
  } catch (error) {
    const told =
      error instanceof z.ZodError || error instanceof SyntaxError
        ? t('find-container.answer-makes-no-sense', 'its answer makes no sense')
        : String(error)
    return {
      reason: t('find-container.cannot-used.cannot-used', '{program} cannot be used: {reason}', {
        program,
        reason: told.replace(/^Error: /, ''),
      }),
    }
  }
}

const namedFor = (environment: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      value !== undefined && engineNames.test(name) ? [[name, value]] : [],
    ),
  )

/** Returns the facts about an engine, or why it cannot be used. */
function readFacts({ host, ...docker }: EngineInfo): EngineFacts | string {
  const user = `${process.getuid?.() ?? 0}:${process.getgid?.() ?? 0}`
  if (host !== undefined) {
    if (host.serviceIsRemote === true) return t('find-container.another-machine', 'it is on another machine')
    const isRootless = host.security?.rootless === true
    return { user, keepsUser: isRootless, noLimits: podmanLimits(host, isRootless) }
  }
  if (!docker.ServerVersion) return t('find-container.service-does-not-answer', 'its service does not answer')
  if (docker.OSType !== 'linux')
    return t('find-container.containers-not-linux', 'its containers are not Linux')
  const isRootless = docker.SecurityOptions?.some((one) => one.startsWith('name=rootless')) === true
  const bounds = docker.MemoryLimit === true && docker.PidsLimit === true && docker.CpuCfsQuota === true
  return {
    // In rootless mode, root inside is the user outside.
    user: isRootless ? '0:0' : user,
    keepsUser: false,
    noLimits: bounds
      ? null
      : t(
          'find-container.engine-cannot-limit-memory',
          'the engine cannot limit memory, processes and processor time here',
        ),
  }
}

function podmanLimits(
  { cgroupVersion, cgroupControllers }: NonNullable<EngineInfo['host']>,
  isRootless: boolean,
): string | null {
  if (isRootless && cgroupVersion !== 'v2')
    return t(
      'find-container.engine-limits-nothing-without',
      'the engine limits nothing without root and version 2 of control groups',
    )
  const missing = ['memory', 'pids', 'cpu'].filter((name) => cgroupControllers?.includes(name) !== true)
  return missing.length === 0
    ? null
    : t('find-container.engine-has-no-control', 'the engine has no control groups for {missing} here', {
        missing: missing.join(' and '),
      })
}

const firstLine = (text: string): string => (text.trim().split('\n')[0] ?? '').slice(0, 200)
