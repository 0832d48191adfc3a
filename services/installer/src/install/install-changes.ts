import type { KeyObject } from 'node:crypto'
import path from 'node:path'
import type { InstallRecord, LockedApp, Lockfile, SkillSettings, WorkspaceFile } from '@cli-apps/core'
import {
  digestOf,
  jsonText,
  readText,
  signedRecordText,
  type Workspace,
  workspaceLockfileText,
} from '@cli-apps/core/node'
import { refuseUnmanagedSkills } from '../agents/unmanaged-skill.ts'
import { treeChanges } from '../programs/tree-files.ts'
import { chooseShellCalls } from '../shims/shell-calls.ts'
import { type SkillChanges, skillChanges } from '../skill/skill-changes.ts'
import { chooseLanguage, trustedTemplates } from '../skill/skill-style.ts'
import type { FileChange } from '../workspace/transaction.ts'
import type { InstalledProgram, OtherProgram } from './program/installed-program.ts'

interface AppChanges extends Pick<SkillChanges, 'saved' | 'moved'> {
  record: InstallRecord
  changes: FileChange[]
}

/**
 * Returns the files that add an installed program to this workspace.
 * The record, signed with the user's key, comes last.
 */
export async function appChanges(
  installed: InstalledProgram,
  previous: InstallRecord | undefined,
  {
    workspace,
    settings,
    home,
    environment,
    key,
    now,
  }: {
    workspace: Workspace
    settings: SkillSettings | undefined
    home: string
    environment: NodeJS.ProcessEnv
    key: KeyObject
    now: Date
  },
): Promise<AppChanges> {
  const { plan, commands } = installed
  const tree = commands && jsonText(commands)
  const trees = treeTexts(installed.programs)
  const base = recordWithoutSkill(installed, { tree, trees, now })
  const { placement } = plan
  await refuseUnmanagedSkills(plan.name, placement.folders, {
    workspace,
    record: previous,
    layout: placement.layout,
  })
  const { language, own } = chooseLanguage({ asked: plan.skillLanguage, record: previous, settings })
  const style = { language, templates: await trustedTemplates(settings, { workspace, config: { home } }) }
  const shellCalls = await chooseShellCalls(base, settings, environment)
  const wish = { app: base, shellCalls, commands: commands ?? installed.described, style, own, placement }
  const { skill, changes, saved, moved } = await skillChanges(wish, previous, workspace)
  const record: InstallRecord = { ...base, skill }
  return {
    record,
    saved,
    moved,
    changes: [
      ...changes,
      ...treeChanges({ name: plan.name, tree, programs: trees }, previous),
      {
        path: `.cli-apps/apps/${plan.name}.json`,
        content: signedRecordText({ ...record, manifest: plan.json }, key),
      },
    ],
  }
}

function recordWithoutSkill(
  {
    plan,
    argv,
    programVersion,
    packageVersion,
    proof,
    adopted,
    general,
    programs,
    ...read
  }: InstalledProgram,
  { tree, trees, now }: { tree: string | undefined; trees: ReadonlyMap<string, string>; now: Date },
): Omit<InstallRecord, 'skill'> {
  return {
    record: 1,
    name: plan.name,
    version: plan.version,
    digest: plan.digest,
    registry: plan.registry,
    method: plan.method.method,
    platform: plan.platform,
    argv,
    program_version: programVersion,
    ...(packageVersion !== null && { package_version: packageVersion }),
    store: plan.entry?.folder ?? null,
    ...proof,
    adopted,
    ...(general !== undefined && { general }),
    installed_at: now.toISOString(),
    ...(plan.signature && { signature: plan.signature }),
    ...(tree !== undefined && { commands: digestOf(tree) }),
    ...(read.tried !== undefined && { tried: read.tried }),
    ...(read.isUnread && { unread: true as const }),
    ...(plan.manifest.programs && { programs: recordedPrograms(programs, trees) }),
    manifest: plan.manifest,
  }
}

/** The command trees of the other programs as their files hold them. */
const treeTexts = (programs: readonly OtherProgram[]): Map<string, string> =>
  new Map(
    programs.flatMap(({ name, commands }) => (commands === undefined ? [] : [[name, jsonText(commands)]])),
  )

const recordedPrograms = (
  programs: readonly OtherProgram[],
  trees: ReadonlyMap<string, string>,
): InstallRecord['programs'] =>
  Object.fromEntries(
    programs.map(({ name, argv, general }) => {
      const tree = trees.get(name)
      const commands = tree === undefined ? {} : { commands: digestOf(tree) }
      return [name, { argv, ...(general !== undefined && { general }), ...commands }]
    }),
  )

/**
 * Returns the lockfile entry of this app. Trees that other platforms resolved for the same version stay.
 * If the content is the same, the registry stays the one that the name is pinned to, whichever registry served it this
 * time.
 */
export function lockedApp(installed: InstalledProgram, before: LockedApp | undefined): LockedApp {
  const { plan, artifacts, programVersion, packageVersion } = installed
  const isSame = before?.version === plan.version && before.digest === plan.digest
  const here = isSame ? before.platforms[plan.platform] : undefined
  const proof = plan.checked?.proof ?? (here?.method === plan.method.method ? here.proof : undefined)
  const isProven = proof !== undefined && Object.keys(proof).length > 0
  const install = {
    method: plan.method.method,
    program_version: programVersion,
    ...(packageVersion !== null && { package_version: packageVersion }),
    ...(isProven && { proof }),
    artifacts,
  }
  if (isSame && !plan.isMoved)
    return { ...before, platforms: { ...before.platforms, [plan.platform]: install } }
  return {
    version: plan.version,
    digest: plan.digest,
    registry: plan.registry,
    ...(plan.signature && { key: plan.signature.key }),
    platforms: { ...(isSame && before.platforms), [plan.platform]: install },
  }
}

/** Returns the change of the lockfile, or nothing if its text stays the same. */
export const lockfileChange = (workspace: Workspace, lockfile: Lockfile): Promise<FileChange[]> =>
  changeOf(workspace, 'cli-apps.lock', workspaceLockfileText(lockfile, workspace))

/** Returns the change of `cli-apps.json`, or nothing if its text stays the same. Keeps the order of the user's keys. */
export async function workspaceFileChange(workspace: Workspace, file: WorkspaceFile): Promise<FileChange[]> {
  const text = await readText(workspace.file)
  const before = text === undefined ? {} : (JSON.parse(text) as object)
  const { apps, pins, ...rest } = file
  const next: Record<string, unknown> = {
    ...rest,
    apps: sorted(apps),
    ...(pins !== undefined && Object.keys(pins).length > 0 && { pins: sorted(pins) }),
  }
  const keys = new Set([...Object.keys(before), ...Object.keys(next)])
  const ordered = [...keys].filter((key) => next[key] !== undefined).map((key) => [key, next[key]])
  return changeOf(workspace, 'cli-apps.json', jsonText(Object.fromEntries(ordered)))
}

async function changeOf(workspace: Workspace, file: string, content: string): Promise<FileChange[]> {
  const before = await readText(path.join(workspace.root, file))
  return before === content ? [] : [{ path: file, content }]
}

const sorted = (entries: Partial<Record<string, string>>): Partial<Record<string, string>> =>
  Object.fromEntries(Object.entries(entries).sort(([a], [b]) => (a < b ? -1 : 1)))
