import {
  type Digest,
  type PlaybookEntry,
  type PlaybookPage,
  PlaybookRun,
  parseJson,
  RecipeId,
} from '@cli-apps/core'
import * as z from 'zod'
import { cursorText, parseCursor } from '../apps/page-cursor.ts'
import type { Queries } from '../db/database.ts'
import { playbookRows, type StoredPlaybook } from '../db/queries/playbook-rows.ts'
import { knownPlaybook } from './known-playbooks.ts'

const Position = z.strictObject({ playbook: RecipeId })

interface ListQuestion {
  limit: number
  cursor?: string | undefined
  /** Only playbooks that use this app. */
  app?: string | undefined
}

/** Returns one page of playbooks, by name. */
export async function getPlaybookPage(
  db: Queries,
  { limit, cursor, app }: ListQuestion,
): Promise<PlaybookPage> {
  const after = cursor === undefined ? undefined : parseCursor(cursor, Position).playbook
  // One more shows whether there is a next page.
  const rows = await playbookRows(db, { limit: limit + 1, after, app })
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const hasMore = last !== undefined && rows.length > limit
  return {
    items: shown.map(playbookEntry),
    next_cursor: hasMore ? cursorText({ playbook: last.name }) : null,
  }
}

function playbookEntry(row: StoredPlaybook): PlaybookEntry {
  const { terms: _, ...found } = knownPlaybook(row)
  const run = row.run === null ? undefined : PlaybookRun.parse(parseJson(row.run, row.name))
  return { ...found, digest: row.digest as Digest, proved: run?.date ?? null }
}
