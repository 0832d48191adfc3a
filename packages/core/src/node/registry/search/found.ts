import type { FoundApp } from '../../../documents/search-answers.ts'
import type { FoundPlaybook } from '../../../playbook/found-playbook.ts'

/** What a search found. */
export interface Found {
  /** Best first, with the recipes that fit. */
  apps: FoundApp[]
  /** Tasks for several apps that say most of the query. */
  playbooks: FoundPlaybook[]
}
