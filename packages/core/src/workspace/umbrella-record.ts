import * as z from 'zod'
import { agentFolders } from '../agents.ts'
import { Digest } from '../digest.ts'
import { t } from '../messages/t.ts'
import { umbrellaName, umbrellaPath } from './skill-places.ts'

const paths: readonly string[] = ['skills', ...agentFolders].map(umbrellaPath)

/**
 * `.cli-apps/umbrella/skill.json`, format 1: the skill for all apps, in each folder that has it. It may come with a cloned
 * workspace, and what it lists may be removed, so it may only list this skill.
 */
export const UmbrellaRecord = z
  .object({
    record: z.literal(1),
    name: z.literal(umbrellaName),
    files: z.record(z.string(), Digest).describe('Its SKILL.md in each folder, by path in the workspace'),
  })
  .refine(({ files }) => Object.keys(files).every((file) => paths.includes(file)), {
    path: ['files'],
    error: () => t('umbrella-record.own-files', 'must be the skill for all apps'),
  })
export type UmbrellaRecord = z.infer<typeof UmbrellaRecord>
