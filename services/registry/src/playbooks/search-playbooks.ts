import { type FoundPlaybook, fittingPlaybooks, rarityIn } from '@cli-apps/core'
import { queryTerms, type SearchPlan } from '../apps/search/search-plan.ts'
import type { Queries } from '../db/database.ts'
import { playbooksWithTerms } from '../db/queries/playbook-rows.ts'
import { knownPlaybooks } from './known-playbooks.ts'

/** So many playbooks are compared: those with most of the terms of the query, without which none fits. */
const mostCompared = 200

/** The playbooks that say most of what a query says, by core's ranker. */
export async function searchPlaybooks(
  db: Queries,
  { query, vocabulary }: Pick<SearchPlan, 'query' | 'vocabulary'>,
): Promise<FoundPlaybook[]> {
  const rows = await playbooksWithTerms(db, queryTerms(query), mostCompared)
  return fittingPlaybooks(query, rarityIn(vocabulary), await knownPlaybooks(db, rows))
}
