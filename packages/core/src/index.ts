export {
  type Agent,
  AgentId,
  agentFolders,
  agentIds,
  agents,
  dialectOf,
  foldersOf,
  type SkillDialect,
  sortedAgents,
} from './agents.ts'
export {
  AppDocument,
  AppPage,
  CategoriesDocument,
  Digest,
  HeldReceipt,
  HeldVersion,
  HeldVersions,
  IndexDocument,
  IndexEntry,
  IndexShard,
  KeyId,
  KeysDocument,
  ManifestVerdict,
  PublicKey,
  PublishReceipt,
  ResolveAnswer,
  ResolveRequest,
  registryPaths,
  SearchExplanation,
  SearchItem,
  SearchPage,
  ShardDocument,
  ShardedIndex,
  Signature,
  TimestampDocument,
  VersionDocument,
  VersionEntry,
  Whoami,
  WholeIndex,
} from './api.ts'
export { AppName, parseAppName, skillName, skillPath } from './app-name.ts'
export { isAppName } from './app-name-form.ts'
export { canonicalJson, parseJson } from './canonical-json.ts'
export {
  CommandNode,
  CommandOption,
  emptyCommand,
  walkCommands,
} from './command-tree.ts'
export {
  type AppFacts,
  appDocument,
  indexDocument,
  indexEntry,
  latestVersion,
  type PublishedVersion,
  versionDocumentText,
} from './documents.ts'
export {
  type Effect,
  effectCommands,
  effectOf,
  listedCommands,
  type OptionEffect,
  optionEffects,
} from './effect.ts'
export { type ErrorReport, toErrorReport } from './error-report.ts'
export {
  AppError,
  CanceledError,
  ConflictError,
  ForbiddenError,
  GoneError,
  IntegrityError,
  InvalidError,
  type Issue,
  isAppError,
  LimitError,
  NotFoundError,
  ProcessError,
  UnauthenticatedError,
  UnavailableError,
  UnsupportedError,
  UsageError,
} from './errors.ts'
export { generalProgramsOf, isGeneralProgram } from './general-programs.ts'
export { installCommand } from './install-command.ts'
export {
  ArchiveKind,
  BinaryDownload,
  InstallMethod,
  MethodKind,
  type MethodOf,
} from './install-method.ts'
export { InstallPolicy } from './install-policy.ts'
export { InstallRecord, SystemProgram, skillDigests } from './install-record.ts'
export { issuesOf, jsonPath, limitIssues, nearestMember } from './issues.ts'
export { LockedApp, LockedArtifact, LockedInstall, Lockfile } from './lockfile.ts'
export { lockfileText } from './lockfile-text.ts'
export {
  AppManifest,
  Category,
  parseManifest,
  readManifest,
  readManifestFacts,
  type SmokeTest,
} from './manifest.ts'
export { McpProgram, McpServerConfig, McpServerConfigs } from './mcp-server-config.ts'
export { Host, matchesPlatform, Platform } from './platform.ts'
export { fromProblem, Problem, toProblem } from './problem.ts'
export { isGrantable, protectedPlace, protectedPlaces } from './protected-places.ts'
export { RecordSummary } from './record-summary.ts'
export { ReleaseProof } from './release-proof.ts'
export { isReservedVariable } from './reserved-variables.ts'
export { highlightRanges, type TextRange } from './search/highlight.ts'
export { nearestNames } from './search/nearest-names.ts'
export { completeQuery, openWords } from './search/query/complete-query.ts'
export type { Query, QueryForm, QueryUnit } from './search/query/query.ts'
export { readQuery } from './search/query/read-query.ts'
export type { Vocabulary } from './search/query/vocabulary.ts'
export {
  type Candidate,
  compareRanked,
  corrections,
  type RankedApp,
  rankApps,
  rankCandidates,
  rarityIn,
  spellingsOf,
} from './search/rank-apps.ts'
export type { Match } from './search/score-app.ts'
export {
  type SearchField,
  type SearchFields,
  searchFieldNames,
  searchFields,
  type Texts as SearchTexts,
} from './search/search-fields.ts'
export { slipsOf } from './search/slips.ts'
export { isSecretName, redacted, withoutSecrets } from './secret-text.ts'
export {
  type Refusal,
  selectMethod,
  toolsWanted,
} from './select-method.ts'
export { indexPayload, keyPayload, timestampPayload, versionPayload } from './signing.ts'
export { SkillLanguage } from './skill-language.ts'
export { toLine } from './to-line.ts'
export { estimateTokens } from './tokens.ts'
export {
  type AppReference,
  caretRange,
  compareVersions,
  type DistTags,
  EntryVersion,
  fitsRange,
  isDistTag,
  isExactVersion,
  isRange,
  parseReference,
  selectVersion,
} from './versions.ts'
export { SkillSettings, WorkspaceFile } from './workspace-file.ts'
export {
  AuditPage,
  ChangeReceipt,
  DeprecateRequest,
  DistTag,
  ExchangeRequest,
  HistoryPage,
  NewToken,
  OwnersAnswer,
  RemoveRequest,
  TagRequest,
  TokenList,
  TokenRequest,
  TrustedPublisher,
  TrustedPublisherList,
  YankRequest,
} from './write-api.ts'
