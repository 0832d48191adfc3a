import type * as z from 'zod'
import { AccessResult } from './access.ts'
import { InfoResult, InstallResult, ListResult, RunResult, SearchResult, UninstallResult } from './apps.ts'
import { AuditResult } from './audit.ts'
import { CacheResult } from './cache.ts'
import { CompletionResult } from './completion.ts'
import { ConfigResult } from './config.ts'
import { DoctorResult, VerifyResult } from './health.ts'
import { InspectResult } from './inspect.ts'
import { JobsResult } from './jobs.ts'
import { CiResult, LockResult, OutdatedResult, PinResult, UpdateResult } from './lock.ts'
import { McpResult } from './mcp.ts'
import {
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
import { SbomResult } from './sbom.ts'
import { SkillResult } from './skill.ts'
import { ToolsResult } from './tools.ts'
import { EnvResult, InitResult, TrustResult } from './workspace.ts'

/**
 * What each command prints with `--json` when it does its work, by its name. With `--dry-run` every command that
 * changes something prints a `ChangePlan`, and on failure every command prints an `ErrorDocument`.
 */
export const commandResults = {
  install: InstallResult,
  uninstall: UninstallResult,
  update: UpdateResult,
  ci: CiResult,
  lock: LockResult,
  pin: PinResult,
  outdated: OutdatedResult,
  audit: AuditResult,
  sbom: SbomResult,
  list: ListResult,
  search: SearchResult,
  info: InfoResult,
  run: RunResult,
  tools: ToolsResult,
  mcp: McpResult,
  jobs: JobsResult,
  inspect: InspectResult,
  publish: PublishResult,
  validate: ValidateResult,
  yank: YankResult,
  unyank: UnyankResult,
  deprecate: DeprecateResult,
  owners: OwnersResult,
  history: HistoryResult,
  login: LoginResult,
  logout: LogoutResult,
  whoami: WhoamiResult,
  skill: SkillResult,
  verify: VerifyResult,
  doctor: DoctorResult,
  init: InitResult,
  trust: TrustResult,
  env: EnvResult,
  grant: AccessResult,
  revoke: AccessResult,
  config: ConfigResult,
  cache: CacheResult,
  completion: CompletionResult,
} as const satisfies Readonly<Record<string, z.ZodType>>
