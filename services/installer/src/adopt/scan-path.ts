import { type AppName, generalProgramsOf, t, UsageError } from '@cli-apps/core'
import { builtInCatalog, findProgram, readCatalog, resourceFolder } from '@cli-apps/core/node'
import type { CommandContext } from '../context.ts'
import { registryLocations } from '../resolve/registry-locations.ts'
import { readWorkspaceFacts } from '../resolve/workspace-facts.ts'

/** A program on PATH with the name of an app's entry point; whether it is that app is proved when it is adopted. */
export interface FoundOnPath {
  name: AppName
  /** Absolute path. */
  program: string
  summary: string
}

/**
 * Lists the apps of the packaged catalog whose program is on PATH and can be told from others of that name, without those
 * that the workspace has. Runs no program. Throws `UsageError` `init.other-registry` where apps come from elsewhere.
 */
export async function scanPath(context: CommandContext): Promise<FoundOnPath[]> {
  const { environment, output, workspace } = context
  const { declared, lockfile } = await readWorkspaceFacts(workspace)
  if (!registryLocations(context, { flag: undefined, declared }).includes(builtInCatalog))
    throw new UsageError(
      'init.other-registry',
      t('init.other-registry', '--scan knows the packaged catalog, which this workspace does not use.'),
      { hint: t('init.other-registry.hint', 'Adopt a program by its name: {cli} install NAME --adopt') },
    )
  const progress = output.progress(t('init.scan', 'look for known programs on PATH'))
  try {
    const entries = await readCatalog(resourceFolder('catalog'))
    const candidates = entries
      .map(({ manifest }) => manifest)
      .filter(({ run }) => run?.version?.expect !== undefined)
      .filter((manifest) => generalProgramsOf(manifest).length === 0)
      .filter(({ name }) => declared.apps[name] === undefined && lockfile.apps[name] === undefined)
    const found = candidates.map(async ({ name, entry_point, summary }): Promise<FoundOnPath[]> => {
      const program = await findProgram(entry_point, environment)
      return program === undefined ? [] : [{ name, program, summary }]
    })
    return (await Promise.all(found)).flat().sort((a, b) => (a.name < b.name ? -1 : 1))
  } finally {
    progress.done()
  }
}

/**
 * Returns the programs that an answer means: numbers of the list or names, separated by spaces or commas, or `all`. Throws
 * `UsageError` `init.bad-choice`.
 */
export function chooseFound(answer: string, found: readonly FoundOnPath[]): FoundOnPath[] {
  const words = answer.split(/[\s,]+/).filter((word) => word !== '')
  if (words.length === 1 && words[0] === 'all') return [...found]
  const chosen = words.map((word) => {
    const one = found.find(({ name }, at) => name === word || String(at + 1) === word)
    if (one !== undefined) return one
    throw new UsageError(
      'init.bad-choice',
      t('init.bad-choice', '{word} is neither a number nor a name of the list.', {
        word: JSON.stringify(word),
      }),
      { hint: t('init.bad-choice.hint', 'Nothing was adopted. Run the command again.') },
    )
  })
  return [...new Set(chosen)]
}
