export { digestOf, manifestDigest } from './digest.ts'
export { cleanEnvironment } from './environment.ts'
export { acquireLock, type FileLock, lockHolder } from './file-lock.ts'
export {
  exists,
  hasCode,
  isInside,
  isMissing,
  jsonText,
  readJson,
  readText,
  writeFileAtomic,
} from './files.ts'
export { type FoundHost, findProgram, readHost, readPlatform } from './host.ts'
export { joinOutput } from './output-capture.ts'
export { type ProcessResult, type RunProcessOptions, runProcess } from './process.ts'
export { killGroup } from './process-group.ts'
export { identify, isAlive, ProcessIdentity } from './process-identity.ts'
export { isExecutableFile, programArgv, readShebang } from './program.ts'
export { askServer, type ServerRequest, serverBase } from './registry/ask-server.ts'
export { fetchSafely } from './registry/fetch-safely.ts'
export { fetchText } from './registry/fetch-text.ts'
export {
  builtInCatalogue,
  type OpenRegistryOptions,
  openRegistry,
  type ProvenManifest,
  type Registry,
} from './registry/open-registry.ts'
export { requireSafeUrl } from './registry/safe-url.ts'
export { type PinnedTrust, readTrust } from './registry/trust/pinned-trust.ts'
export { requireSignature } from './registry/trust/require-signature.ts'
export { resourceFolder } from './resources.ts'
export { generateSigningKey, parseSigningKey, type SigningKey } from './signing/signing-key.ts'
export { isSignedBy } from './signing/verify-signature.ts'
export { loadTemplates } from './templates.ts'
export { commandsFile, findWorkspace, recordFile, type Workspace, workspaceAt } from './workspace.ts'
export {
  listInstalled,
  readCommands,
  readLockfile,
  readPublishedManifest,
  readRecord,
  readRecords,
  readWorkspaceFile,
} from './workspace-state.ts'
