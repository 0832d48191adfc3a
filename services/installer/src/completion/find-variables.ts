import path from 'node:path'
import { type CompletionPlace, type Offer, workspaceFor } from './find-apps.ts'
import { appName, field, readLoosely } from './read-loosely.ts'

const variableName = /^[A-Za-z_][A-Za-z0-9_]*$/

/** Returns the variables that an installed app declares in its record. */
export async function variableOffers(app: string, place: CompletionPlace): Promise<Offer[]> {
  if (!appName.test(app)) return []
  const { records } = await workspaceFor(place)
  const manifest = field(await readLoosely(path.join(records, `${app}.json`)), 'manifest')
  const declared = field(field(manifest, 'requires'), 'env')
  if (!Array.isArray(declared)) return []
  return declared.flatMap((variable: unknown) => {
    const [word, about] = [field(variable, 'name'), field(variable, 'description')]
    if (typeof word !== 'string' || !variableName.test(word)) return []
    return [{ word, about: typeof about === 'string' ? about : '' }]
  })
}
