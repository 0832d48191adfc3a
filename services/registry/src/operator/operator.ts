import { resourceFolder } from '@cli-apps/core/node'
import * as z from 'zod'
import { refreshOutdatedApps } from '../apps/refresh-app.ts'
import { type SeedReport, seedCatalog } from '../apps/seed-catalog.ts'
import { Scope, UserName } from '../auth/scope.ts'
import { type CreatedToken, createToken } from '../auth/tokens.ts'
import type { Database } from '../db/database.ts'

export const TokenRequest = z.strictObject({
  user: UserName,
  scopes: z.array(Scope).min(1).max(100),
  expiresDays: z.number().positive().max(36_500).optional(),
})
export type TokenRequest = z.infer<typeof TokenRequest>

/** What only the operator of a registry may do: at its database, or through the server that holds it. */
export interface Operator {
  migrate(): Promise<{ database: Database['kind'] }>
  seed(): Promise<SeedReport>
  createToken(request: TokenRequest): Promise<CreatedToken>
}

export interface OperatorOptions {
  now: () => Date
  /** Called when apps may have changed. */
  changed?: () => void
}

/** The operator's verbs on an open database. */
export const createOperator = (database: Database, { now, changed }: OperatorOptions): Operator => ({
  migrate: async () => {
    await database.migrate()
    await refreshOutdatedApps(database.queries)
    return { database: database.kind }
  },
  seed: async () => {
    const report = await seedCatalog(database.queries, { folder: resourceFolder('catalog'), now: now() })
    changed?.()
    return report
  },
  createToken: (request) => createToken(database.queries, now(), request),
})
