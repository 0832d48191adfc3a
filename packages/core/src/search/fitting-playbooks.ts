import type { FoundPlaybook } from '../playbook/found-playbook.ts'
import type { Playbook } from '../playbook/playbook.ts'
import { playbookApps } from '../playbook/playbook-apps.ts'
import type { Query } from './query/query.ts'
import type { Rarity } from './score-app.ts'
import { createCoverage } from './task-coverage.ts'
import { taskTexts } from './task-texts.ts'
import { termsOf } from './terms.ts'

/** A playbook with the terms that it is found by. */
export interface IndexedPlaybook extends FoundPlaybook {
  /** Those of its own task, and of its steps. */
  terms: { task: string[]; call: string[] }
}

export function indexedPlaybook(playbook: Playbook): IndexedPlaybook {
  const { name, task, i18n, steps } = playbook
  const apps = playbookApps(playbook)
  const terms = (texts: readonly string[]): string[] => [...new Set(texts.flatMap(termsOf))]
  return {
    name,
    task,
    ...(i18n && { i18n }),
    apps,
    terms: {
      task: terms([name, ...taskTexts(playbook)]),
      call: terms([...apps, ...steps.flatMap(taskTexts)]),
    },
  }
}

/** A playbook is a suggestion beside apps, so it must say most of the query. */
const leastCoverage = 0.55
const mostPlaybooks = 2

/** The playbooks that say most of what a query says, best first, equal ones by name; none for a query of one word, which asks for an app. */
export function fittingPlaybooks(
  query: Query,
  rarity: Rarity,
  playbooks: readonly IndexedPlaybook[],
): FoundPlaybook[] {
  if (query.units.filter(({ isExtra }) => !isExtra).length < 2) return []
  const coverage = createCoverage(query, rarity)
  return playbooks
    .map(({ terms: { task, call }, ...found }) => ({
      found,
      worth: coverage({ task: new Set(task), call: new Set(call) }),
    }))
    .filter(({ worth }) => worth >= leastCoverage)
    .sort((a, b) => b.worth - a.worth || (a.found.name < b.found.name ? -1 : 1))
    .slice(0, mostPlaybooks)
    .map(({ found }) => found)
}
