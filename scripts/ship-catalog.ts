// Writes the catalog that ships with the programs: its manifests without white space, which the digests ignore, and their
// index with the terms that searches find. The build calls it with the folders to write: each gets the lists of
// Debian packages and the command trees that an install can use, the results of recipes, those with --command-trees all of them.
import { execFileSync } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import {
  type AppManifest,
  CommandNode,
  DebianArchitecture,
  DebianClosure,
  indexDocument,
  indexEntry,
  type Playbook,
  RecipeResults,
} from '@cli-apps/core'
import {
  catalogIndexFile,
  closureFile,
  exists,
  playbookFile,
  playbookNames,
  playbookResultsFile,
  readPlaybook,
  recipeResultsFile,
  treeFile,
} from '@cli-apps/core/node'
import { isFineTree } from '@cli-apps/core/skill'
import { SharedPackages, sharedPackagesFile } from '../packages/core/src/node/publication/shared-packages.ts'
import { readCatalog } from '../packages/core/src/node/registry/catalog/catalog-entries.ts'
import {
  catalogPlaybooksFile,
  catalogRecipeTermsFile,
  catalogTermsFile,
} from '../packages/core/src/node/registry/catalog/catalog-index.ts'
import { indexedPlaybook } from '../packages/core/src/search/fitting-playbooks.ts'
import { recipeIndexText } from '../packages/core/src/search/recipe-index.ts'
import { searchFields } from '../packages/core/src/search/search-fields.ts'
import { termIndexText } from '../packages/core/src/search/term-index.ts'

const catalog = fileURLToPath(new URL('../catalog', import.meta.url))
const entries = await readCatalog(catalog)
// Programs use the shipped manifests without parsing them again.
for (const { manifest, json } of entries)
  if (!isDeepStrictEqual(manifest, json))
    throw new Error(
      `catalog/${manifest.name}.json: has what its schema changes; write it as the schema returns it`,
    )
const date = lastChange()
const index = { ...indexDocument(entries.map(indexEntry)), ...(date !== undefined && { date }) }
const fields = entries.map(({ manifest }) =>
  searchFields({ ...manifest, tags: manifest.tags ?? [], aliases: manifest.aliases ?? [] }),
)
const terms = termIndexText(
  entries.map((entry, at) => ({
    ...indexEntry(entry),
    fields: fields[at] ?? searchFields(indexEntry(entry)),
  })),
)
const playbooks = await Promise.all(
  (await playbookNames(catalog)).map(async (name) => (await readPlaybook(catalog, name)) as Playbook),
)
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'command-trees': { type: 'string', multiple: true, default: [] } },
})
for (const folder of [...positionals, ...values['command-trees']]) {
  await mkdir(folder, { recursive: true })
  for (const { manifest, json } of entries)
    await writeFile(path.join(folder, `${manifest.name}.json`), JSON.stringify(json))
  await writeFile(catalogIndexFile(folder), JSON.stringify(index))
  if (!values['command-trees'].includes(folder)) {
    await writeFile(catalogTermsFile(folder), terms, 'latin1')
    await writeFile(
      catalogRecipeTermsFile(folder),
      recipeIndexText(entries.map(({ manifest }) => manifest)),
      'latin1',
    )
    await writeFile(catalogPlaybooksFile(folder), JSON.stringify(playbooks.map(indexedPlaybook)))
  }
  for (const { name } of playbooks) await ship((of) => playbookFile(of, name), folder)
  // Only the registry shows them.
  if (values['command-trees'].includes(folder)) await ship(playbookResultsFile, folder)
  const shared = new SharedPackages()
  for (const { manifest } of entries)
    for (const architecture of closuresOf(manifest))
      await ship(
        (of) => closureFile(of, manifest.name, architecture),
        folder,
        (closure) =>
          // What is published from a catalog has whole closures.
          values['command-trees'].includes(folder) ? closure : shared.share(DebianClosure.parse(closure)),
      )
  if (shared.list.length > 0) await writeFile(sharedPackagesFile(folder), JSON.stringify(shared.list))
  for (const { manifest } of entries)
    if (await exists(recipeResultsFile(catalog, manifest.name)))
      await ship(
        (of) => recipeResultsFile(of, manifest.name),
        folder,
        (results) => RecipeResults.parse(results),
      )
}
for (const folder of [...positionals, ...values['command-trees']])
  for (const { manifest } of entries.filter(
    (entry) => entry.manifest.commands_read_from !== undefined || values['command-trees'].includes(folder),
  ))
    for (const program of Object.keys(manifest.commands ?? {}))
      await ship((of) => treeFile(of, manifest.name, program), folder, requireFine)

/** The installer takes the texts of shipped trees as they are. */
function requireFine(document: unknown): unknown {
  const tree = CommandNode.parse(document)
  // As it was: manifests name its digest.
  if (isFineTree(tree)) return document
  throw new Error(`the command tree of ${tree.name} has texts that resemble an attack on a model`)
}

/** Copies a document of the catalog without white space, in this form. */
async function ship(
  fileIn: (folder: string) => string,
  folder: string,
  form: (document: unknown) => unknown = (document) => document,
): Promise<void> {
  await mkdir(path.dirname(fileIn(folder)), { recursive: true })
  await writeFile(fileIn(folder), JSON.stringify(form(JSON.parse(await readFile(fileIn(catalog), 'utf8')))))
}

function closuresOf({ install }: AppManifest): DebianArchitecture[] {
  return DebianArchitecture.options.filter((architecture) =>
    install.some((method) => method.method === 'debian' && method.architectures[architecture] !== undefined),
  )
}

/** Date of the last commit to the catalog; `undefined` outside a repository. */
function lastChange(): string | undefined {
  try {
    const day = execFileSync('git', ['log', '-1', '--format=%cs', '--', '.'], {
      cwd: catalog,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
    return day === '' ? undefined : day
  } catch {
    return undefined
  }
}
