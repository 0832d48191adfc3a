import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { AppManifest, CommandNode } from '@cli-apps/core'
import { manifestDigest, treeFile } from '@cli-apps/core/node'
import { catalogFolder } from './entries.ts'
import { printEntry, printTree } from './print-entry.ts'

/** Writes an entry of the catalog and the command tree of its entry point, whose digest the entry names. */
export async function writeEntry(
  manifest: AppManifest,
  tree: CommandNode,
  folder = catalogFolder,
): Promise<void> {
  const text = printTree(tree)
  const file = treeFile(folder, manifest.name, manifest.entry_point)
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, text)
  const commands = { [manifest.entry_point]: manifestDigest(JSON.parse(text)) }
  await writeFile(path.join(folder, `${manifest.name}.json`), printEntry({ ...manifest, commands }))
}
