import * as z from 'zod'
import { AgentId } from '../agents.ts'
import { AppName } from '../manifest/app-name.ts'
import { McpServerConfigs } from '../manifest/mcp-server-config.ts'
import { SkillLanguage } from '../manifest/skill/skill-language.ts'
import { isRange } from '../manifest/versions.ts'
import { t } from '../messages/t.ts'
import { bounded, line } from '../text.ts'
import { InstallPolicy } from './install-policy.ts'
import { SkillLayout } from './skill-places.ts'

const Range = bounded(200).refine(isRange, {
  error: () => t('workspace-file.version-semver-range', 'must be a version, a semver range or "latest"'),
})

const TemplateFolder = z
  .string()
  .min(1)
  .max(300)
  .refine((text) => !/^[/\\]|^[A-Za-z]:/.test(text) && !text.split(/[/\\]/).includes('..'), {
    error: () =>
      t(
        'workspace-file.folder-inside-workspace',
        'must be a folder inside the workspace: a relative path with no ".." part',
      ),
  })

/** How the skills of a workspace are generated. */
export const SkillSettings = z.looseObject({
  lang: SkillLanguage.optional().describe('Language of the skills; "en" when absent'),
  templates: TemplateFolder.optional().describe(
    'Folder of templates that take the place of ours, relative to the workspace',
  ),
  layout: z
    .optional(SkillLayout)
    .describe(
      '"umbrella": agents find one skill that names all apps, with the skill of each as its reference; "per-app" when absent',
    ),
  calls: z
    .enum(['cli-apps', 'program'])
    .optional()
    .describe(
      'How agents that have a shell and not the tool call an app: by "cli-apps run" (when absent), or by the program itself, unconfined, where it is on PATH',
    ),
})
export type SkillSettings = z.infer<typeof SkillSettings>

/** `cli-apps.json`: what a workspace declares. Unknown keys are preserved. */
export const WorkspaceFile = z.looseObject({
  apps: z.record(AppName, Range).default({}),
  pins: z
    .record(AppName, line(300))
    .optional()
    .describe('Apps that `update` leaves alone, each with the reason'),
  agents: z.array(AgentId).optional().describe('Agents in whose folders the skills are placed too'),
  skills: SkillSettings.optional().describe('How skills are made'),
  policy: InstallPolicy.optional().describe('What is demanded of packages before they are installed'),
  registries: z.array(z.string().min(1)).optional().describe('URLs or folders, asked in this order'),
  mcp_servers: McpServerConfigs.optional().describe('Servers whose tools agents may be given too'),
})
export type WorkspaceFile = z.infer<typeof WorkspaceFile>
