import path from 'node:path'
import { UsageError } from '@cli-apps/core'
import { readText, requireSafeUrl } from '@cli-apps/core/node'
import * as z from 'zod'
import type { SignInSettings } from './auth/sign-in/sign-in-settings.ts'

/** The variables that configure the sign-in of people. */
export const signInVariables = {
  CLI_APPS_SIGN_IN_ISSUER: z
    .url({ protocol: /^https?$/, message: 'must be the URL of an issuer' })
    .max(500)
    .refine(isPlainUrl, 'must be https, or http on this machine, without query, fragment and password')
    .optional(),
  CLI_APPS_SIGN_IN_CLIENT_ID: z.string().max(500).optional(),
  // Without a rule: what is refused is shown.
  CLI_APPS_SIGN_IN_CLIENT_SECRET: z.string().optional(),
  CLI_APPS_SIGN_IN_CLIENT_SECRET_FILE: z.string().optional(),
  CLI_APPS_SIGN_IN_SCOPES: z
    .string()
    .max(500)
    .regex(
      /^[\x21\x23-\x5b\x5d-\x7e]+( [\x21\x23-\x5b\x5d-\x7e]+)*$/,
      'must be scopes, separated by single spaces',
    )
    .refine((scopes) => scopes.split(' ').includes('openid'), 'must contain openid')
    .default('openid profile'),
  CLI_APPS_SIGN_IN_NAME: z
    .string()
    .max(60)
    .regex(/^\P{Cc}+$/u, 'must be one line of text')
    .optional(),
  CLI_APPS_SIGN_IN_REGISTRATION: z.enum(['open', 'closed']).default('open'),
}
const Variables = z.object(signInVariables)
type Variables = z.infer<typeof Variables>

/** How people sign in; the secret is not read yet. */
export interface SignInConfig extends Omit<SignInSettings, 'clientSecret' | 'redirectUri'> {
  clientSecret: { file: string } | { text: string } | undefined
}

/** Throws `UsageError` `sign-in.incomplete` where a variable lacks another one. */
export function readSignInConfig(variables: Variables): SignInConfig | undefined {
  const {
    CLI_APPS_SIGN_IN_ISSUER: issuer,
    CLI_APPS_SIGN_IN_CLIENT_ID: clientId,
    CLI_APPS_SIGN_IN_CLIENT_SECRET: text,
    CLI_APPS_SIGN_IN_CLIENT_SECRET_FILE: file,
  } = variables
  if (issuer === undefined && clientId === undefined) return undefined
  if (issuer === undefined || clientId === undefined)
    throw incomplete('Sign-in needs both CLI_APPS_SIGN_IN_ISSUER and CLI_APPS_SIGN_IN_CLIENT_ID.')
  if (text !== undefined && file !== undefined)
    throw incomplete('CLI_APPS_SIGN_IN_CLIENT_SECRET and CLI_APPS_SIGN_IN_CLIENT_SECRET_FILE are both set.')
  return {
    issuer,
    clientId,
    clientSecret:
      text !== undefined ? { text } : file !== undefined ? { file: path.resolve(file) } : undefined,
    scopes: variables.CLI_APPS_SIGN_IN_SCOPES,
    name: variables.CLI_APPS_SIGN_IN_NAME ?? new URL(issuer).host,
    isOpen: variables.CLI_APPS_SIGN_IN_REGISTRATION === 'open',
  }
}

/**
 * Returns the settings for a server with a public URL, to which the identity provider sends people back. Throws
 * `UsageError` `sign-in.incomplete` for a URL that browsers would not trust, or a secret that cannot be read.
 */
export async function openSignIn(
  { clientSecret, ...config }: SignInConfig,
  publicUrl: string | undefined,
): Promise<SignInSettings> {
  if (publicUrl === undefined || !isPlainUrl(publicUrl))
    throw incomplete('Sign-in needs --public-url: https, or http on this machine, without a query.')
  const redirectUri = `${publicUrl.replace(/\/+$/, '')}/sign-in/openid/callback`
  return { ...config, redirectUri, clientSecret: await readSecret(clientSecret) }
}

async function readSecret(secret: SignInConfig['clientSecret']): Promise<string | undefined> {
  if (secret === undefined || 'text' in secret) return secret?.text
  const text = (await readText(secret.file))?.trim()
  if (text) return text
  throw incomplete(`The file ${secret.file} of the client secret is missing or empty.`)
}

function isPlainUrl(text: string): boolean {
  try {
    requireSafeUrl(text)
  } catch {
    return false
  }
  const { search, hash, username, password } = new URL(text)
  return [search, hash, username, password].every((part) => part === '')
}

const incomplete = (message: string): UsageError =>
  new UsageError('sign-in.incomplete', message, {
    hint: 'cli-apps-registry serve --help lists what the sign-in of people needs.',
  })
