import {
  type AppName,
  type InstallRecord,
  type LockedApp,
  type Lockfile,
  type Platform,
  skillPath,
  type WorkspaceFile,
} from '@cli-apps/core'
import { digestOf, jsonText, readText, type Workspace } from '@cli-apps/core/node'
import { type FileChange, placeOf } from '../workspace/transaction.ts'
import { documentApp } from './document-app.ts'
import type { InstalledApp } from './install-program.ts'

export interface AppChanges {
  record: InstallRecord
  changes: FileChange[]
  /** Files that a person had edited, and where their text was saved. */
  saved: string[]
}

/** The files that make an installed program an app of this workspace; the record comes last. */
export async function appChanges(
  installed: InstalledApp,
  previous: InstallRecord | undefined,
  { workspace, now }: { workspace: Workspace; now: Date },
): Promise<AppChanges> {
  const { plan, argv, programVersion, commands } = installed
  const base = {
    record: 1,
    name: plan.name,
    version: plan.version,
    digest: plan.digest,
    registry: plan.registry,
    method: plan.method.method,
    platform: plan.platform,
    argv,
    program_version: programVersion,
    store: plan.entry?.folder ?? null,
    adopted: installed.adopted,
    installed_at: now.toISOString(),
    ...(plan.signature && { signature: plan.signature }),
    manifest: plan.manifest,
  } as const
  const { files, digests } = await documentApp(base, commands)
  const record: InstallRecord = { ...base, skill: { path: skillPath(plan.name), files: digests } }
  const edited = await savedEdits(
    workspace,
    plan.name,
    [...new Set([...Object.keys(files), ...skillFiles(previous)])],
    {
      known: previous?.skill.files ?? {},
      accepted: digests,
    },
  )
  const stale = skillFiles(previous).filter((file) => files[file] === undefined)
  return {
    record,
    saved: edited.map(({ path }) => path),
    changes: [
      ...edited,
      ...stale.map((path) => ({ path, content: null })),
      ...Object.entries(files).map(([path, content]) => ({ path, content })),
      {
        path: `.cli-apps/commands/${plan.name}.json`,
        content: commands === undefined ? null : jsonText(commands),
      },
      { path: `.cli-apps/apps/${plan.name}.json`, content: jsonText({ ...record, manifest: plan.json }) },
    ],
  }
}

export const skillFiles = (record: InstallRecord | undefined): string[] =>
  Object.keys(record?.skill.files ?? {})

/** What a person wrote into generated files is put aside before they are replaced or removed. */
export async function savedEdits(
  workspace: Workspace,
  name: AppName,
  files: readonly string[],
  {
    known,
    accepted,
  }: { known: Readonly<Record<string, string>>; accepted: Readonly<Record<string, string>> },
): Promise<FileChange[]> {
  const edits: FileChange[] = []
  for (const file of files) {
    const text = await readText(await placeOf(workspace, file))
    if (text === undefined) continue
    const digest = digestOf(text)
    if (digest === known[file] || digest === accepted[file]) continue
    const at = file.slice(file.indexOf('/', 'skills/'.length) + 1)
    // The digest in the path keeps one saved text from replacing another.
    edits.push({ path: `.cli-apps/saved/${name}/${digest.slice(7, 15)}/${at}`, content: text })
  }
  return edits
}

/** The lockfile with this app in it; what other platforms resolved of the same version stays. */
export function lockedApp(installed: InstalledApp, before: LockedApp | undefined): LockedApp {
  const { plan, artifacts } = installed
  const isSame = before?.version === plan.version && before.digest === plan.digest
  const platforms: LockedApp['platforms'] = isSame ? { ...before.platforms } : {}
  platforms[plan.platform] = { method: plan.method.method, artifacts }
  return {
    version: plan.version,
    digest: plan.digest,
    registry: plan.registry,
    platforms: sorted<Platform, (typeof platforms)[Platform]>(platforms),
  }
}

export const lockfileChange = (lockfile: Lockfile): FileChange => ({
  path: 'cli-apps.lock',
  content: jsonText({ ...lockfile, apps: sorted(lockfile.apps) }),
})

export const workspaceFileChange = (file: WorkspaceFile): FileChange => ({
  path: 'cli-apps.json',
  content: jsonText({ ...file, apps: sorted(file.apps) }),
})

function sorted<Key extends string, Value>(entries: Partial<Record<Key, Value>>): Record<Key, Value> {
  return Object.fromEntries(Object.entries(entries).sort(([a], [b]) => (a < b ? -1 : 1))) as Record<
    Key,
    Value
  >
}
