export type { Effect } from '@cli-apps/core'
export type { RunOutcome } from '@cli-apps/core/results'
export { AuditEntry } from './audit/audit-log.ts'
export type { ExecuteOptions } from './call-runner.ts'
export type { ConfirmationRequest } from './confirm/confirmation-request.ts'
export type { Confirmations, ConfirmOptions } from './confirm/confirmations.ts'
export type { Decision, EffectPolicy, EffectPolicySetting } from './confirm/effect-policy.ts'
export type { Attachment, RuntimeContext } from './context/runtime-context.ts'
export type { RegistrySetting } from './discovery/available-apps.ts'
export type { FindOptions, FindResult, Hit } from './discovery/find-result.ts'
export type { FindKind } from './discovery/findable.ts'
export type { Find } from './discovery/open-find.ts'
export type { ChainStep } from './discovery/suggest-chain.ts'
export type { Events, RuntimeEvents } from './events.ts'
export type { HookedCall, Hooks, HookVerdict } from './hooks.ts'
export type { EndedJob, Job, PendingJob, WaitingJob } from './jobs/job.ts'
export type { Jobs } from './jobs/open-jobs.ts'
export type { Grants, RuntimeOptions } from './options.ts'
export type { SavedOutput } from './output/read-cli-output.ts'
export type { SavedRun } from './output/saved-output.ts'
export { createRuntime, type Runtime } from './runtime.ts'
export type { SandboxStatus } from './sandbox/open-confiner.ts'
export type { RunLimits, SandboxSetting } from './sandbox/sandbox-setting.ts'
export type { Services } from './services/open-services.ts'
export type { ServiceState } from './services/service.ts'
export type { Skill, SkillDiagnostic, SkillSource, SkillText } from './skills/skill.ts'
export type { SkillIndexOptions } from './skills/skill-indexes.ts'
export type { Skills, SystemPromptOptions } from './skills/skills.ts'
export type { AttachedRun } from './streams/attached-run.ts'
export type { InputOf, InputSchema, JsonObjectSchema } from './tools/schemas/input-schema.ts'
export type { SchemaShape, ToolSchemas } from './tools/schemas/tool-schemas.ts'
export type {
  CallFacts,
  PreparedCall,
  PreparingTool,
  SimpleTool,
  Tool,
  ToolCall,
  ToolCallContext,
  ToolDefinition,
  ToolResult,
} from './tools/tool.ts'
export type { ToolRegistry } from './tools/tool-registry.ts'
