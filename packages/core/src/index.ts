export {
  AppDocument,
  AppPage,
  CategoriesDocument,
  Digest,
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
  VersionDocument,
  VersionEntry,
  Whoami,
  WholeIndex,
} from './api.ts'
export { AppName, isAppName, parseAppName, skillName, skillPath } from './app-name.ts'
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
  categoriesDocument,
  indexDocument,
  indexEntry,
  latestVersion,
  type PublishedVersion,
  versionDocumentText,
} from './documents.ts'
export type { Effect } from './effect.ts'
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
export { generalProgramsOf } from './general-programs.ts'
export { installCommand } from './install-command.ts'
export {
  ArchiveKind,
  BinaryDownload,
  InstallMethod,
  MethodKind,
  type MethodOf,
  Sha256,
} from './install-method.ts'
export { InstallRecord } from './install-record.ts'
export { issuesOf } from './issues.ts'
export { LockedApp, LockedArtifact, Lockfile } from './lockfile.ts'
export { AppManifest, Category, parseManifest, readManifest, type SmokeTest } from './manifest.ts'
export { Host, matchesPlatform, Platform } from './platform.ts'
export { type ErrorReport, fromProblem, Problem, toErrorReport, toProblem } from './problem.ts'
export { highlightRanges, type TextRange } from './search/highlight.ts'
export { nearestNames } from './search/nearest-names.ts'
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
export {
  completeQuery,
  openWords,
  type Query,
  type QueryForm,
  type QueryUnit,
  readQuery,
  type Vocabulary,
} from './search/read-query.ts'
export {
  type SearchField,
  type SearchFields,
  searchFieldNames,
  searchFields,
} from './search/search-fields.ts'
export { slipsOf } from './search/slips.ts'
export {
  type Refusal,
  selectMethod,
  toolsWanted,
} from './select-method.ts'
export { indexPayload, keyPayload, versionPayload } from './signing.ts'
export { toLine } from './text.ts'
export { estimateTokens } from './tokens.ts'
export {
  type AppReference,
  compareVersions,
  type DistTags,
  EntryVersion,
  isDistTag,
  isRange,
  parseReference,
  selectVersion,
} from './versions.ts'
export { WorkspaceFile } from './workspace-file.ts'
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
