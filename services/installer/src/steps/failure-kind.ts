import type { MethodKind } from '@cli-apps/core'

/**
 * Why a package manager failed. `unproven`: a digest, signature or certificate did not match; `too-new`: only releases
 * that the policy excludes fit; `unknown`: its output does not show why.
 */
export type FailureKind =
  | 'unproven'
  | 'too-new'
  | 'unreachable'
  | 'missing'
  | 'unfit'
  | 'tool-missing'
  | 'build-failed'
  | 'unknown'

/**
 * The words with which npm, pip, uv, cargo, go, apt and others name a reason. What may not be passed over comes first,
 * so that output with signs of both counts as that.
 */
const signs: readonly (readonly [FailureKind, RegExp])[] = [
  [
    'unproven',
    /\bEINTEGRITY\b|EINVALIDSIGNATURE|EMISSINGSIGNATUREKEY|EATTESTATION|DO NOT MATCH THE HASHES|Hashes are required|hash(es)?( sum)? (mismatch|check failed|does not match)|checksum (mismatch|for .+ (has )?changed)|failed to verify the checksum|sha-?256 mismatch|SECURITY ERROR|NO_PUBKEY|BADSIG|EXPKEYSIG|REVKEYSIG|(is|are|was) not signed|cannot be authenticated|unauthenticated packages|invalid signature|signature verification failed|attestation/i,
  ],
  [
    'unproven',
    /\bCERT_[A-Z_]+|SELF_SIGNED_CERT|UNABLE_TO_(VERIFY_LEAF|GET_ISSUER)|ERR_TLS_CERT|certificate (verify failed|verification failed|has expired|is not trusted)|invalid peer certificate|x509:/i,
  ],
  ['too-new', /with a date before|exclude-newer|uploaded-prior-to/i],
  [
    'unreachable',
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|\bE(50\d|429)\b|cannot connect to proxy|(connect )?tunnel (connection )?failed|max retries exceeded|NewConnectionError|connection (was |is )?(refused|reset|timed out|broken|failed)|(connect|read) ?time(d )?out|temporary failure (in name resolution|resolving)|could not (resolve (host|proxy|')|connect)|failed to (fetch|connect|download|lookup)|error sending request|dns error|no such host|dial tcp|i\/o timeout|network is unreachable|network (timeout|request)|spurious network error|(status|error|HTTP)[ :]*(code )?(429|50\d)\b|(502|503|504) (bad gateway|service unavailable|gateway time-?out)/i,
  ],
  [
    'tool-missing',
    /ensurepip is not available|no module named '?(venv|ensurepip|pip|encodings)\b|command not found|linker `[^`]+` not found|is not recognized as an internal|(cc|gcc|clang|make|cmake|pkg-config): not found|executable file not found|cannot find command '?git\b/i,
  ],
  [
    'unfit',
    /EBADPLATFORM|EBADENGINE|\bENOTSUP\b|notsup|\bERESOLVE\b|ResolutionImpossible|conflicting dependencies|requires a different python|requires-python|requires rustc|requires go >=|unmet dependencies|held broken packages|not a supported wheel|unsupported (platform|architecture)/i,
  ],
  [
    'missing',
    /\bE404\b|\bETARGET\b|ENOVERSIONS|no matching (distribution|version|package)|could not find a version that|not in this registry|was not found in the package registry|there is no version of|no solution found|could not find `[^`]+` in registry|unknown revision|no matching versions|does not contain package|(404|410) (not found|gone)|repository ('[^']*' )?not found|could not read username for|returned error: (404|410)\b|not our ref|reference is not a tree|unable to locate package|has no installation candidate|no available formula|no formulae or casks|no bottle available|no package found|couldn't find manifest/i,
  ],
  [
    'build-failed',
    /could not compile|build failed|metadata-generation-failed|failed (to build|building)|subprocess-exited-with-error|gyp ERR|ELIFECYCLE|error command (sh|failed)|compilation terminated|make: \*\*\*/i,
  ],
]

interface ManagerFailure {
  /** The manager of the step; none for code of packages. */
  manager?: MethodKind | undefined
  argv: readonly string[]
  exitCode: number | null
  said: string
}

/** Managers whose installs are builds. */
const builders: readonly (MethodKind | undefined)[] = ['cargo', 'go', undefined]

/** Judges by the whole output of a package manager why it failed. */
export function failureKind({ manager, argv, exitCode, said }: ManagerFailure): FailureKind {
  const found = signs.find(([, pattern]) => pattern.test(said))?.[0]
  // uv does not say that a release is missing because it is too new.
  const isBounded = argv.includes('--exclude-newer')
  if (isBounded && (found === 'missing' || found === 'unfit')) return 'too-new'
  if (found !== undefined) return found
  if (exitCode === 127) return 'tool-missing'
  return builders.includes(manager) && exitCode !== null ? 'build-failed' : 'unknown'
}

const errorLine = /^(?:npm )?(?:error|err!?|E|fatal)\b[: ]+(?:code )?/i

/**
 * Returns the reason in a few words, for one line of an error; empty if the output does not show any. Of a server that
 * does not answer, only the words that say so: the line around them is about the package manager.
 */
export function reasonText(kind: FailureKind, said: string): string {
  const lines = said.split('\n').map((line) => line.trim())
  const patterns = signs.flatMap(([one, pattern]) => (one === kind ? [pattern] : []))
  const named = lines.filter((line) => patterns.some((pattern) => pattern.test(line)))
  const line =
    named.find((one) => errorLine.test(one)) ?? named[0] ?? lines.find((one) => errorLine.test(one)) ?? ''
  if (kind !== 'unreachable')
    return line
      .replace(errorLine, '')
      .trim()
      .replace(/[.。]$/, '')
  const words = patterns.flatMap((pattern) =>
    [...line.matchAll(new RegExp(`(?:${pattern.source})[^'"(),]*`, 'gi'))].map(([text]) => text.trim()),
  )
  // The innermost reason comes last.
  return (words.at(-1) ?? line).replace(/[.。]$/, '')
}
