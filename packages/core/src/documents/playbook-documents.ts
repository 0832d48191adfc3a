import * as z from 'zod'
import { Digest } from '../digest.ts'
import { FoundPlaybook } from '../playbook/found-playbook.ts'
import { Playbook } from '../playbook/playbook.ts'
import { PlaybookRun } from '../playbook/playbook-run.ts'
import { Signature } from './keys.ts'

/** A playbook in a list. */
export const PlaybookEntry = FoundPlaybook.extend({
  digest: Digest.describe('Of the playbook'),
  proved: z.iso.date().nullable().describe('When its calls were last run as they stand, and passed'),
})
export type PlaybookEntry = z.infer<typeof PlaybookEntry>

/** A page of `GET /v1/playbooks`, by name. */
export const PlaybookPage = z.object({ items: z.array(PlaybookEntry), next_cursor: z.string().nullable() })
export type PlaybookPage = z.infer<typeof PlaybookPage>

/** `GET /v1/playbooks/{name}.json`. Digest and signatures cover the playbook; nothing covers what was seen of its run. */
export const PlaybookDocument = z.object({
  playbook: Playbook,
  digest: Digest.describe('Of the RFC 8785 form of the playbook as it was loaded'),
  signatures: z.array(Signature),
  run: PlaybookRun.nullable().describe('When its calls were last run, and on which programs'),
})
export type PlaybookDocument = z.infer<typeof PlaybookDocument>
