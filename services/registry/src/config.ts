import { homedir } from 'node:os'
import path from 'node:path'
import { issuesOf, UsageError } from '@cli-apps/core'
import { requireSafeUrl } from '@cli-apps/core/node'
import type { PublishPolicy } from '@cli-apps/core/publish-rules'
import * as z from 'zod'
import { readSignInConfig, type SignInConfig, signInVariables } from './sign-in-config.ts'

const usualIssuers = 'https://token.actions.githubusercontent.com,https://gitlab.com'

const Issuers = z.string().transform((text, context) => {
  const issuers = text.split(',').map((issuer) => issuer.trim())
  for (const issuer of issuers)
    if (!isSafeUrl(issuer))
      context.addIssue({ code: 'custom', message: `must be https URLs, separated by commas: ${issuer}` })
  return issuers
})

/** Where people reach the operator; pages link to it. */
const Contact = z
  .url({ protocol: /^(https|mailto)$/, message: 'must be an https or mailto address' })
  .max(500)
  .refine((text) => !/^mailto:(?![^@\s?]+@[^@\s?]+$)/i.test(text), 'must be mailto: and one address')

const Environment = z.object({
  DATABASE_URL: z.string().min(1).optional(),
  CLI_APPS_READ_DATABASE_URL: z.string().min(1).optional(),
  CLI_APPS_RATE_LIMITS: z.string().optional(),
  CLI_APPS_SIGNING_KEY: z.string().min(1).optional(),
  CLI_APPS_GIT_SOURCES: z.enum(['allow', 'refuse']).default('allow'),
  CLI_APPS_SOURCE_LOOKUPS: z.enum(['on', 'off']).default('off'),
  CLI_APPS_LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  CLI_APPS_CONTACT: Contact.optional(),
  CLI_APPS_OIDC_ISSUERS: Issuers.prefault(usualIssuers),
  ...signInVariables,
})

const Flags = z.object({
  data: z.string().min(1).optional(),
  'signing-key': z.string().min(1).optional(),
})

/** The registry's configuration. Flags override environment variables, which override defaults. */
export interface RegistryConfig {
  databaseUrl: string | undefined
  /** A read replica of that database. */
  readDatabaseUrl: string | undefined
  /** In the format of `serve --rate-limits`. */
  rateLimits: string | undefined
  dataFolder: string
  /** A private key, as a file or as text. */
  signingKey: { file: string } | { text: string } | undefined
  logLevel: z.infer<typeof Environment>['CLI_APPS_LOG_LEVEL']
  /** What may be published here. */
  policy: PublishPolicy
  /** Whether npm, PyPI and crates.io are asked for the packages of new versions. */
  looksUpSources: boolean
  /** Where people reach the operator: an https or mailto address. */
  contact: string | undefined
  /** OpenID issuers whose identities are accepted. */
  oidcIssuers: readonly string[]
  /** How people sign in besides with a token. */
  signIn: SignInConfig | undefined
}

export function readRegistryConfig(
  flags: Readonly<Record<string, unknown>>,
  environment: NodeJS.ProcessEnv,
): RegistryConfig {
  // Many tools unset a variable by setting it to the empty string.
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const variables = parseWith(Environment, given)
  const { CLI_APPS_SIGNING_KEY: text } = variables
  const { data, 'signing-key': file } = parseWith(Flags, flags)
  return {
    databaseUrl: variables.DATABASE_URL,
    readDatabaseUrl: variables.CLI_APPS_READ_DATABASE_URL,
    rateLimits: variables.CLI_APPS_RATE_LIMITS,
    dataFolder: path.resolve(data ?? defaultDataFolder(environment)),
    signingKey: file !== undefined ? { file: path.resolve(file) } : text !== undefined ? { text } : undefined,
    logLevel: variables.CLI_APPS_LOG_LEVEL,
    policy: { allowGit: variables.CLI_APPS_GIT_SOURCES === 'allow' },
    looksUpSources: variables.CLI_APPS_SOURCE_LOOKUPS === 'on',
    contact: variables.CLI_APPS_CONTACT,
    oidcIssuers: variables.CLI_APPS_OIDC_ISSUERS,
    signIn: readSignInConfig(variables),
  }
}

/** Validates flags or variables. Throws `UsageError` `config.invalid` with every issue. */
export function parseWith<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new UsageError('config.invalid', 'A flag or environment variable is not valid.', {
    hint: 'cli-apps-registry <command> --help describes them.',
    issues: issuesOf(parsed.error, value),
  })
}

/** The platform's data folder, so that every command finds the same database from any working directory. */
function defaultDataFolder(environment: NodeJS.ProcessEnv): string {
  const home = homedir()
  const base =
    process.platform === 'win32'
      ? (environment.LOCALAPPDATA ?? path.join(home, 'AppData', 'Local'))
      : process.platform === 'darwin'
        ? path.join(home, 'Library', 'Application Support')
        : (environment.XDG_DATA_HOME ?? path.join(home, '.local', 'share'))
  return path.join(base, 'cli-apps-registry')
}

function isSafeUrl(text: string): boolean {
  try {
    requireSafeUrl(text)
    return true
  } catch {
    return false
  }
}
