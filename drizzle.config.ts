import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: './services/registry/src/db/schema.ts',
  out: './migrations',
})
