import * as z from 'zod'
import type { Platform } from '../platform.ts'

/** Debian's names of architectures. */
export const DebianArchitecture = z.enum(['amd64', 'arm64'])
export type DebianArchitecture = z.infer<typeof DebianArchitecture>

const architectures: Partial<Record<Platform, DebianArchitecture>> = {
  'linux-x64': 'amd64',
  'linux-arm64': 'arm64',
  // Its packages bring their own C library.
  'linux-x64-musl': 'amd64',
  'linux-arm64-musl': 'arm64',
}

/** Debian's architecture for a platform; `undefined` for one whose programs are no Linux programs. */
export const debianArchitecture = (platform: Platform): DebianArchitecture | undefined =>
  architectures[platform]
