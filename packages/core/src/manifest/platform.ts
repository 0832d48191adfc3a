import * as z from 'zod'

/** Operating system, CPU architecture and (musl) C library of a host, such as `linux-x64` or `linux-arm64-musl`. */
export const Platform = z.enum([
  'linux-x64',
  'linux-arm64',
  'linux-x64-musl',
  'linux-arm64-musl',
  'darwin-x64',
  'darwin-arm64',
  'windows-x64',
  'windows-arm64',
])
export type Platform = z.infer<typeof Platform>

/** The platforms that a method supports: a full platform, or an operating system (`linux` includes musl). */
export const PlatformConstraint = z.enum([...Platform.options, 'linux', 'darwin', 'windows'])
export type PlatformConstraint = z.infer<typeof PlatformConstraint>

export const matchesPlatform = (constraint: PlatformConstraint, platform: Platform): boolean =>
  constraint === platform || (!constraint.includes('-') && platform.startsWith(`${constraint}-`))

/** This machine as resolution sees it. Also the `host` of `POST /v1/resolve`. */
export const Host = z.object({
  platform: Platform,
  /** Names of programs on PATH that a method may need, such as `npm`, `apt-get`, `python3`. */
  tools: z.array(z.string().max(100)).max(1000),
})
export type Host = z.infer<typeof Host>
