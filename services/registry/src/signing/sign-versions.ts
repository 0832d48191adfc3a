import { parseJson, versionPayload } from '@cli-apps/core'
import type { SigningKey } from '@cli-apps/core/node'
import type { Queries } from '../db/database.ts'
import { insertAudit } from '../db/queries/audit-rows.ts'
import { setSignatures, unsignedVersions } from '../db/queries/signature-rows.ts'

const batch = 100

/**
 * Signs the versions that have no signature, such as those published before the registry had a key. Signed versions
 * keep their signatures, since their documents never change. Returns the number of versions it signed.
 */
export async function signVersions(
  db: Queries,
  signer: Pick<SigningKey, 'id' | 'sign'>,
  now: Date,
): Promise<number> {
  for (let count = 0; ; ) {
    const signed = await db.transaction(async (tx) => {
      const rows = await unsignedVersions(tx, batch)
      await setSignatures(
        tx,
        rows.map(({ app, version, manifest }) => ({
          ...{ app, version },
          signatures: [signer.sign(versionPayload(parseJson(manifest, app)))],
        })),
      )
      const entry = { at: now, actor: 'operator', action: 'version.sign', details: { key: signer.id } }
      await insertAudit(tx, ...rows.map(({ app, version }) => ({ ...entry, app, version })))
      return rows.length
    })
    count += signed
    if (signed < batch) return count
  }
}
