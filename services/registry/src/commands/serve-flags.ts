import type { OptionDefinitions } from '@cli-apps/core/command-line'
import * as z from 'zod'
import { dataOption, signingOption } from '../command.ts'
import { defaultCacheBytes } from '../http/document-cache.ts'
import { defaultRateLimits, limitClasses, type RateLimits } from '../http/rate-limiter.ts'

const megabyte = 1024 * 1024

const wholeNumber = (least: number, most: number) => {
  const rule = `must be a whole number from ${least} to ${most}`
  return z
    .string()
    .regex(/^\d{1,9}$/, rule)
    .transform(Number)
    .refine((number) => number >= least && number <= most, rule)
}
const port = wholeNumber(0, 65_535)

/** `off`, or some of the limits as `reads=1200,writes=60`; `null` when nothing is limited. */
export const RateLimitsText = z.string().transform((text, context): RateLimits | null => {
  if (text === 'off') return null
  const limits = { ...defaultRateLimits }
  for (const part of text.split(',')) {
    const [, name, number] = /^([a-z]+)=([1-9]\d{0,8})$/.exec(part.trim()) ?? []
    const kind = limitClasses.find((known) => known === name)
    if (kind === undefined) {
      const message = `must be off, or numbers per minute such as reads=1200,writes=60,failures=20`
      context.addIssue({ code: 'custom', message })
      return z.NEVER
    }
    limits[kind] = Number(number)
  }
  return limits
})

export const ServeFlags = z.object({
  port: port.default(4870),
  host: z.string().min(1).default('127.0.0.1'),
  'no-seed': z.boolean().default(false),
  'public-url': z.url({ protocol: /^https?$/, message: 'must be an http or https URL' }).optional(),
  'rate-limits': RateLimitsText.default(defaultRateLimits),
  'trusted-proxies': wholeNumber(0, 10).default(0),
  'cache-mb': wholeNumber(1, 100_000)
    .transform((megabytes) => megabytes * megabyte)
    .default(defaultCacheBytes),
  'metrics-port': port.optional(),
  'metrics-host': z.string().min(1).default('127.0.0.1'),
})
export type ServeFlags = z.infer<typeof ServeFlags>

export const serveOptions = {
  port: { type: 'string', value: 'N', description: 'Default: 4870; 0 selects a free port' },
  host: { type: 'string', value: 'ADDRESS', description: 'Default: 127.0.0.1' },
  'no-seed': { type: 'boolean', description: 'Leave an empty database empty' },
  'public-url': {
    type: 'string',
    value: 'URL',
    description: 'Public address of this server, for URLs in responses',
  },
  'rate-limits': {
    type: 'string',
    value: 'LIMITS',
    description: 'off, or numbers per minute; default: reads=1200,writes=60,failures=20',
  },
  'trusted-proxies': {
    type: 'string',
    value: 'N',
    description: 'How many of your proxies add to X-Forwarded-For; default: 0',
  },
  'cache-mb': { type: 'string', value: 'N', description: 'Memory for rendered documents; default: 128' },
  'metrics-port': {
    type: 'string',
    value: 'N',
    description: 'Port that serves /metrics for Prometheus; default: none',
  },
  'metrics-host': { type: 'string', value: 'ADDRESS', description: 'Default: 127.0.0.1' },
  ...dataOption,
  ...signingOption,
} as const satisfies OptionDefinitions

export const serveNotes = [
  'DATABASE_URL names a Postgres database, CLI_APPS_READ_DATABASE_URL a replica of it to read from.',
  'CLI_APPS_RATE_LIMITS is used when --rate-limits is absent.',
  'CLI_APPS_GIT_SOURCES=refuse refuses install methods that build from git.',
  'CLI_APPS_SOURCE_LOOKUPS=on refuses packages that npm, PyPI or crates.io lack, and missing files of releases.',
  'CLI_APPS_OIDC_ISSUERS lists the issuers of trusted publishing, separated by commas; default: GitHub and GitLab.',
  'CLI_APPS_SIGN_IN_ISSUER and CLI_APPS_SIGN_IN_CLIENT_ID let people sign in by OpenID Connect; needs --public-url.',
  'CLI_APPS_SIGN_IN_CLIENT_SECRET is its secret, or CLI_APPS_SIGN_IN_CLIENT_SECRET_FILE names a file that has it.',
  'CLI_APPS_SIGN_IN_NAME (for people), _SCOPES (default: openid profile), _REGISTRATION (open or closed) are optional.',
  'CLI_APPS_LOG_LEVEL sets what is logged to stderr: debug, info (default), warn, error, silent.',
]
