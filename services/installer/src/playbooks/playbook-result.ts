import { FoundPlaybook, RecipeCall } from '@cli-apps/core'
import * as z from 'zod'

const Step = z.object({
  task: z.string(),
  call: RecipeCall.safeExtend({ name: z.string() }).describe('As run_cli_app takes it, with the examples'),
})

/** `playbook --json`. */
export const PlaybookResult = z.object({
  playbooks: z.array(
    FoundPlaybook.extend({
      added: z.boolean().describe('Whether its skill is in this workspace'),
      missing: z.array(z.string()).describe('Those of its apps that are not installed here'),
      steps: z.array(Step).optional().describe('For one playbook'),
    }),
  ),
})
export type PlaybookResult = z.infer<typeof PlaybookResult>
