export { AccessResult } from './access.ts'
export {
  InfoResult,
  InstallResult,
  ListResult,
  RunResult,
  SearchResult,
  UninstallResult,
} from './apps.ts'
export { AuditResult } from './audit.ts'
export { CacheResult } from './cache.ts'
export { ChangePlan, PlannedChange, PlannedEffect } from './change-plan.ts'
export { commandResults } from './command-results.ts'
export { CompletionResult } from './completion.ts'
export { ConfigResult } from './config.ts'
export { ErrorDocument, ErrorReportDocument } from './error-document.ts'
export { DoctorResult, VerifyResult } from './health.ts'
export { InspectResult } from './inspect.ts'
export { JobsResult } from './jobs.ts'
export { CiResult, LockResult, OutdatedResult, PinResult, UpdateResult } from './lock.ts'
export { McpResult } from './mcp.ts'
export {
  DeprecateResult,
  HistoryResult,
  LoginResult,
  LogoutResult,
  OwnersResult,
  PublishResult,
  UnyankResult,
  ValidateResult,
  WhoamiResult,
  YankResult,
} from './publisher.ts'
export { SbomResult } from './sbom.ts'
export {
  SkillDiffResult,
  SkillFileChange,
  SkillRenderResult,
  SkillResult,
  SkillShowResult,
  SkillsLintResult,
} from './skill.ts'
export { SkillLintResult } from './skill-lint.ts'
export { ToolsResult } from './tools.ts'
export { EnvResult, InitResult, TrustResult } from './workspace.ts'
