import { isAppError } from '@cli-apps/core'

/**
 * Codes of the failures after which the next method may be tried: its index or server does not answer, it does not have
 * the program, its tools are missing, or its build was refused or failed. Every other failure ends the install, above
 * all one of integrity, signatures, attestations, release age and policy.
 */
export const fallbackCodes: ReadonlySet<string> = new Set([
  'apt.unknown-package',
  'archive.no-program',
  'debian.no-sandbox',
  'debian.setup-failed',
  'debian.unreachable',
  'download.checksums-unavailable',
  'download.failed',
  'host.no-interpreter',
  'install.build-failed',
  'install.build-refused',
  'install.index-unreachable',
  'install.no-answer',
  'install.no-executable',
  'install.package-missing',
  'install.package-unfit',
  'install.sudo-refused',
  'install.tool-missing',
  'network.offline',
  'network.proxy',
  'network.unreachable',
  'process.cannot-start',
])

/** Exit status of every failed integrity check, whatever its code. */
const integrityStatus = 8

/** Whether another method may be tried after this failure. */
export const mayFallBack = (error: unknown): boolean =>
  isAppError(error) && error.exitStatus !== integrityStatus && fallbackCodes.has(error.code)
