export { builtInCatalog } from '../built-in-catalog.ts'
export { isAbandoned, isTemporaryName, removeAbandoned, temporaryName } from './abandoned.ts'
export { type DetachedProcess, startDetached } from './detached-process.ts'
export { digestOf, manifestDigest } from './digest.ts'
export { aboutFile, isDiskRefusal } from './disk-error.ts'
export type { EgressBounds } from './egress/egress-bounds.ts'
export {
  authorityText,
  declaredHosts,
  type EgressHost,
  egressHosts,
  uniqueHosts,
} from './egress/egress-host.ts'
export { type EgressProxy, type EgressProxyOptions, openEgressProxy } from './egress/egress-proxy.ts'
export { forwardedArgv, forwardedProxy, forwardedVariables } from './egress/forwarder.ts'
export {
  certificateNames,
  cleanEnvironment,
  interpreterPath,
  programPath,
  proxyNames,
} from './environment.ts'
export {
  exists,
  fileTimesLagMs,
  hasCode,
  isInside,
  isMissing,
  jsonText,
  openRegular,
  readJson,
  readText,
} from './files.ts'
export { makeFolder, namesIn, namesInNow, syncFolder } from './folders.ts'
export {
  type AccessGrant,
  type AccessIdentity,
  accessGranted,
  changeAccess,
  type GrantedAccess,
  type HeldAccess,
  readAccess,
} from './grants/access-file.ts'
export { accessFault, deviceFault, realPlace } from './grants/access-place.ts'
export { type AccessStanding, accessStanding } from './grants/access-standing.ts'
export {
  type AppGrants,
  changeGrants,
  type GrantIdentity,
  GrantValue,
  grantsOf,
  readGrants,
  type StoredVariable,
} from './grants/grants-file.ts'
export { rereadDescriptors } from './inherited-descriptors.ts'
export type { Keyring } from './keyring/keyring.ts'
export { newAccount, storedValue } from './keyring/stored-value.ts'
export { systemKeyring } from './keyring/system-keyring.ts'
export { type LinkedSignal, linkSignals } from './link-signals.ts'
export { acquireLock, type FileLock, lockHolder, lockStamp } from './lock/file-lock.ts'
export { joinOutput } from './output-capture.ts'
export { type PipedProcess, startPipedProcess } from './piped-process.ts'
export {
  type ProcessResult,
  type RunProcessOptions,
  runProcess,
  type SignalSource,
  type Wrapper,
} from './process.ts'
export { killGroup } from './process-group.ts'
export { identify, isAlive, ProcessIdentity, thisProcess } from './process-identity.ts'
export type { ProcessInput } from './process-input.ts'
export { streamProcess } from './process-stream.ts'
export {
  killMarkedProcesses,
  killProcessesIn,
  markVariable,
  markWithin,
  newMark,
} from './process-sweep.ts'
export { digestOfFile, hashFile } from './program/file-digest.ts'
export { findInShell, findProgram } from './program/find-program.ts'
export { programOf, whyGeneral } from './program/general-executable.ts'
export { type FoundHost, readHost, readPlatform } from './program/host.ts'
export { isExecutableFile, programArgv, readShebang } from './program/program.ts'
export { joinPublication } from './publication/join-publication.ts'
export { playbookFile, playbookNames, readPlaybook } from './publication/playbook-file.ts'
export {
  playbookResultsFile,
  playbookRunDigest,
  readPlaybookResults,
} from './publication/playbook-results.ts'
export {
  type PublicationFile,
  readPublicationFile,
  readPublicationText,
} from './publication/publication-file.ts'
export { closureFile, recipeResultsFile, treeFile } from './publication/publication-paths.ts'
export { recipeDigest } from './publication/recipe-digest.ts'
export { type ListedRecord, listInstalled, readRecordSummaries } from './record-signature/installed-apps.ts'
export { playbookRecordFile, readPlaybookRecord } from './record-signature/playbook-record-file.ts'
export {
  type ReadRecord,
  readAnyRecord,
  readOwnRecord,
  untrustedRecord,
} from './record-signature/read-own-record.ts'
export { readRunRecord } from './record-signature/read-run-record.ts'
export { makeRecordKey, readRecordKey, recordKeyFile } from './record-signature/record-key.ts'
export { openRecordSignatures, type RecordSignatures } from './record-signature/record-signatures.ts'
export { isRecordSignedBy, signedRecordText } from './record-signature/signed-record.ts'
export { readUmbrellaRecord, umbrellaRecordFile } from './record-signature/umbrella-record-file.ts'
export { acceptAnswer, parseLoosely } from './registry/accept-answer.ts'
export { cachedAnswerFile } from './registry/cached-answer-file.ts'
export { readCatalog } from './registry/catalog/catalog-entries.ts'
export { catalogIndexFile, isShipped } from './registry/catalog/catalog-index.ts'
export { fetchSafely } from './registry/fetch-safely.ts'
export { fetchText } from './registry/fetch-text.ts'
export { networkReason } from './registry/network-reason.ts'
export { type OpenedDownload, openDownload } from './registry/open-download.ts'
export { isManifestFile, openRegistry } from './registry/open-registry.ts'
export { parseDocument } from './registry/parse-document.ts'
export { openServedPlaybooks } from './registry/playbooks/open-served-playbooks.ts'
export { findProxy, proxyName } from './registry/proxy.ts'
export type { OpenRegistryOptions, ProvenManifest, Registry } from './registry/registry.ts'
export { isLoopback, requireSafeUrl } from './registry/safe-url.ts'
export { catalogPlaybooks } from './registry/search/catalog-playbooks.ts'
export { searchRegistry } from './registry/search/search-registry.ts'
export type { Searchable } from './registry/search/searchable.ts'
export { type PinnedTrust, readTrust } from './registry/trust/pinned-trust.ts'
export { requireSignature } from './registry/trust/require-signature.ts'
export { vettingOf } from './registry/trust/vetting-of.ts'
export { resourceFolder } from './resources.ts'
export {
  type AppRoot,
  appRootAmong,
  appRootFolder,
  argvInRoot,
  readAppRoot,
  rootPath,
} from './sandbox/app-root.ts'
export { type GroupFolder, type GroupLimits, planGroups } from './sandbox/cgroup-plan.ts'
export { containerEnvironment } from './sandbox/container/container-environment.ts'
export { endContainer } from './sandbox/container/end-container.ts'
export { type ContainerChoice, findContainer } from './sandbox/container/find-container.ts'
export { findBubblewrap, findSandbox } from './sandbox/find-sandbox.ts'
export { findSandboxExec } from './sandbox/find-sandbox-exec.ts'
export { type FoundPlace, idOf } from './sandbox/guard/found-place.ts'
export {
  busyWorkspace,
  finishAbandonedRuns,
  type GuardedRun,
  type GuardReport,
  guardRun,
  type WorkspaceGuard,
} from './sandbox/guard/guard-run.ts'
export { hasMarkers, markersFolder } from './sandbox/guard/markers-folder.ts'
export { mountedIn, mountsHold } from './sandbox/guard/mounts-hold.ts'
export type { Quarantined } from './sandbox/guard/quarantine.ts'
export { type LimitedGroup, openLimitedGroup } from './sandbox/limited-group.ts'
export { openBeneath, openFolder, through } from './sandbox/open-beneath.ts'
export { ownHomes } from './sandbox/own-homes.ts'
export { resolvePolicy, type SandboxPolicy } from './sandbox/policy.ts'
export { type ProgramFoldersOptions, programFiles, readProgramFolders } from './sandbox/program-folders.ts'
export type {
  BubblewrapSandbox,
  ContainerSandbox,
  FoundSandbox,
  Sandbox,
  SandboxExecSandbox,
} from './sandbox/sandbox.ts'
export { sandboxChild } from './sandbox/sandbox-child.ts'
export { sandboxResult } from './sandbox/sandbox-result.ts'
export { findTerminalStarter } from './sandbox/terminal-starter.ts'
export { type SandboxLink, traceLinks } from './sandbox/trace-links.ts'
export { type WrapOptions, wrapCommand } from './sandbox/wrap-command.ts'
export { type OpenRoot, wrapRoot } from './sandbox/wrap-root.ts'
export { generateSigningKey, parseSigningKey, type SigningKey } from './signing/signing-key.ts'
export { isSignedBy } from './signing/verify-signature.ts'
export { loadTemplates, readTemplateFolder, templatesDigest } from './templates.ts'
export {
  accessFile,
  appsHome,
  grantsFile,
  secretFolders,
  type UserFolders,
  userFolders,
  userHome,
  userSkillsFolder,
  userWorkspaceFolder,
} from './user-folders.ts'
export { workspaceLockfileText } from './workspace/portable-registry.ts'
export { readCommands } from './workspace/read-commands.ts'
export { readWorkspaceFile } from './workspace/read-workspace-file.ts'
export { userWorkspace, withUserApps } from './workspace/user-workspace.ts'
export {
  commandsFile,
  type FindWorkspaceOptions,
  findWorkspace,
  homeOfApp,
  recordFile,
  type Workspace,
  workspaceAt,
} from './workspace/workspace.ts'
export { findUntrustedPart, trustedOwners, type UntrustedPart } from './workspace/workspace-owner.ts'
export {
  readLockfile,
  readPublishedManifest,
  readRecord,
  readRecords,
} from './workspace/workspace-state.ts'
export {
  readWorkspaceTrust,
  type WorkspaceTrust,
  workspaceTrustFile,
  writeWorkspaceTrust,
} from './workspace/workspace-trust.ts'
export { writeFileAtomic } from './write-file-atomic.ts'
