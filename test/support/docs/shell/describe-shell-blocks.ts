import { afterAll, beforeAll, describe, it, vi } from 'vitest'
import { documents } from '../code-blocks.ts'
import { isRun, shellBlocks } from '../shell-blocks.ts'
import { type DocsRegistry, startDocsRegistry } from './docs-registry.ts'
import { runShellBlock } from './run-shell-block.ts'
import { missingFor } from './special-needs.ts'

const reference = ['docs/commands.md']
const registries = ['compatibility', 'publishing', 'registry', 'trust'].map((name) => `docs/${name}.md`)
/** The documents, in parts that are tested in parallel. */
export const parts = {
  reference,
  registries,
  guides: documents.filter((name) => ![...reference, ...registries].includes(name)),
}

/** A registry for the tests of a file. */
export function useDocsRegistry(): () => DocsRegistry {
  // Each line starts a program, which takes long on a loaded machine.
  vi.setConfig({ testTimeout: 300_000 })
  let registry: DocsRegistry | undefined
  beforeAll(async () => {
    registry = await startDocsRegistry()
  })
  afterAll(() => registry?.close())
  return () => {
    if (registry === undefined) throw new Error('the registry has not started')
    return registry
  }
}

/** Declares a test for each shell block of these documents that can run. */
export function describeShellBlocks(names: readonly string[], registry: () => DocsRegistry): void {
  describe('a shell block runs line by line', () => {
    for (const block of shellBlocks(names).filter(isRun))
      it(block.at, async ({ skip }) => {
        const missing = missingFor(block)
        if (missing !== undefined) skip(missing)
        await runShellBlock(block, registry())
      })
  })
}
