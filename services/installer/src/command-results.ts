import { InstallResult, RunResult } from '@cli-apps/core/results'
import type * as z from 'zod'
import { AdoptResult } from './adopt/adopt-result.ts'
import { AuditResult } from './audit/audit-result.ts'
import { CacheResult } from './commands/setup/cache-result.ts'
import { ConfigResult } from './commands/setup/config-result.ts'
import { EnvResult } from './commands/setup/env-result.ts'
import { InitResult } from './commands/setup/init-result.ts'
import { ShimResult } from './commands/setup/shim-result.ts'
import { TrustResult } from './commands/setup/trust-result.ts'
import { InfoResult } from './commands/use/info-result.ts'
import { JobsResult } from './commands/use/jobs-result.ts'
import { ListResult } from './commands/use/list-result.ts'
import { McpResult } from './commands/use/mcp-result.ts'
import { RunsResult } from './commands/use/runs-result.ts'
import { SearchResult } from './commands/use/search-result.ts'
import { ServiceResult } from './commands/use/service-result.ts'
import { CompletionResult } from './completion/completion-result.ts'
import { ConnectResult, DisconnectResult } from './connect/connect-result.ts'
import { NewResult } from './draft/new-result.ts'
import { AccessResult } from './grants/access-result.ts'
import { DoctorResult, VerifyResult } from './health/health-results.ts'
import { InspectResult } from './inspect/inspect-result.ts'
import { CiResult } from './lock/ci-result.ts'
import { LockResult } from './lock/lock-result.ts'
import { PinResult } from './lock/pin-result.ts'
import { PlaybookResult } from './playbooks/playbook-result.ts'
import {
  DeprecateResult,
  HistoryResult,
  LoginResult,
  LogoutResult,
  OwnersResult,
  PublishersResult,
  PublishResult,
  RestoreResult,
  TagResult,
  UnpublishResult,
  UnyankResult,
  ValidateResult,
  WhoamiResult,
  YankResult,
} from './publisher/publisher-results.ts'
import { SbomResult } from './sbom/sbom-result.ts'
import { SkillResult } from './skill/skill-result.ts'
import { ToolsResult } from './tools/tools-result.ts'
import { TryResult } from './trial/try-result.ts'
import { UninstallResult } from './uninstall/uninstall-result.ts'
import { OutdatedResult } from './update/outdated-result.ts'
import { UpdateResult } from './update/update-result.ts'

/**
 * What each command prints with `--json` when it does its work, by its name. With `--dry-run` every command that
 * changes something prints a `ChangePlan`, and on failure every command prints an `ErrorDocument`.
 */
export const commandResults = {
  install: InstallResult,
  adopt: AdoptResult,
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
  playbook: PlaybookResult,
  info: InfoResult,
  run: RunResult,
  x: RunResult,
  tools: ToolsResult,
  mcp: McpResult,
  runs: RunsResult,
  jobs: JobsResult,
  service: ServiceResult,
  inspect: InspectResult,
  publish: PublishResult,
  validate: ValidateResult,
  new: NewResult,
  try: TryResult,
  yank: YankResult,
  unyank: UnyankResult,
  deprecate: DeprecateResult,
  tag: TagResult,
  unpublish: UnpublishResult,
  restore: RestoreResult,
  owners: OwnersResult,
  publishers: PublishersResult,
  history: HistoryResult,
  login: LoginResult,
  logout: LogoutResult,
  whoami: WhoamiResult,
  skill: SkillResult,
  verify: VerifyResult,
  doctor: DoctorResult,
  init: InitResult,
  connect: ConnectResult,
  disconnect: DisconnectResult,
  trust: TrustResult,
  env: EnvResult,
  grant: AccessResult,
  revoke: AccessResult,
  shim: ShimResult,
  config: ConfigResult,
  cache: CacheResult,
  completion: CompletionResult,
} as const satisfies Readonly<Record<string, z.core.$ZodType>>
