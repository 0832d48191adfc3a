import { type IndexedPlaybook, indexedPlaybook } from '../../../search/fitting-playbooks.ts'
import { readCatalogPlaybooks } from '../catalog/catalog-index.ts'

/** The playbooks of a catalog folder with their terms, as the build wrote them or else from their own files. */
export const catalogPlaybooks = async (folder: string): Promise<IndexedPlaybook[]> =>
  (await readCatalogPlaybooks(folder)) ?? indexPlaybooks(folder)

async function indexPlaybooks(folder: string): Promise<IndexedPlaybook[]> {
  const { playbookNames, readPlaybook } = await import('../../publication/playbook-file.ts')
  const read = await Promise.all((await playbookNames(folder)).map((name) => readPlaybook(folder, name)))
  return read.flatMap((playbook) => (playbook === undefined ? [] : indexedPlaybook(playbook)))
}
