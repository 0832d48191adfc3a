import { builtInCatalog } from '../../../built-in-catalog.ts'
import type { AnswerVetting } from '../../../skill/vet-answers.ts'

/** The catalog in this package passed the same rules when it was built. */
const asBuilt: AnswerVetting = {
  app: (app) => app,
  entries: (entries) => [...entries],
  manifest: (manifest) => ({ manifest, leftOut: [] }),
  found: (apps) => [...apps],
  playbooks: (playbooks) => [...playbooks],
  nameFault: () => undefined,
}

/**
 * How texts from this registry are vetted. Loaded lazily, because the rules are many and most commands show
 * nothing of another registry.
 */
export const vettingOf = async (location: string): Promise<AnswerVetting> =>
  location === builtInCatalog ? asBuilt : (await import('../../../skill/vet-answers.ts')).answerVetting
