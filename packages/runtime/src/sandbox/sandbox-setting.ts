import path from 'node:path'
import { InvalidError, issuesOf, t } from '@cli-apps/core'
import type { ContainerChoice } from '@cli-apps/core/node'
import * as z from 'zod/mini'

const Path = z.string().check(
  z.minLength(1),
  z.refine((text) => !text.includes('\0'), {
    error: () => t('sandbox-setting.hold-no-nul', 'must hold no NUL'),
  }),
)

/** Resource limits of a run. */
export const RunLimits = z.strictObject({
  /** MiB for all its processes together, including in-memory folders; no swap in addition. */
  memoryMb: z.int().check(z.minimum(16), z.maximum(1_048_576)),
  /** Concurrent processes and threads. */
  processes: z.int().check(z.minimum(1), z.maximum(100_000)),
  /** Percent of one CPU: 200 means two CPUs. */
  cpuPercent: z.int().check(z.minimum(1), z.maximum(100_000)),
})
export type RunLimits = z.infer<typeof RunLimits>

const PolicyName = z.enum(['off', 'workspace', 'strict'])

const Container = z.strictObject({
  /** `docker`, `podman`, or the absolute path of a compatible client. */
  engine: z.union([
    z.enum(['docker', 'podman']),
    Path.check(
      z.refine((text) => path.isAbsolute(text), {
        error: () =>
          t('sandbox-setting.docker-podman-absolute', 'must be docker, podman or an absolute path'),
      }),
    ),
  ]),
  /** An image on this machine; nothing is pulled. */
  image: z.string().check(
    z.regex(/^[A-Za-z0-9][\w./:@-]{0,254}$/, {
      error: () => t('sandbox-setting.name-image', 'must be the name of an image'),
    }),
  ),
})

const SandboxRules = z.strictObject({
  policy: PolicyName,
  /** Only for `workspace`: `host` (default) or `none`. `strict` has no network. */
  network: z.optional(z.enum(['host', 'none'])),
  /** Additional readable files and folders, absolute or relative to the workspace; those inside it become read-only. */
  readable: z.optional(z.array(Path)),
  /** Additional writable folders. */
  writable: z.optional(z.array(Path)),
  /** Overrides single limits; `strict` always has limits. */
  limits: z.optional(z.partial(RunLimits)),
  /** Runs in containers of this engine instead of the system's own sandbox. */
  container: z.optional(Container),
})

/** How apps are confined: a policy by name, or with overrides. */
export const SandboxSetting = z.union([PolicyName, SandboxRules])
export type SandboxSetting = z.infer<typeof SandboxSetting>

export type SandboxPolicyName = z.infer<typeof PolicyName>

/** A setting with defaults filled in. */
export interface SandboxPlan {
  policy: SandboxPolicyName
  /** Whether it was requested explicitly: without a sandbox nothing runs. */
  isDemanded: boolean
  network: 'host' | 'none'
  readable: readonly string[]
  writable: readonly string[]
  limits: RunLimits | null
  /** `null`: the sandbox of the system. */
  container: ContainerChoice | null
}

const strictLimits: RunLimits = { memoryMb: 2048, processes: 256, cpuPercent: 200 }

/** Throws `InvalidError` `sandbox.bad-setting` for a setting that is not valid. */
export function planSandbox(setting: unknown): SandboxPlan {
  const parsed = SandboxSetting.safeParse(setting ?? 'workspace')
  if (!parsed.success) throw badSetting(issuesOf(parsed.error, setting))
  const rules = typeof parsed.data === 'string' ? { policy: parsed.data } : parsed.data
  const { policy, network, readable = [], writable = [], limits, container = null } = rules
  const isBounded = policy === 'strict' || (policy !== 'off' && limits !== undefined)
  if (policy === 'strict' && network === 'host')
    throw badSetting([
      {
        path: 'network',
        message: t(
          'sandbox-setting.none-absent-where',
          'must be "none" or absent where the policy is "strict"',
        ),
      },
    ])
  if (policy === 'off' && container !== null)
    throw badSetting([
      {
        path: 'container',
        message: t('sandbox-setting.absent-where-policy', 'must be absent where the policy is "off"'),
      },
    ])
  return {
    policy,
    isDemanded: setting !== undefined && policy !== 'off',
    network: policy === 'strict' ? 'none' : (network ?? 'host'),
    readable,
    writable,
    limits: isBounded ? { ...strictLimits, ...limits } : null,
    container,
  }
}

const badSetting = (issues: InvalidError['issues']): InvalidError =>
  new InvalidError('sandbox.bad-setting', t('sandbox.bad-setting', 'The sandbox setting is not valid.'), {
    hint: t(
      'sandbox.bad-setting.hint',
      'Use "off", "workspace" or "strict", or an object with one of them as its policy.',
    ),
    issues,
  })
