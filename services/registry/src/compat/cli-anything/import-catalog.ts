import { type AppManifest, InvalidError, issuesOf } from '@cli-apps/core'
import * as z from 'zod'
import { CliAnythingEntry, draftManifest } from './draft-manifest.ts'
import { type ImportRefusal, type KnownVersions, refusal } from './parse-install-command.ts'

const CliAnythingCatalog = z.object({ clis: z.array(z.unknown()).max(10_000) })

export interface ImportReport {
  imported: AppManifest[]
  refused: ({ name: string } & ImportRefusal)[]
}

/**
 * Drafts manifests from a `registry.json` or `public_registry.json`, and reports why entries were skipped. `commits`
 * pins the heads of repositories. Throws `InvalidError` if it is not a catalog.
 */
export function importCatalog(value: unknown, commits: KnownVersions['commits'] = {}): ImportReport {
  const catalog = CliAnythingCatalog.safeParse(value)
  if (!catalog.success)
    throw new InvalidError('import.no-catalog', 'This is not a catalog of CLI-Anything.', {
      hint: 'It is an object with a list "clis", as registry.json and public_registry.json of that project.',
      issues: issuesOf(catalog.error, value),
    })
  const report: ImportReport = { imported: [], refused: [] }
  const taken = new Set<string>()
  for (const [at, item] of catalog.data.clis.entries()) {
    const entry = CliAnythingEntry.safeParse(item)
    const name = entry.success ? entry.data.name.slice(0, 100) : `clis[${at}]`
    const draft = entry.success
      ? draftManifest(entry.data, commits)
      : refusal('needs-a-person', `The entry is not valid: ${entry.error.issues[0]?.message}.`)
    if ('refusal' in draft) report.refused.push({ name, ...draft.refusal })
    else if (taken.has(draft.manifest.name))
      report.refused.push({
        name,
        rule: 'name.taken',
        reason: `Another entry has the name ${draft.manifest.name} too.`,
      })
    else {
      taken.add(draft.manifest.name)
      report.imported.push(draft.manifest)
    }
  }
  return report
}
