import * as z from 'zod'
import { AppDocument, IndexEntry } from '../documents/api.ts'
import { MethodKind } from '../manifest/install-method.ts'
import { ErrorReportDocument } from './error-document.ts'
import { Requires } from './requires.ts'

const Argv = z.array(z.string()).min(1).describe('What starts the program; its arguments follow')
const Skill = z.string().describe('Path of its skill in the workspace')
const Copies = z.array(z.string()).describe('Paths of its copies for agents, in the workspace')
const ProgramVersion = z.string().nullable().describe('What the program itself says')
const Workspace = z.string().describe('Its absolute path')

/** `install --json`. */
export const InstallResult = z.object({
  workspace: Workspace,
  installed: z.array(
    z.object({
      name: z.string(),
      version: z.string(),
      program_version: ProgramVersion,
      method: MethodKind,
      source: z
        .enum(['present', 'store', 'build', 'system'])
        .nullable()
        .describe('Installed before, out of the store, built into it, or owned by the system'),
      adopted: z.boolean().describe('The program was there before and is never removed'),
      argv: Argv,
      skill: Skill,
      copies: Copies,
      requires: Requires.nullable().describe(
        'What it needs besides its program; null where that was not looked at',
      ),
      refusals: z.array(z.object({ method: MethodKind, reason: z.string() })),
      notices: z.array(z.string()),
    }),
  ),
})
export type InstallResult = z.infer<typeof InstallResult>

/** `uninstall --json`. */
export const UninstallResult = z.object({ uninstalled: z.array(z.string()) })
export type UninstallResult = z.infer<typeof UninstallResult>

/** `list --json`. */
export const ListResult = z.object({
  workspace: Workspace,
  apps: z.array(
    z.object({
      name: z.string(),
      version: z.string(),
      program_version: ProgramVersion,
      method: z.string(),
      adopted: z.boolean(),
      signed_by: z.string().nullable().describe('Id of the key that signed its manifest'),
      foreign: z
        .boolean()
        .describe(
          'Its record came with the folder: this user did not install it here, and nothing of it is run',
        ),
      entry_point: z.string(),
      summary: z.string(),
      skill: Skill,
      copies: Copies,
    }),
  ),
})
export type ListResult = z.infer<typeof ListResult>

/** `search --json`. */
export const SearchResult = z.object({ query: z.string(), items: z.array(IndexEntry) })
export type SearchResult = z.infer<typeof SearchResult>

/** `info --json`: the app as its registry has it, and what of it is installed here. */
export const InfoResult = AppDocument.extend({
  registry: z.string(),
  installed: z
    .object({ version: z.string(), method: MethodKind, argv: Argv, skill: Skill, copies: Copies })
    .nullable(),
  requires: Requires.nullable().describe('What it needs besides its program; null where that is not known'),
})
export type InfoResult = z.infer<typeof InfoResult>

/** `run --json`: what the program gave, whatever its exit status, or why it was not run. */
export const RunResult = z.discriminatedUnion('ok', [
  z
    .object({
      ok: z.literal(true),
      exit_code: z.int().nullable(),
      signal: z.string().nullable(),
      timed_out: z.boolean(),
      stdout: z.string(),
      stderr: z.string(),
      truncated: z.boolean(),
      json: z.json().optional(),
      log: z
        .string()
        .nullable()
        .describe('Path of the whole output in the workspace, where some was left out'),
      quarantined: z
        .array(z.object({ path: z.string(), to: z.string() }))
        .optional()
        .describe('What it created at protected places, and where that was moved to'),
      duration_ms: z.int(),
      hint: z.string().optional(),
    })
    .describe('when the program ran'),
  z.object({ ok: z.literal(false), error: ErrorReportDocument }).describe('when it was not run'),
])
export type RunResult = z.infer<typeof RunResult>
