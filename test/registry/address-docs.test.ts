import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { serveOptions } from '../../services/registry/src/commands/serve-flags.ts'
import type { OpenApiDocument } from '../../services/registry/src/openapi/openapi-document.ts'
import { createTestRegistry } from '../support/test-registry.ts'

const read = (name: string): string => readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8')
const docs = `${read('registry.md')}${read('compatibility.md')}`

test('the documentation lists every address of the registry in a table, and no others', async () => {
  const registry = await createTestRegistry()
  const { paths = {} }: OpenApiDocument = JSON.parse(await (await registry.get('/openapi.json')).text())
  await registry.close()
  const served = Object.entries(paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const tabled = [...docs.matchAll(/^\| `([A-Z]+ \/\S*)`/gm)].map(([, address = '']) => address)
  const inProse = served.filter((address) => docs.includes(`\`${address}\``))
  expect(inProse.sort()).toEqual(served.sort())
  expect(tabled.filter((address) => !served.includes(address))).toEqual([])
})

test('the documentation lists every flag of serve', () => {
  const flags = [...docs.matchAll(/^\| `--([a-z-]+)/gm)].map(([, flag = '']) => flag)
  expect(flags.sort()).toEqual(Object.keys(serveOptions).sort())
})
