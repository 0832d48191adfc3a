import { readlinkSync } from 'node:fs'
import path from 'node:path'
import { hasCode, isMissing } from '../files.ts'

/** As many links as the kernel follows on one path. */
const mostLinks = 40

export interface TracedPath {
  real: string
  links: readonly SandboxLink[]
}

/**
 * Follows an absolute path as the system does: the real path it leads to, and every link on the way, each by the real path of
 * its folder. `undefined` where it leads to nothing.
 */
export function traceLinks(file: string): TracedPath | undefined {
  const links: SandboxLink[] = []
  let real = '/'
  let rest = partsOf(file)
  for (let part = rest.shift(); part !== undefined; part = rest.shift()) {
    const at = path.join(real, part)
    const to = readLink(at)
    if (to === null) return undefined
    if (to === undefined) {
      real = at
      continue
    }
    if (links.length === mostLinks) return undefined
    links.push({ at, to })
    if (path.isAbsolute(to)) real = '/'
    // Dots are taken one by one: what `..` leaves may itself have been a link.
    rest = [...partsOf(to), ...rest]
  }
  return { real, links }
}

const partsOf = (file: string): string[] => file.split('/').filter((part) => part !== '' && part !== '.')

/**
 * What a link says; `undefined` for no link, `null` for nothing at all. At once on purpose: there are dozens for one run, each
 * of microseconds, and a way through the thread pool takes many times that.
 */
function readLink(at: string): string | null | undefined {
  try {
    return readlinkSync(at)
  } catch (error) {
    if (hasCode(error, 'EINVAL')) return undefined
    if (isMissing(error) || hasCode(error, 'EACCES')) return null
    throw error
  }
}

/** A symbolic link: where it is and what it says. */
export interface SandboxLink {
  at: string
  to: string
}
