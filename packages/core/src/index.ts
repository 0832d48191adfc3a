export {
  AppDocument,
  AppPage,
  CategoriesDocument,
  Digest,
  IndexDocument,
  IndexEntry,
  PublishReceipt,
  ResolveAnswer,
  ResolveRequest,
  registryPaths,
  VersionDocument,
  VersionEntry,
  Whoami,
} from './api.ts'
export { AppName, isAppName, maxAppNameLength, parseAppName, skillName, skillPath } from './app-name.ts'
export { canonicalJson, parseJson } from './canonical-json.ts'
export {
  CommandArgument,
  CommandNode,
  CommandOption,
  commandWords,
  emptyCommand,
  findCommand,
  OptionValue,
  walkCommands,
} from './command-tree.ts'
export {
  appDocument,
  categoriesDocument,
  indexDocument,
  indexEntry,
  latestVersion,
  type PublishedVersion,
  versionDocumentText,
} from './documents.ts'
export {
  AppError,
  type AppErrorOptions,
  CanceledError,
  ConflictError,
  ForbiddenError,
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
export { installCommand } from './install-command.ts'
export {
  ArchiveKind,
  BinaryDownload,
  ExecutableName,
  InstallMethod,
  MethodKind,
  type MethodOf,
  Sha256,
} from './install-method.ts'
export { InstallRecord } from './install-record.ts'
export { issuesOf, jsonPath } from './issues.ts'
export { emptyLockfile, LockedApp, LockedArtifact, LockedInstall, Lockfile } from './lockfile.ts'
export { AppManifest, Category, parseManifest, readManifest, type SmokeTest } from './manifest.ts'
export { Host, matchesPlatform, Platform, PlatformConstraint } from './platform.ts'
export { type ErrorReport, fromProblem, Problem, toErrorReport, toProblem } from './problem.ts'
export { editDistance, nearestNames } from './search/nearest-names.ts'
export { type RankedApp, rankApps } from './search/rank-apps.ts'
export { termsOf } from './search/terms.ts'
export {
  type Refusal,
  type Selection,
  type SelectMethodOptions,
  selectMethod,
  toolsWanted,
} from './select-method.ts'
export { toLine } from './text.ts'
export { estimateTokens } from './tokens.ts'
export {
  type AppReference,
  compareVersions,
  EntryVersion,
  isRange,
  parseReference,
  selectVersion,
  type VersionFacts,
} from './versions.ts'
export { WorkspaceFile } from './workspace-file.ts'
