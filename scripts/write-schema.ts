// Writes JSON Schemas from the zod schemas that the programs use: of an app manifest, which ships with core, and of what each
// command prints with --json, which ships with the installer.
import { writeFile } from 'node:fs/promises'
import { AppManifest } from '@cli-apps/core'
import { ChangePlan, ErrorDocument } from '@cli-apps/core/results'
import * as z from 'zod'
import { commandResults } from '../services/installer/src/command-results.ts'

const jsonSchema = (schema: z.core.$ZodType) =>
  z.toJSONSchema(schema, { target: 'draft-2020-12', io: 'input', unrepresentable: 'any' })

const write = (file: string, document: unknown): Promise<void> =>
  writeFile(new URL(`../${file}`, import.meta.url), `${JSON.stringify(document, null, 2)}\n`)

const { $schema, ...manifest } = jsonSchema(AppManifest)
await write('packages/core/schema/app.json', {
  $schema,
  $id: 'urn:cli-apps:manifest:1',
  title: 'cli-apps app manifest, format 1',
  ...manifest,
})

const definition = (schema: z.core.$ZodType) => {
  const { $schema: _, ...rest } = jsonSchema(schema)
  return rest
}
await write('services/installer/schema/results.json', {
  $schema,
  $id: 'urn:cli-apps:results:1',
  title: 'What the commands of cli-apps print with --json',
  description:
    'By command. With --dry-run a command prints a change-plan instead, and on failure an error; keys may be added.',
  $defs: {
    error: definition(ErrorDocument),
    'change-plan': definition(ChangePlan),
    ...Object.fromEntries(Object.entries(commandResults).map(([name, schema]) => [name, definition(schema)])),
  },
})
