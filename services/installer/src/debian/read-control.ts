import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { t } from '@cli-apps/core'
import { extract } from 'tar-stream'
import { counted, type UnpackGuard } from '../binary/unpack-guard.ts'
import { brokenDeb } from './deb-errors.ts'

/** What a package says about itself. */
export interface DebControl {
  package: string
  version: string
  architecture: string
}

const mostBytes = 1 << 20

/**
 * Reads the fields of a package's `control` file from its control archive. The other files there, its maintainer scripts
 * among them, are passed over and never written anywhere.
 */
export async function readControl(
  source: Readable,
  deb: string,
  { guard, signal }: { guard: UnpackGuard; signal: AbortSignal },
): Promise<DebControl> {
  const tar = extract()
  const feeding = pipeline(source, counted(guard), tar, { signal })
  // A failure of the feed also ends the loop below, which reports it.
  feeding.catch(() => {})
  let text: string | undefined
  for await (const entry of tar) {
    guard.entry()
    const { name, type, size = 0 } = entry.header
    if (type !== 'file' || name.replace(/^\.\//, '') !== 'control' || text !== undefined) {
      entry.resume()
      continue
    }
    if (size > mostBytes) throw brokenDeb(deb, t('read-control.too-large', 'its control file is too large'))
    text = (await buffer(entry)).toString('utf8')
  }
  await feeding
  const field = (name: string): string => {
    const found = new RegExp(`^${name}:[ \\t]*(\\S+)[ \\t]*$`, 'im').exec(text ?? '')?.[1]
    if (found === undefined)
      throw brokenDeb(deb, t('read-control.no-field', 'its control file has no field {name}', { name }))
    return found
  }
  return { package: field('Package'), version: field('Version'), architecture: field('Architecture') }
}
