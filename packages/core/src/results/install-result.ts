import * as z from 'zod'
import { MethodKind } from '../manifest/install-method.ts'
import { Requires } from './requires.ts'

/** `install --json`. */
export const InstallResult = z.object({
  workspace: z.string().describe('Its absolute path'),
  installed: z.array(
    z.object({
      name: z.string(),
      version: z.string().describe('Of the entry'),
      installed_version: z.string().nullable().describe('That the program has; null where nothing tells it'),
      program_version: z.string().nullable().describe('What the program itself says'),
      method: MethodKind,
      source: z
        .enum(['present', 'store', 'build', 'system'])
        .nullable()
        .describe('Installed before, out of the store, built into it, or owned by the system'),
      adopted: z.boolean().describe('The program was there before and is never removed'),
      argv: z.array(z.string()).min(1).describe('What starts the program; its arguments follow'),
      skill: z.string().describe('Path of its skill in the workspace'),
      copies: z.array(z.string()).describe('Paths of its copies for agents, in the workspace'),
      unread: z
        .boolean()
        .optional()
        .describe('Its help is read and its recipes are run in the background, and added to the skill'),
      requires: Requires.nullable().describe(
        'What it needs besides its program; null where that was not looked at',
      ),
      refusals: z.array(z.object({ method: MethodKind, reason: z.string() })),
      passed_over: z
        .array(
          z.object({
            method: MethodKind,
            code: z.string().describe('Of the error, or of what the method needs beyond what was confirmed'),
            reason: z.string(),
            log: z.string().nullable().describe('File with the output of its package manager'),
          }),
        )
        .optional()
        .describe('Methods before this one that fit this machine and did not work, or needed more'),
      notices: z.array(z.string()),
    }),
  ),
  for_skill: z
    .object({
      skill: z.string().describe('Its name, or where it is'),
      needs: z.array(
        z.object({
          programs: z.array(z.string()).min(1).describe('One of them is enough'),
          from: z.enum(['requires.bins', 'requires.anyBins', 'compatibility']),
          app: z.string().nullable().describe('That has the program; null where there is none'),
          reason: z.string().nullable().describe('Why there is none'),
        }),
      ),
      variables: z.array(z.string()).describe('Environment variables that it needs and that are not set'),
    })
    .optional()
    .describe('With --for-skill: what the skill needs'),
})
export type InstallResult = z.infer<typeof InstallResult>
