export {
  CommandNode,
  CommandOption,
  calledCommands,
  emptyCommand,
  walkCommands,
} from '@cli-apps/help/command-tree'
export { type Agent, agents, type SkillDialect } from './agent-table.ts'
export { AgentId, agentFolders, agentIds, dialectOf, foldersOf, sortedAgents } from './agents.ts'
export { canonicalJson, parseJson } from './canonical-json.ts'
export { Digest } from './digest.ts'
export {
  AppDocument,
  AppPage,
  CategoriesDocument,
  VersionDocument,
  VersionEntry,
} from './documents/app-documents.ts'
export {
  type Availability,
  availabilityOf,
  methodHints,
  rootMethods,
  toolsHinted,
} from './documents/availability.ts'
export {
  type AppFacts,
  appDocument,
  indexDocument,
  latestVersion,
  type PublishedVersion,
  versionDocumentText,
} from './documents/documents.ts'
export { FoundRecipe, MethodHint } from './documents/found-app.ts'
export {
  IndexDocument,
  IndexEntry,
  IndexShard,
  ShardDocument,
  ShardedIndex,
  TimestampDocument,
  WholeIndex,
} from './documents/index-documents.ts'
export { indexEntry } from './documents/index-entry.ts'
export { KeyId, KeysDocument, PublicKey, Signature } from './documents/keys.ts'
export { PlaybookDocument, PlaybookEntry, PlaybookPage } from './documents/playbook-documents.ts'
export { fromProblem, Problem, toProblem } from './documents/problem.ts'
export {
  HeldReceipt,
  HeldVersion,
  HeldVersions,
  ManifestVerdict,
  PublishReceipt,
} from './documents/publish-answers.ts'
export { type RecipeChanges, type RecipeResult, RecipeResults } from './documents/recipe-results.ts'
export { registryPaths } from './documents/registry-paths.ts'
export { ResolveAnswer, ResolveRequest } from './documents/resolve-api.ts'
export { FoundApp, FoundPage, SearchExplanation, SearchItem, SearchPage } from './documents/search-answers.ts'
export { type SearchField, searchFieldNames } from './documents/search-terms.ts'
export {
  indexPayload,
  keyPayload,
  playbookPayload,
  timestampPayload,
  versionPayload,
} from './documents/signing.ts'
export { Whoami } from './documents/whoami.ts'
export {
  AuditPage,
  ChangeReceipt,
  DeprecateRequest,
  DistTag,
  ExchangeRequest,
  HistoryPage,
  InstallCounts,
  InstallReport,
  NewToken,
  OwnersAnswer,
  RemoveRequest,
  TagRequest,
  TokenList,
  TokenRequest,
  TrustedPublisher,
  TrustedPublisherList,
  YankRequest,
} from './documents/write-api.ts'
export { type ErrorReport, toErrorReport } from './errors/error-report.ts'
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
} from './errors/errors.ts'
export { issuesOf, jsonPath, limitIssues, nearestMember } from './errors/issues.ts'
export { isObject } from './is-object.ts'
export { appByAlias, appByProgram } from './manifest/app-alias.ts'
export { AppName } from './manifest/app-name.ts'
export { isAppName, skillFile, skillName, skillPath } from './manifest/app-name-form.ts'
export { DebianArchitecture, debianArchitecture } from './manifest/debian/debian-architecture.ts'
export {
  type ClosurePackage,
  DebianClosure,
  SetupStep,
} from './manifest/debian/debian-closure.ts'
export { anyCommand } from './manifest/effect/any-command.ts'
export {
  type Effect,
  effectCommands,
  effectOf,
  listedCommands,
  type OptionEffect,
  optionEffects,
  type WithEffects,
} from './manifest/effect/effect.ts'
export { generalProgramsOf, isGeneralProgram } from './manifest/general-programs.ts'
export { installArgv, installCommand } from './manifest/install-command.ts'
export {
  ArchiveKind,
  BinaryDownload,
  InstallMethod,
  MethodKind,
  type MethodOf,
} from './manifest/install-method.ts'
export { localized } from './manifest/localized.ts'
export { localizedManifest } from './manifest/localized-manifest.ts'
export {
  AppManifest,
  type AppProgram,
  Category,
} from './manifest/manifest.ts'
export {
  isMcpProgram,
  McpProgram,
  McpServerConfig,
  McpServerConfigs,
  mcpServerIdentity,
  mcpVariable,
  mcpVariables,
} from './manifest/mcp-server-config.ts'
export { parseAppName } from './manifest/parse-app-name.ts'
export { Host, matchesPlatform, Platform } from './manifest/platform.ts'
export {
  inlineTree,
  namedTrees,
  type Publication,
  publicationText,
  readPublication,
} from './manifest/publication.ts'
export { parseManifest, readManifest, readManifestFacts } from './manifest/read-manifest.ts'
export { exampleCall, fillRecipe, literalBraces } from './manifest/recipe/fill-recipe.ts'
export { exampleValues } from './manifest/recipe/placeholder.ts'
export { type Recipe, RecipeCall, RecipeId } from './manifest/recipe/recipe.ts'
export { type ProvingRecipe, provingRecipes, taskRecipes } from './manifest/recipe/recipe-uses.ts'
export { runWords } from './manifest/recipe/run-words.ts'
export { withRecipes } from './manifest/recipe/with-recipes.ts'
export { ReleaseProof } from './manifest/release-proof.ts'
export {
  type OwnService,
  ownService,
  type RequiredService,
  type ServiceHealth,
} from './manifest/requires/required-service.ts'
export { isReservedVariable } from './manifest/reserved-variables.ts'
export {
  type Refusal,
  selectMethod,
  toolsWanted,
} from './manifest/select-method.ts'
export { Sha256 } from './manifest/sha256.ts'
export { gotchaText } from './manifest/skill/skill-advice.ts'
export { SkillLanguage } from './manifest/skill/skill-language.ts'
export { compareProgramVersions } from './manifest/version/compare-program-versions.ts'
export { findPackageVersion } from './manifest/version/find-package-version.ts'
export { findPrintedVersion } from './manifest/version/find-printed-version.ts'
export {
  differingVersion,
  installedVersion,
  packagedVersion,
  type VersionFacts,
  versionText,
} from './manifest/version/installed-version.ts'
export { isSameVersion, upstreamVersion } from './manifest/version/program-version.ts'
export { majorWarning, versionChangeText } from './manifest/version/version-notes.ts'
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
} from './manifest/versions.ts'
export {
  cliCall,
  type MessageLanguage,
  type MessageValues,
  readerLocale,
  setCliCall,
  setLanguage,
  t,
  translated,
} from './messages/t.ts'
export { negatedName } from './negated-name.ts'
export { FoundPlaybook } from './playbook/found-playbook.ts'
export { Playbook, type PlaybookStep, stepCall } from './playbook/playbook.ts'
export { playbookApps } from './playbook/playbook-apps.ts'
export { playbookSkillName } from './playbook/playbook-name.ts'
export { PlaybookRecord, playbookSkillPath } from './playbook/playbook-record.ts'
export { PlaybookRun } from './playbook/playbook-run.ts'
export { findPromptMark } from './prompt-marks.ts'
export { fittingPlaybooks, type IndexedPlaybook, indexedPlaybook } from './search/fitting-playbooks.ts'
export { createRecipeFinder } from './search/fitting-recipes.ts'
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
  openRanking,
  type RankedApp,
  type Ranking,
  rankApps,
  rankCandidates,
  rarityIn,
  spellingsOf,
} from './search/rank-apps.ts'
export type { Match } from './search/score-app.ts'
export { type SearchFields, searchFields, type Texts as SearchTexts } from './search/search-fields.ts'
export { slipsOf } from './search/slips.ts'
export { openTermIndex, type TermIndex, termIndexText } from './search/term-index.ts'
export {
  type FoundSecret,
  findCredentials,
  findHome,
  findSecret,
  isSecretName,
  redacted,
  withoutSecrets,
} from './secret-text.ts'
export { toLine, unseenCharacter } from './to-line.ts'
export { estimateTokens } from './tokens.ts'
export { type AccessItem, accessItems } from './workspace/access-item.ts'
export { InstallPolicy } from './workspace/install-policy.ts'
export { InstallRecord, SystemProgram, skillDigests, TriedRecipes } from './workspace/install-record.ts'
export { LockedApp, LockedArtifact, LockedInstall, Lockfile } from './workspace/lockfile.ts'
export { lockfileText } from './workspace/lockfile-text.ts'
export {
  installedPrograms,
  type ProgramRecord,
  programNames,
  programRecord,
  programTitle,
} from './workspace/program-record.ts'
export { isGrantable, isRepository, protectedPlace, protectedPlaces } from './workspace/protected-places.ts'
export { RecordSummary } from './workspace/record-summary.ts'
export type { RunRecord } from './workspace/run-record.ts'
export {
  isSkillDocument,
  layoutAt,
  ownLayout,
  SkillLayout,
  skillFileAt,
  skillPlace,
  umbrellaName,
  umbrellaPath,
} from './workspace/skill-places.ts'
export { UmbrellaRecord } from './workspace/umbrella-record.ts'
export { SkillSettings, WorkspaceFile } from './workspace/workspace-file.ts'
