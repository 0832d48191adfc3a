import * as z from 'zod'
import { AgentId, agentFolders } from '../agents.ts'
import { Digest } from '../digest.ts'
import { Signature } from '../documents/keys.ts'
import { AppName } from '../manifest/app-name.ts'
import { ExecutableName, MethodKind } from '../manifest/install-method.ts'
import { Platform } from '../manifest/platform.ts'
import { readManifestFacts } from '../manifest/read-manifest.ts'
import { SkillLanguage } from '../manifest/skill/skill-language.ts'
import { EntryVersion } from '../manifest/versions.ts'
import { t } from '../messages/t.ts'
import { skillFileAt } from './skill-places.ts'

/**
 * Without its command tree, which may be a hundred times larger and stays on disk: calls are judged by the tree read
 * from the program at install.
 */
const Manifest = z.unknown().transform((value, context) => {
  try {
    return readManifestFacts(value)
  } catch (error) {
    context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : String(error) })
    return z.NEVER
  }
})

/** A program that the system owns, as it was when recorded. */
export const SystemProgram = z.object({
  /** Version according to its package manager; null without one. */
  version: z.string().nullable(),
  executable: Digest.describe('Of the file that is run'),
})
export type SystemProgram = z.infer<typeof SystemProgram>

/** The recipes that were run on this machine when the program was installed, by their ids. */
export const TriedRecipes = z.object({ passed: z.array(z.string()), failed: z.array(z.string()) })
export type TriedRecipes = z.infer<typeof TriedRecipes>

/** A program besides the entry point. Its fields mean what those of the record mean for the entry point. */
const OtherProgram = z.object({
  argv: z.array(z.string()).min(1).max(8),
  general: z.string().optional(),
  commands: Digest.optional(),
})

const RecordFields = z.object({
  record: z.literal(1),
  name: AppName,
  version: EntryVersion,
  digest: Digest.describe('Of the manifest'),
  registry: z.string(),
  method: MethodKind,
  platform: Platform,
  /** Absolute argv prefix: the program, or its interpreter and the script. */
  argv: z.array(z.string()).min(1).max(8),
  /** The version that the program printed; null if it prints none. */
  program_version: z.string().nullable(),
  /** The version of its package, as the package's manager writes it; absent if it has none, and in older records. */
  package_version: z.string().optional(),
  /** Folder in the store; null for a program that the system or something else owns. */
  store: z.string().nullable(),
  /** Digest of the store's list of the program's files (`files.json`); absent if the program is not in the store. */
  program: Digest.optional(),
  /** What the system had at install, which may change at any time. Absent if the program is in the store. */
  system: SystemProgram.optional(),
  /** True for a program that existed before and is never removed by us. */
  adopted: z.boolean(),
  /** Why the program counts as one that can run any other, if a person installed it nevertheless. */
  general: z.string().optional(),
  installed_at: z.string(),
  skill: z.object({
    path: z.string(),
    files: z.record(z.string(), Digest),
    /** Digest of what rendered the files, with language and templates; absent if it ran from its sources. */
    renderer: Digest.optional(),
    /** Agents requested for this app, besides those that the workspace declares. */
    agents: z.array(AgentId).optional(),
    /** Language requested for this app, if it differs from the workspace's. */
    language: SkillLanguage.optional(),
    /** Digest of the executable whose help the skill describes, if that was read again after a system update. */
    program: Digest.optional(),
    /** Copies of the same files in folders that agents read. */
    copies: z.record(z.string(), Digest).optional(),
    /** Agent folders whose copy shows calls for a shell in place of the tool. */
    shell: z.array(z.string()).optional(),
  }),
  /** The signature that proved the manifest at install; absent if its registry did not sign. */
  signature: Signature.optional(),
  /** Digest of the app's command tree, by which calls are judged; absent if its help could not be read. */
  commands: Digest.optional(),
  /** Absent where none was run, as without a sandbox. */
  tried: TriedRecipes.optional(),
  /** Its help was not read or its recipes were not run yet, which a process in the background does after an install. */
  unread: z.literal(true).optional(),
  /** The other programs of the app that were found at install, by name. */
  programs: z.record(ExecutableName, OtherProgram).optional(),
  /** Stored as published, so that digest and signature can be verified again. */
  manifest: Manifest,
})

/**
 * `.cli-apps/apps/<name>.json`, format 1: an installed app of one workspace on this machine. It suffices to run,
 * verify, render and uninstall the app without a registry. It may come with a cloned workspace, and uninstall removes
 * what it lists, so it may only list its own skill.
 */
export const InstallRecord = RecordFields.refine(
  ({ name, skill }) => Object.keys(skill.files).every((file) => isSkillFile(file, name, ['skills'])),
  {
    path: ['skill', 'files'],
    error: () => t('install-record.files-skill-folder', 'must be files of the skill folder of this app'),
  },
).refine(
  ({ name, skill }) => Object.keys(skill.copies ?? {}).every((file) => isSkillFile(file, name, agentFolders)),
  {
    path: ['skill', 'copies'],
    error: () =>
      t('install-record.files-folders-this', 'must be files of the folders of this app that agents read'),
  },
)
export type InstallRecord = z.infer<typeof InstallRecord>

const isSkillFile = (file: string, name: AppName, folders: readonly string[]): boolean =>
  folders.some(
    (folder) =>
      file.startsWith(`${folder}/`) && skillFileAt(name, file.slice(folder.length + 1)) !== undefined,
  ) && !file.split(/[/\\]/).includes('..')

/** Every file of the app's skill, with its copies for agents, and the digest of what was written. */
export const skillDigests = ({ skill }: Pick<InstallRecord, 'skill'>): Record<string, Digest> => ({
  ...skill.files,
  ...skill.copies,
})
