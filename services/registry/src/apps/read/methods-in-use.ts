import { MethodKind } from '@cli-apps/core'
import type { Queries } from '../../db/database.ts'
import { countWithFacets } from '../../db/queries/apps/listed-apps.ts'
import { filterFacets } from '../filter-facets.ts'

/** Returns the kinds of install methods that some listed app has. */
export async function methodsInUse(db: Queries): Promise<MethodKind[]> {
  const used: MethodKind[] = []
  for (const method of MethodKind.options)
    if ((await countWithFacets(db, filterFacets({ method }), 1)) > 0) used.push(method)
  return used
}
