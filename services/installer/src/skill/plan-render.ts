import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { CommandNode, Digest, InstallRecord, SkillLanguage } from '@cli-apps/core'
import {
  digestOf,
  jsonText,
  makeRecordKey,
  readPublishedManifest,
  readText,
  readWorkspaceFile,
  signedRecordText,
} from '@cli-apps/core/node'
import { copyFolders, type PlacementLayout, plannedLayout } from '../agents/skill-placement.ts'
import type { CommandContext } from '../context.ts'
import { writtenTrees } from '../programs/tree-files.ts'
import { chooseShellCalls } from '../shims/shell-calls.ts'
import type { FileChange } from '../workspace/transaction.ts'
import { readSkillText } from './read-skill-text.ts'
import { readSkillTree } from './read-skill-tree.ts'
import { skillFiles } from './saved-edits.ts'
import { type SkillChanges, skillChanges } from './skill-changes.ts'
import { isAsGenerated } from './skill-state.ts'
import { chooseLanguage, type SkillStyle, templateNotices, trustedTemplates } from './skill-style.ts'

/** A file of a skill, before and after rendering it now. */
export interface RenderedFile {
  /** Path in the workspace, with slashes. */
  path: string
  before: string | null
  after: string | null
  /** Whether a user changed the generated part. */
  isEdited: boolean
}

/** What rendering the skill of an installed app again would do. */
export interface SkillRendering extends Pick<SkillChanges, 'saved' | 'moved'> {
  record: InstallRecord
  next: InstallRecord
  style: SkillStyle
  files: RenderedFile[]
  /** Notices about the templates. */
  notices: string[]
  /** Every file to write, the record last; empty if nothing changes. */
  changes: FileChange[]
}

/** What an installed program reports about itself now. */
export interface FreshFacts {
  programVersion: string | null
  commands: CommandNode
  /** Command trees of the other programs by name; a program that did not answer keeps its tree. */
  trees: ReadonlyMap<string, CommandNode>
  /** Digest of the executable, if the system owns it and may change it at any time. */
  program: Digest | undefined
}

export interface RenderOptions {
  /** `--lang` */
  language: SkillLanguage | undefined
  /** What the program reports now; by default, what was read at install. */
  fresh?: FreshFacts | undefined
  /** Agent folders that have a copy afterwards; by default, those that have one now. */
  folders?: readonly string[] | undefined
  /** Those whose copy shows calls for a shell; by default, as now. */
  shell?: readonly string[] | undefined
  /** By default, as the settings of the workspace say. */
  layout?: PlacementLayout | undefined
}

/** A rendering and what it was made from, so that it can be repeated. */
export interface PlannedRender {
  rendering: SkillRendering
  options: RenderOptions
}

/** Renders an installed app's skill from its record and its command tree. Contacts no registry and changes nothing. */
export async function planRender(
  record: InstallRecord,
  context: CommandContext,
  { language: asked, fresh, folders, shell, layout }: RenderOptions,
): Promise<SkillRendering> {
  const { workspace, config } = context
  const { name } = record
  const { skills: settings, agents: declared = [] } = await readWorkspaceFile(workspace)
  const { language, own } = chooseLanguage({ asked, record, settings })
  const style = { language, templates: await trustedTemplates(settings, context) }
  const app = {
    ...record,
    program_version: fresh === undefined ? record.program_version : fresh.programVersion,
  }
  // A fresh tree replaces the stored one, which may be damaged.
  const stored = fresh === undefined ? await readSkillTree(workspace, record) : undefined
  const commands = fresh?.commands ?? stored
  const tree = fresh && jsonText(fresh.commands)
  const others = new Map([...(fresh?.trees ?? [])].map(([program, node]) => [program, jsonText(node)]))
  const placement = {
    agents: record.skill.agents ?? [],
    folders: [...(folders ?? copyFolders(record))],
    shell: [...(shell ?? record.skill.shell ?? [])],
    layout: layout ?? plannedLayout(settings, [...declared, ...(record.skill.agents ?? [])]),
  }
  const shellCalls = await chooseShellCalls(app, settings, context.environment)
  const rendered = await skillChanges({ app, shellCalls, commands, style, own, placement }, record, workspace)
  const program = fresh === undefined ? record.skill.program : fresh.program
  const next = {
    ...app,
    skill: { ...rendered.skill, ...(program !== undefined && { program }) },
    ...(tree !== undefined && { commands: digestOf(tree) }),
    ...(app.programs && { programs: withTrees(app.programs, others) }),
  }
  const files = await compareFiles(record, rendered, context)
  const [manifest, key] = [await readPublishedManifest(workspace, name), await makeRecordKey(config.home)]
  const changes = [
    ...(await withoutSame(rendered.changes, context)),
    ...(await withoutThere(writtenTrees(name, tree, others), workspace.root)),
    ...(isDeepStrictEqual(next, record)
      ? []
      : [{ path: `.cli-apps/apps/${name}.json`, content: signedRecordText({ ...next, manifest }, key) }]),
  ]
  const notices = await templateNotices(settings, context)
  return { record, next, style, files, changes, notices, saved: rendered.saved, moved: rendered.moved }
}

/** Returns the same programs with the digests of these trees. */
const withTrees = (
  programs: NonNullable<InstallRecord['programs']>,
  trees: ReadonlyMap<string, string>,
): InstallRecord['programs'] =>
  Object.fromEntries(
    Object.entries(programs).map(([name, program]) => {
      const tree = trees.get(name)
      return [name, tree === undefined ? program : { ...program, commands: digestOf(tree) }]
    }),
  )

/** Returns the changes to files that differ; a file that cannot be read counts as different. */
async function withoutThere(changes: readonly FileChange[], root: string): Promise<FileChange[]> {
  const before = await Promise.all(
    changes.map((change) => readText(path.join(root, change.path)).catch(() => undefined)),
  )
  return changes.filter(({ content }, index) => content !== before[index])
}

async function compareFiles(
  record: InstallRecord,
  { skill, changes }: SkillChanges,
  { workspace }: CommandContext,
): Promise<RenderedFile[]> {
  const known = { ...record.skill.files, ...record.skill.copies }
  const after = new Map(changes.map(({ path, content }) => [path, content]))
  const paths = new Set([...Object.keys({ ...skill.files, ...skill.copies }), ...skillFiles(record)])
  return Promise.all(
    [...paths].map(async (path) => {
      const before = (await readSkillText(workspace, path)) ?? null
      const isEdited = before !== null && !isAsGenerated(before, known[path])
      return { path, before, after: after.get(path) ?? null, isEdited }
    }),
  )
}

async function withoutSame(
  changes: readonly FileChange[],
  { workspace }: CommandContext,
): Promise<FileChange[]> {
  const before = await Promise.all(
    changes.map(async ({ path }) => (await readSkillText(workspace, path)) ?? null),
  )
  return changes.filter(({ content }, index) => content !== before[index])
}
