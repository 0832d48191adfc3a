import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: [
    './services/registry/src/db/schema.ts',
    './services/registry/src/db/count-tables.ts',
    './services/registry/src/db/identity-tables.ts',
    './services/registry/src/db/playbook-table.ts',
  ],
  out: './migrations',
})
