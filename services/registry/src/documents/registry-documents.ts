import type { CategoriesDocument } from '@cli-apps/core'
import manifestSchema from '@cli-apps/core/schema/app.json' with { type: 'json' }
import type { Queries } from '../db/database.ts'
import { countCategories } from '../db/queries/index-rows.ts'
import { jsonLine } from './json-line.ts'
import { keysDocument } from './keys-document.ts'

/** Renders each small registry-wide document; `registryPaths` has its path under the same name. */
export const registryDocuments = {
  categories: async (db: Queries): Promise<string> =>
    jsonLine({ categories: await countCategories(db) } satisfies CategoriesDocument),
  keys: async (db: Queries): Promise<string> => jsonLine(await keysDocument(db)),
  schema: async (_db: Queries): Promise<string> => jsonLine(manifestSchema),
} as const
