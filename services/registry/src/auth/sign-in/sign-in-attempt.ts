import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { UnauthenticatedError } from '@cli-apps/core'
import * as z from 'zod'

/** How long a person may take at the identity provider. */
const lifeMs = 10 * 60_000

/** What the cookie of a sign-in holds, as base64url of JSON. */
const AttemptCookie = z.object({
  /** 256 random bits, which make everything that is derived from the cookie unknown to others. */
  key: z.string().length(43),
  /** Milliseconds since 1970. */
  startedAt: z.int(),
  to: z.string().max(300),
  isLink: z.boolean(),
})

/** A sign-in at the identity provider that a browser began. */
export interface SignInAttempt {
  /** Comes back with the answer of the identity provider: only this browser can have asked. */
  state: string
  /** Comes back in the identity token: it was issued for this sign-in. */
  nonce: string
  /** Redeems the code: nobody else can (PKCE, RFC 7636). */
  verifier: string
  challenge: string
  /** The page to open then. */
  to: string
  /** Whether the person asked to link the identity to an account. */
  isLink: boolean
}

/** Begins a sign-in. `secret` is for a cookie of this browser; nothing is stored here. */
export function startAttempt(
  now: Date,
  purpose: Pick<SignInAttempt, 'to' | 'isLink'>,
): { attempt: SignInAttempt; secret: string; expiresAt: Date } {
  const key = randomBytes(32).toString('base64url')
  const cookie: z.infer<typeof AttemptCookie> = { key, startedAt: now.getTime(), ...purpose }
  const secret = Buffer.from(JSON.stringify(cookie)).toString('base64url')
  return { attempt: attemptOf(secret, purpose), secret, expiresAt: new Date(now.getTime() + lifeMs) }
}

/**
 * Returns the sign-in of a browser's cookie, to which an answer of the identity provider with this state belongs. Throws
 * `UnauthenticatedError` `sign-in.other-attempt`.
 */
export function resumeAttempt(
  now: Date,
  { secret, state, address }: { secret: string | undefined; state: string; address: string },
): SignInAttempt {
  const cookie = secret === undefined ? undefined : readCookie(secret)
  const age = now.getTime() - (cookie?.startedAt ?? 0)
  if (secret !== undefined && cookie !== undefined && age >= 0 && age < lifeMs) {
    const attempt = attemptOf(secret, cookie)
    if (isSame(attempt.state, state)) return attempt
  }
  throw new UnauthenticatedError(
    'sign-in.other-attempt',
    'This answer belongs to no sign-in that this browser began within the last ten minutes.',
    { hint: `Start again, in one window only: ${address}/sign-in` },
  )
}

/** Derived from the whole cookie, so that a changed one has another state. */
function attemptOf(secret: string, { to, isLink }: Pick<SignInAttempt, 'to' | 'isLink'>): SignInAttempt {
  const derive = (what: string): string => createHmac('sha256', secret).update(what).digest('base64url')
  const verifier = derive('verifier')
  return {
    state: derive('state'),
    nonce: derive('nonce'),
    verifier,
    challenge: createHash('sha256').update(verifier).digest('base64url'),
    to,
    isLink,
  }
}

function readCookie(secret: string): z.infer<typeof AttemptCookie> | undefined {
  try {
    return AttemptCookie.parse(JSON.parse(Buffer.from(secret, 'base64url').toString('utf8')))
  } catch {
    return undefined
  }
}

function isSame(ours: string, theirs: string): boolean {
  const [a, b] = [Buffer.from(ours), Buffer.from(theirs)]
  return a.length === b.length && timingSafeEqual(a, b)
}
