import { isDeepStrictEqual } from 'node:util'
import postgres from 'postgres'
import type { Replica } from './replica.ts'
import type { Violations } from './violations.ts'
import type { AcknowledgedWrite, Ledger } from './writer.ts'

interface Evidence {
  databaseUrl: string
  replicas: readonly Replica[]
  ledgers: readonly Ledger[]
  violations: Violations
}

/** Compares the ledgers with the versions, the audit log and the documents of every replica. */
export async function judge({ databaseUrl, replicas, ledgers, violations }: Evidence): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1 })
  try {
    for (const ledger of ledgers) {
      const stored = await sql<{ version: string }[]>`select version from versions where app = ${ledger.app}`
      const published = ledger.writes.flatMap(({ action, version }) =>
        action === 'version.publish' && version !== null ? [version] : [],
      )
      compareVersions(ledger.app, { published, stored: stored.map(({ version }) => version), violations })
      const rows = await sql<AcknowledgedWrite[]>`
        select action, version, details from audit_log where app = ${ledger.app} order by id`
      compareAudit(ledger, rows, violations)
      for (const replica of replicas) {
        const told = await versionsFrom(replica, ledger.app)
        if (told === undefined) violations.add(`${replica.url} does not answer for ${ledger.app}`)
        else compareVersions(`${replica.url} of ${ledger.app}`, { published, stored: told, violations })
      }
    }
  } finally {
    await sql.end()
  }
}

async function versionsFrom({ url }: Replica, app: string): Promise<string[] | undefined> {
  const response = await fetch(`${url}/v1/apps/${app}.json`).catch(() => undefined)
  if (response?.status !== 200) return undefined
  const document = (await response.json()) as { versions: { version: string }[] }
  return document.versions.map(({ version }) => version)
}

function compareVersions(
  where: string,
  { published, stored, violations }: { published: string[]; stored: string[]; violations: Violations },
): void {
  const lost = published.filter((version) => !stored.includes(version))
  const extra = stored.filter((version) => !published.includes(version))
  if (lost.length > 0) violations.add(`${where}: lost ${lost.join(', ')}`)
  if (extra.length > 0) violations.add(`${where}: never acknowledged ${extra.join(', ')}`)
  if (new Set(stored).size !== stored.length) violations.add(`${where}: a version twice`)
}

/** The audit log must contain each acknowledged write once, in order, and nothing else. */
function compareAudit({ app, writes }: Ledger, rows: AcknowledgedWrite[], violations: Violations): void {
  for (let index = 0; index < Math.max(writes.length, rows.length); index++) {
    const [write, row] = [writes[index], rows[index]]
    if (write !== undefined && row !== undefined && isSame(write, row)) continue
    const context = (list: readonly AcknowledgedWrite[]) => JSON.stringify(list.slice(index - 2, index + 3))
    violations.add(
      `${app}: ${writes.length} writes, ${rows.length} audit rows; they differ at ${index}:\n` +
        `  written ${context(writes)}\n  audited ${context(rows)}`,
    )
    return
  }
}

/** Digests and the previous targets of tags are not compared: only the server knows them. */
function isSame(write: AcknowledgedWrite, row: AcknowledgedWrite): boolean {
  if (write.action !== row.action || write.version !== row.version) return false
  return Object.entries(write.details ?? {}).every(([key, value]) =>
    isDeepStrictEqual(row.details?.[key], value),
  )
}
