import {
  type Digest,
  NotFoundError,
  nearestNames,
  type Playbook,
  type PlaybookDocument,
  PlaybookRun,
  parseJson,
  playbookPayload,
  RecipeId,
} from '@cli-apps/core'
import type { SigningKey } from '@cli-apps/core/node'
import type { Queries } from '../db/database.ts'
import { findPlaybookRow, firstPlaybookNames } from '../db/queries/playbook-rows.ts'

/** So many names are compared with an unknown one. */
const mostCompared = 5000

/**
 * Returns the document of a playbook, signed where the registry signs. Throws `NotFoundError` `playbook.unknown`, which names
 * the nearest ones.
 */
export async function getPlaybook(
  db: Queries,
  asked: string,
  signer: Pick<SigningKey, 'sign'> | undefined,
): Promise<PlaybookDocument> {
  const row = RecipeId.safeParse(asked).success ? await findPlaybookRow(db, asked) : undefined
  if (row === undefined) throw await unknownPlaybook(db, asked)
  const playbook = parseJson(row.document, asked)
  return {
    // Checked when it was loaded; a schema that adds or reorders keys would change its digest.
    playbook: playbook as Playbook,
    digest: row.digest as Digest,
    signatures: signer === undefined ? [] : [signer.sign(playbookPayload(playbook))],
    run: row.run === null ? null : PlaybookRun.parse(parseJson(row.run, asked)),
  }
}

async function unknownPlaybook(db: Queries, asked: string): Promise<NotFoundError> {
  const shown = asked.slice(0, 100)
  const near = nearestNames(shown, await firstPlaybookNames(db, mostCompared))
  return new NotFoundError('playbook.unknown', `The playbook ${JSON.stringify(shown)} was not found.`, {
    hint: near.length === 0 ? '/v1/playbooks lists them.' : `Did you mean ${near.join(' or ')}?`,
    details: { nearest: near },
  })
}
