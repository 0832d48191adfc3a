import * as z from 'zod'
import { Digest, Signature } from './api.ts'
import { AppName, skillName } from './app-name.ts'
import { MethodKind } from './install-method.ts'
import { readManifest } from './manifest.ts'
import { Platform } from './platform.ts'
import { EntryVersion } from './versions.ts'

const Manifest = z.unknown().transform((value, context) => {
  try {
    return readManifest(value)
  } catch (error) {
    context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : String(error) })
    return z.NEVER
  }
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
  /** What the program said of its version, or null when it says nothing. */
  program_version: z.string().nullable(),
  /** Folder in the store, or null for a program that the system or something else owns. */
  store: z.string().nullable(),
  /** True for a program that was there before and is never removed by us. */
  adopted: z.boolean(),
  installed_at: z.string(),
  skill: z.object({ path: z.string(), files: z.record(z.string(), Digest) }),
  /** What proved the manifest at install; absent where its registry did not sign. */
  signature: Signature.optional(),
  /** On disk as it was published, so that digest and signature can be proved again. */
  manifest: Manifest,
})

/**
 * `.cli-apps/apps/<name>.json`, format 1: an installed app of one workspace on this machine. It suffices to run, verify,
 * render and uninstall the app with no registry at hand.
 * It may come with a cloned workspace, and what it lists is removed at uninstall, so it may list its own skill only.
 */
export const InstallRecord = RecordFields.refine(
  ({ name, skill }) =>
    Object.keys(skill.files).every(
      (file) => file.startsWith(`skills/${skillName(name)}/`) && !file.split('/').includes('..'),
    ),
  { path: ['skill', 'files'], message: 'must be files of the skill folder of this app' },
)
export type InstallRecord = z.infer<typeof InstallRecord>
