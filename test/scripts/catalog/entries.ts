import { type AppManifest, inlineTree, parseManifest } from '@cli-apps/core'
import { type CatalogEntry, verificationDigest } from '../../../scripts/catalog/entries.ts'
import type { Verification } from '../../../scripts/catalog/verification-log.ts'

/** An entry that no rule stands against but that of balance, with these changes. */
export function entryWith(changes: Record<string, unknown> = {}): CatalogEntry {
  const name = typeof changes.name === 'string' ? changes.name : 'greet'
  const manifest: AppManifest = parseManifest({
    manifest: 1,
    name,
    version: '1.2.3',
    display_name: name,
    summary: `Write ${name} cards`,
    description: `${name} writes cards. Use it for birthdays.`,
    i18n: { zh: { summary: `用 ${name} 写贺卡`, description: `${name} 写贺卡。` } },
    category: 'text',
    tags: ['card', '贺卡'],
    entry_point: name,
    install: [{ method: 'npm', package: name, version: '1.2.3' }],
    skill: {
      use_when: `A card of ${name}`,
    },
    recipes: [
      {
        id: 'one',
        task: 'One',
        call: { args: ['one'] },
        effect: 'read',
        expect: { stdout_contains: 'hello' },
      },
      { id: 'two', task: 'Two', call: { args: ['two'] }, effect: 'read' },
    ],
    ...changes,
  })
  const tree = inlineTree(manifest.commands)
  return {
    name,
    file: `/catalog/${name}.json`,
    text: '',
    manifest,
    tree,
    programs: {},
    closures: {},
    digest: verificationDigest(manifest),
  }
}

export const verificationOf = (
  { name, digest, manifest }: CatalogEntry,
  changes: Partial<Verification> = {},
): Verification => ({
  name,
  version: manifest.version,
  digest,
  outcome: 'proven',
  method: 'npm',
  node: '20.19.0',
  program_version: '1.2.3',
  commands: 2,
  score: 100,
  seconds: { install: 1.5, inspect: 0.5, lint: 0.2, uninstall: 0.3 },
  reason: null,
  ...changes,
})
