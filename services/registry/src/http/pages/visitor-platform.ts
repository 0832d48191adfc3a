import type { Platform } from '@cli-apps/core'

/** The platform that a browser reports; `undefined` for telephones and what is not known. */
export function visitorPlatform(userAgent: string): Platform | undefined {
  if (/Android|iPhone|iPad|CrOS/.test(userAgent)) return undefined
  if (/Windows/.test(userAgent)) return /ARM64/i.test(userAgent) ? 'windows-arm64' : 'windows-x64'
  // Every browser on macOS says Intel; new machines are not.
  if (/Macintosh/.test(userAgent)) return 'darwin-arm64'
  if (/Linux/.test(userAgent)) return /aarch64|arm64/i.test(userAgent) ? 'linux-arm64' : 'linux-x64'
  return undefined
}
