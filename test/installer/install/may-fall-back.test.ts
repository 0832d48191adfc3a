import {
  ForbiddenError,
  IntegrityError,
  InvalidError,
  LimitError,
  NotFoundError,
  ProcessError,
  UnavailableError,
} from '@cli-apps/core'
import { describe, expect, it } from 'vitest'
import { fallbackCodes, mayFallBack } from '../../../services/installer/src/install/fallback/may-fall-back.ts'
import { failureKind, reasonText } from '../../../services/installer/src/steps/failure-kind.ts'
import { readSources } from '../../support/source-files.ts'

describe('the failures after which the next method is tried', () => {
  it.each([
    ['of an index', 'install.index-unreachable'],
    ['of a mirror of Debian', 'debian.unreachable'],
    ["of a publisher's checksums", 'download.checksums-unavailable'],
    ['of a missing package', 'install.package-missing'],
    ['of a build', 'install.build-failed'],
    ['of the setup of a root', 'debian.setup-failed'],
  ])('are those %s', (_of, code) => {
    expect(mayFallBack(new ProcessError(code, 'x'))).toBe(true)
  })

  it('are such that something throws', () => {
    const list = 'services/installer/src/install/fallback/may-fall-back.ts'
    const others = readSources('services/installer/src', 'packages/core/src').filter(
      ({ file }) => file !== list,
    )
    const text = others.map((source) => source.text).join('\n')
    expect([...fallbackCodes].filter((code) => !text.includes(`'${code}'`))).toEqual([])
  })

  it.each([
    'apt.other-package',
    'archive.path-escape',
    'download.checksum-mismatch',
    'install.package-unproven',
    'install.step-unproven',
    'lockfile.program-differs',
    'lockfile.tree-differs',
    'npm.bad-attestation',
    'npm.bad-signature',
    'npm.other-release',
    'npm.proof-lost',
    'trust.bad-signature',
  ])('are none of integrity: %s', (code) => {
    expect(mayFallBack(new IntegrityError(code, 'x'))).toBe(false)
  })

  it.each([
    new ForbiddenError('policy.release-too-new', 'x'),
    new ForbiddenError('policy.release-age-unknown', 'x'),
    new ForbiddenError('install.scripts-refused', 'x'),
    new ForbiddenError('install.source-refused', 'x'),
    new ForbiddenError('network.host-refused', 'x'),
    new ForbiddenError('network.plain-http', 'x'),
    new ForbiddenError('app.general-program', 'x'),
    new ProcessError('install.other-program', 'x'),
    new ProcessError('install.step-failed', 'x'),
    new LimitError('disk.full', 'x'),
    new UnavailableError('registry.unreachable', 'x'),
    new NotFoundError('something.new', 'x'),
    new InvalidError('lockfile.bad-artifact', 'x'),
    new Error('install.build-failed'),
    undefined,
  ])('are none of policy, and none that is not listed: %s', (error) => {
    expect(mayFallBack(error)).toBe(false)
  })

  it('are no integrity error, even under a listed code', () => {
    expect(mayFallBack(new IntegrityError('install.no-executable', 'x'))).toBe(false)
  })
})

const judge = (manager: 'npm' | 'pip' | 'cargo' | 'apt' | undefined, said: string, argv = ['x']): string =>
  failureKind({ manager, argv, exitCode: 1, said })

describe('the output of a failed package manager', () => {
  it.each([
    ['npm', 'npm error code EINTEGRITY\nnpm error sha512-x integrity checksum failed'],
    ['pip', 'ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE.'],
    ['pip', 'error: Hash mismatch for `greet==1.2.3`'],
    ['cargo', 'error: checksum for `greet v1.2.3` changed between lock files'],
    [undefined, 'verifying module: checksum mismatch\n\tSECURITY ERROR'],
    ['apt', 'E: The repository is not signed.'],
    ['apt', 'E: Failed to fetch http://deb.test/greet.deb  Hash Sum mismatch'],
    ['pip', "SSLError(SSLCertVerificationError(1, 'certificate verify failed'))): connection broken"],
    ['npm', 'npm error code SELF_SIGNED_CERT_IN_CHAIN\nnpm error network request failed'],
  ] as const)('of %s that names a digest, signature or certificate counts as that: %s', (manager, said) => {
    expect(judge(manager, said)).toBe('unproven')
    expect(judge(manager, `${said}\nnpm error code ECONNREFUSED\nNo matching distribution found`)).toBe(
      'unproven',
    )
  })

  it.each([
    ['npm', 'npm error notarget No matching version found for greet@1.2.3 with a date before 1/2/2026'],
    ['pip', 'hint: `greet` was published after the exclude-newer time'],
  ] as const)('of %s counts as too new where the policy excluded the release', (manager, said) => {
    expect(judge(manager, said)).toBe('too-new')
  })

  it('of uv counts as too new where a missing release may be one that the policy excludes', () => {
    const said = 'No solution found when resolving dependencies'
    expect(judge('pip', said)).toBe('missing')
    expect(judge('pip', said, ['uv', '--exclude-newer', '2026-01-01'])).toBe('too-new')
  })

  it.each([
    ['unreachable', 'npm', 'npm error code ECONNREFUSED', 'ECONNREFUSED'],
    [
      'unreachable',
      'pip',
      "WARNING: Retrying after connection broken by 'ProxyError('Cannot connect to proxy.', OSError('Tunnel connection failed: 502 Bad Gateway'))': /simple/greet/\nERROR: No matching distribution found for greet==1.2.3",
      'Tunnel connection failed: 502 Bad Gateway',
    ],
    [
      'unreachable',
      'apt',
      'E: Failed to fetch http://deb.test/x  Connection refused',
      'Failed to fetch http://deb.test/x  Connection refused',
    ],
    [
      'unreachable',
      'pip',
      "  fatal: unable to access 'https://git.test/greet.git/': CONNECT tunnel failed, response 502\n  error: subprocess-exited-with-error",
      'CONNECT tunnel failed',
    ],
    [
      'missing',
      'pip',
      "  remote: Repository not found.\n  fatal: repository 'https://git.test/greet.git/' not found\n  error: subprocess-exited-with-error",
      "repository 'https://git.test/greet.git/' not found",
    ],
    [
      'tool-missing',
      'pip',
      "ERROR: Cannot find command 'git' - do you have 'git' installed and in your PATH?",
      "Cannot find command 'git' - do you have 'git' installed and in your PATH?",
    ],
    ['missing', 'npm', 'npm error code E404\nnpm error 404 Not Found', 'E404'],
    [
      'missing',
      'pip',
      'ERROR: No matching distribution found for greet==1.2.3',
      'No matching distribution found for greet==1.2.3',
    ],
    ['missing', 'apt', 'E: Unable to locate package greet', 'Unable to locate package greet'],
    ['unfit', 'npm', 'npm error code EBADPLATFORM', 'EBADPLATFORM'],
    ['unfit', 'npm', 'npm error code ERESOLVE\nnpm error Could not resolve dependency:', 'ERESOLVE'],
    ['tool-missing', 'pip', 'ensurepip is not available', 'ensurepip is not available'],
    ['build-failed', 'cargo', 'error: could not compile `greet`', 'could not compile `greet`'],
    ['build-failed', 'cargo', 'something', ''],
    ['unknown', 'npm', 'npm error Exit handler never called!', 'Exit handler never called!'],
    ['unknown', 'apt', '', ''],
  ] as const)('that shows "%s" of %s: %s', (kind, manager, said, reason) => {
    expect([judge(manager, said), reasonText(kind, said)]).toEqual([kind, reason])
  })
})
