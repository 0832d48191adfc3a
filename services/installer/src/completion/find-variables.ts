import path from 'node:path'
import { findWorkspace } from '@cli-apps/core/node'
import type { CompletionPlace, Offer } from './find-apps.ts'
import { appName, field, readLoosely } from './read-loosely.ts'

const variableName = /^[A-Za-z_][A-Za-z0-9_]*$/

/** Variables that an installed app declares, as its record has them. */
export async function declaredVariables(app: string, { cwd }: CompletionPlace): Promise<Offer[]> {
  if (!appName.test(app)) return []
  const { records } = await findWorkspace(cwd)
  const manifest = field(await readLoosely(path.join(records, `${app}.json`)), 'manifest')
  const declared = field(field(manifest, 'requires'), 'env')
  if (!Array.isArray(declared)) return []
  return declared.flatMap((variable: unknown) => {
    const [word, about] = [field(variable, 'name'), field(variable, 'description')]
    if (typeof word !== 'string' || !variableName.test(word)) return []
    return [{ word, about: typeof about === 'string' ? about : '' }]
  })
}
