import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from './schema.ts'

/** Tasks for several apps. Unlike a version, a playbook may be replaced by another of its name. */
export const playbooks = pgTable(
  'playbooks',
  {
    name: text('name').primaryKey(),
    /** The JSON text as it was loaded: `jsonb` would change it. */
    document: text('document').notNull(),
    /** Of its RFC 8785 form. */
    digest: text('digest').notNull(),
    /** What was seen when it was run, as JSON; null where nobody knows. */
    run: text('run'),
    loadedAt: moment('loaded_at').notNull(),
    /** The apps that its calls use. */
    apps: text('apps').array().notNull(),
    /** Core's terms of its texts, by which searches find it. */
    terms: text('terms').array().notNull(),
    /** `derivedFormat` of the program that wrote the derived columns `apps` and `terms`. */
    derivedFormat: integer('derived_format').notNull(),
  },
  (table) => [
    index('playbooks_apps').using('gin', table.apps),
    index('playbooks_terms').using('gin', table.terms),
  ],
)
