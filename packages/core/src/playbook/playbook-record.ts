import * as z from 'zod'
import { Digest } from '../digest.ts'
import { RecipeId } from '../manifest/recipe/recipe.ts'
import { t } from '../messages/t.ts'
import { playbookSkillName } from './playbook-name.ts'

/**
 * `.cli-apps/playbooks/<name>.json`, format 1: a playbook whose skill is in this workspace. It may come with a cloned workspace,
 * and removing a playbook removes what it lists, so it may only list its own skill.
 */
export const PlaybookRecord = z
  .object({
    record: z.literal(1),
    name: RecipeId,
    files: z.record(z.string(), Digest).describe('The files of its skill, by path in the workspace'),
  })
  .refine(({ name, files }) => Object.keys(files).every((file) => file === playbookSkillPath(name)), {
    path: ['files'],
    error: () => t('playbook-record.own-file', 'must be the skill of this playbook'),
  })
export type PlaybookRecord = z.infer<typeof PlaybookRecord>

/** Path of a playbook's skill in the workspace. */
export const playbookSkillPath = (name: string): string => `skills/${playbookSkillName(name)}/SKILL.md`
