import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { parseJson } from '../../canonical-json.ts'
import { InvalidError } from '../../errors/errors.ts'
import { issuesOf } from '../../errors/issues.ts'
import { t } from '../../messages/t.ts'
import { Playbook } from '../../playbook/playbook.ts'
import { readText } from '../files.ts'

/** Path of a playbook, relative to a folder of manifests. */
export const playbookFile = (folder: string, name: string): string =>
  path.join(folder, 'playbooks', `${name}.json`)

/** Names of the playbooks of a folder of manifests, sorted; none without `playbooks/`. */
export async function playbookNames(folder: string): Promise<string[]> {
  const files = await readdir(path.join(folder, 'playbooks')).catch(() => [])
  return files.flatMap((file) => /^([a-z0-9-]+)\.json$/.exec(file)?.[1] ?? []).sort()
}

/** Reads a playbook; `undefined` if there is none of that name. Throws `InvalidError` `playbook.invalid`. */
export async function readPlaybook(folder: string, name: string): Promise<Playbook | undefined> {
  const file = playbookFile(folder, name)
  const text = await readText(file)
  if (text === undefined) return undefined
  const value = parseJson(text, file)
  const parsed = Playbook.safeParse(value)
  if (parsed.success && parsed.data.name === name) return parsed.data
  throw new InvalidError(
    'playbook.invalid',
    t('playbook.invalid', '{file} is not a valid playbook.', { file }),
    {
      hint: t('playbook.invalid.hint', 'Correct it; its "name" is that of the file.'),
      issues: parsed.success ? [] : issuesOf(parsed.error, value),
    },
  )
}
