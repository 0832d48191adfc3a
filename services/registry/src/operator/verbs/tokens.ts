import * as z from 'zod'
import { UserName } from '../../auth/names.ts'
import { Scope } from '../../auth/scope.ts'
import { createToken as create } from '../../auth/tokens.ts'
import { verb } from '../verb.ts'

export const createToken = verb(
  z.strictObject({
    user: UserName,
    scopes: z.array(Scope).min(1).max(100),
    expiresDays: z.number().positive().max(36_500).optional(),
  }),
  z.object({
    id: z.string(),
    token: z.string(),
    user: z.string(),
    scopes: z.array(z.string()),
    expires_at: z.string().nullable(),
  }),
  ({ database, now }, request) => create(database.queries, now(), request),
)
