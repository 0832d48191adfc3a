import { closeSync, openSync, readSync } from 'node:fs'
import { UnsupportedError } from '../../errors/errors.ts'
import { type Host, Platform } from '../../manifest/platform.ts'
import { t } from '../../messages/t.ts'
import { findProgram } from './find-program.ts'

export interface FoundHost extends Host {
  /** Absolute path of each tool found. */
  paths: Readonly<Record<string, string>>
}

const systems: Partial<Record<NodeJS.Platform, string>> = {
  linux: 'linux',
  darwin: 'darwin',
  win32: 'windows',
}

/** Returns the platform of this machine. Throws `UnsupportedError` on unknown systems. */
export function readPlatform(): Platform {
  const key = `${systems[process.platform] ?? process.platform}-${process.arch}${isMusl() ? '-musl' : ''}`
  const parsed = Platform.safeParse(key)
  if (parsed.success) return parsed.data
  throw new UnsupportedError(
    'host.unknown-platform',
    t('host.unknown-platform', 'cli-apps does not know the platform {key}.', { key }),
    {
      hint: t('host.unknown-platform.hint', 'It runs on {options}.', {
        options: Platform.options.join(', '),
      }),
    },
  )
}

/** Searches PATH for programs; `tools` are names such as `npm` or `apt-get`. */
export async function readHost(tools: readonly string[], environment: NodeJS.ProcessEnv): Promise<FoundHost> {
  const found = await Promise.all(
    tools.map(async (tool) => [tool, await findProgram(tool, environment)] as const),
  )
  const paths = Object.fromEntries(found.filter((entry): entry is [string, string] => entry[1] !== undefined))
  return { platform: readPlatform(), tools: Object.keys(paths).sort(), paths }
}

/** Whether this Node was linked with musl: its file names the loader near its beginning. A report takes far longer. */
function isMusl(): boolean {
  if (process.platform !== 'linux') return false
  const head = headOf(process.execPath)
  if (/\/ld-(linux|musl)[\w.-]*\0/.test(head)) return head.includes('/ld-musl-')
  // Otherwise the report would resolve the names of open connections, which can take seconds.
  Object.assign(process.report, { excludeNetwork: true })
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } }
  return header.glibcVersionRuntime === undefined
}

/** The first bytes of a file; none of one that cannot be read. */
function headOf(file: string): string {
  const bytes = Buffer.alloc(4096)
  let descriptor: number | undefined
  try {
    descriptor = openSync(file, 'r')
    return bytes.toString('latin1', 0, readSync(descriptor, bytes))
  } catch {
    return ''
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
  }
}
