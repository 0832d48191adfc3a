import { SkillLanguage } from '@cli-apps/core'
import * as z from 'zod'
import { SkillLintResult } from './skill-lint-result.ts'

/** A skill's file compared with the result of rendering it now. `gone`: it would no longer be written. */
export const SkillFileChange = z.enum(['same', 'changed', 'missing', 'gone'])
export type SkillFileChange = z.infer<typeof SkillFileChange>

const FilePath = z.string().describe('In the workspace, with slashes')
const Language = SkillLanguage.describe('Of the rendered skill')
const Digest = z.string().describe('sha256 of the text')

/** The output of `skill show --json`. */
export const SkillShowResult = z
  .object({
    app: z.string(),
    version: z.string(),
    path: FilePath.describe('Of SKILL.md'),
    state: z
      .enum(['intact', 'extended', 'edited', 'missing'])
      .describe('As it was made, with words of a person, with generated text changed, or not whole'),
    provenance: z
      .record(z.string(), z.string())
      .describe('Of what it was made: the metadata of its front matter; empty where that cannot be read'),
    files: z.array(
      z.object({
        path: FilePath,
        state: z.enum(['intact', 'extended', 'edited', 'missing']),
        digest: Digest.nullable(),
        generated: z.string().describe('sha256 of the generated part, as it was written'),
        text: z.string().nullable(),
      }),
    ),
  })
  .describe('of `skill show`')
export type SkillShowResult = z.infer<typeof SkillShowResult>

/** The output of `skill render --json`. */
export const SkillRenderResult = z
  .object({
    rendered: z.array(
      z.object({
        app: z.string(),
        version: z.string().describe('Of the app; of the program where it is no app'),
        language: Language,
        out: z
          .string()
          .nullable()
          .describe('The new folder, absolute; null in the workspace and with --stdout'),
        files: z.array(
          z.object({
            path: z.string().describe('In the workspace, or in the new folder'),
            changed: z.boolean(),
            digest: Digest.nullable().describe('Null for a file that went'),
            text: z.string().optional().describe('With --stdout'),
          }),
        ),
        saved: z.array(z.string()).describe('Where text of a person that was edited into the skill is kept'),
        moved: z
          .array(z.object({ file: FilePath, heading: z.string() }))
          .describe('Words of a person that stood below a heading that is gone'),
      }),
    ),
  })
  .describe('of `skill render`')
export type SkillRenderResult = z.infer<typeof SkillRenderResult>

/** The output of `skill diff --json`. */
export const SkillDiffResult = z
  .object({
    differs: z.boolean().describe('The exit status is 8 where it does'),
    apps: z.array(
      z.object({
        app: z.string(),
        language: Language,
        files: z.array(
          z.object({
            path: FilePath,
            status: SkillFileChange,
            edited: z.boolean().describe('A person changed what was generated; rendering saves their text'),
            diff: z.string().nullable().describe('A unified diff of what rendering would change'),
          }),
        ),
      }),
    ),
  })
  .describe('of `skill diff`')
export type SkillDiffResult = z.infer<typeof SkillDiffResult>

/** The output of `skill finish --json`. */
export const SkillFinishResult = z
  .object({
    finished: z.array(z.string()).describe('Apps whose help was read and whose recipes were run now'),
    failures: z
      .array(z.object({ app: z.string(), code: z.string(), message: z.string(), hint: z.string() }))
      .describe('Apps that could not be read; the exit status is 8 where there are any'),
    left: z.array(z.string()).describe('Apps that another process reads'),
  })
  .describe('of `skill finish`')
export type SkillFinishResult = z.infer<typeof SkillFinishResult>

/** The output of `skill lint --json` without an argument. */
export const SkillsLintResult = z
  .object({ skills: z.array(SkillLintResult) })
  .describe('of `skill lint`, of every skill of the workspace')
export type SkillsLintResult = z.infer<typeof SkillsLintResult>

/** The output of `skill --json`. */
export const SkillResult = z.union([
  SkillShowResult,
  SkillRenderResult,
  SkillDiffResult,
  SkillLintResult,
  SkillsLintResult,
  SkillFinishResult,
])
export type SkillResult = z.infer<typeof SkillResult>
