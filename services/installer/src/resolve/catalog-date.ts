import { t } from '@cli-apps/core'
import { builtInCatalog, builtInCatalogDate, readWorkspaceFile } from '@cli-apps/core/node'
import type { CommandContext } from '../context.ts'
import { registryLocations } from './registries.ts'

/** The day of the catalog in this package, where this workspace installs from it and the day is known. */
export async function usedCatalogDate(context: CommandContext): Promise<string | undefined> {
  const declared = await readWorkspaceFile(context.workspace)
  const locations = registryLocations(context, { flag: undefined, declared })
  return locations.includes(builtInCatalog) ? builtInCatalogDate() : undefined
}

export const catalogDateText = (date: string): string =>
  t(
    'catalog-date.catalog-package-has-no',
    'The catalog in this package is of {date} and has no age limit. Update the package for newer versions.',
    { date },
  )
