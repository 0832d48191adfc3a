// Writes packages/core/schema/app.json, the JSON Schema of an app manifest, from the zod schema that checks manifests.
import { writeFile } from 'node:fs/promises'
import { AppManifest } from '@cli-apps/core'
import * as z from 'zod'

const { $schema, ...schema } = z.toJSONSchema(AppManifest, {
  target: 'draft-2020-12',
  io: 'input',
  unrepresentable: 'any',
})
const document = {
  $schema,
  $id: 'urn:cli-apps:manifest:1',
  title: 'cli-apps app manifest, format 1',
  ...schema,
}
await writeFile(
  new URL('../packages/core/schema/app.json', import.meta.url),
  `${JSON.stringify(document, null, 2)}\n`,
)
