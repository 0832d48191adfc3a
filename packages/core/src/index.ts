export { AppName, isAppName, maxAppNameLength, parseAppName, skillName, skillPath } from './app-name.ts'
export {
  CommandArgument,
  CommandNode,
  CommandOption,
  emptyCommand,
  findCommand,
  OptionValue,
  walkCommands,
} from './command-tree.ts'
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
export {
  ArchiveKind,
  BinaryDownload,
  ExecutableName,
  InstallMethod,
  MethodKind,
  type MethodOf,
  Sha256,
} from './install-method.ts'
export { issuesOf, jsonPath } from './issues.ts'
export { AppManifest, Category, parseManifest, readManifest, type SmokeTest } from './manifest.ts'
export { Host, matchesPlatform, Platform, PlatformConstraint } from './platform.ts'
export { type ErrorReport, fromProblem, Problem, toErrorReport, toProblem } from './problem.ts'
export {
  type Refusal,
  type Selection,
  type SelectMethodOptions,
  selectMethod,
  toolsWanted,
} from './select-method.ts'
export { toLine } from './text.ts'
export {
  type AppReference,
  compareVersions,
  EntryVersion,
  isRange,
  parseReference,
  selectVersion,
  type VersionFacts,
} from './versions.ts'
