import { t, WholeIndex } from '@cli-apps/core'
import {
  builtInCatalog,
  catalogIndexFile,
  parseDocument,
  readText,
  readWorkspaceFile,
  resourceFolder,
} from '@cli-apps/core/node'
import * as z from 'zod'
import type { CommandContext } from '../context.ts'
import { registryLocations } from './registry-locations.ts'

/** Returns the date of the packaged catalog, if this workspace installs from it and the date is known. */
export async function usedCatalogDate(context: CommandContext): Promise<string | undefined> {
  const declared = await readWorkspaceFile(context.workspace)
  const locations = registryLocations(context, { flag: undefined, declared })
  return locations.includes(builtInCatalog) ? builtInCatalogDate() : undefined
}

/** Returns the date of the last change of the packaged catalog; `undefined` in a checkout. */
async function builtInCatalogDate(): Promise<string | undefined> {
  const file = catalogIndexFile(resourceFolder('catalog'))
  const text = await readText(file)
  if (text === undefined) return undefined
  const ShippedIndex = WholeIndex.extend({ date: z.iso.date().optional() })
  return parseDocument(text, ShippedIndex, file).date
}

export const catalogDateText = (date: string): string =>
  t(
    'catalog-date.catalog-package-has-no',
    'The catalog in this package is of {date} and has no age limit. Update the package for newer versions.',
    { date },
  )
