import { NotFoundError, nearestNames, type Playbook, t } from '@cli-apps/core'
import { playbookNames, readPlaybook, resourceFolder } from '@cli-apps/core/node'

/** Every playbook of the catalog that ships with the program, by name. */
export async function readPlaybooks(): Promise<Playbook[]> {
  const names = await playbookNames(resourceFolder('catalog'))
  return Promise.all(names.map(findPlaybook))
}

/** Returns a playbook by name. Throws `NotFoundError` `playbook.unknown`. */
export async function findPlaybook(name: string): Promise<Playbook> {
  const folder = resourceFolder('catalog')
  const names = await playbookNames(folder)
  // Only listed names are joined to the folder's path.
  const playbook = names.includes(name) ? await readPlaybook(folder, name) : undefined
  if (playbook !== undefined) return playbook
  const near = nearestNames(name, new Set(names))
  throw new NotFoundError(
    'playbook.unknown',
    t('playbook.unknown', 'There is no playbook {name}.', { name }),
    {
      hint:
        near.length > 0
          ? t('playbook.unknown.near', 'Did you mean {near}?', { near: near.join(', ') })
          : t('playbook.unknown.hint', '"cli-apps playbook" lists them.'),
      details: { nearest: near },
    },
  )
}
