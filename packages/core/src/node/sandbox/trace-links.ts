import { readlinkSync } from 'node:fs'
import path from 'node:path'
import { hasCode, isMissing } from '../files.ts'

/** The kernel's limit of links on one path. */
const mostLinks = 40

export interface TracedPath {
  real: string
  links: readonly SandboxLink[]
}

/**
 * Resolves an absolute path as the system does: its real path, and every link on the way, by the real path of its
 * folder. `undefined` if it leads nowhere.
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
    // Component by component: what `..` leaves may itself have been a link.
    rest = [...partsOf(to), ...rest]
  }
  return { real, links }
}

const partsOf = (file: string): string[] => file.split('/').filter((part) => part !== '' && part !== '.')

/**
 * Reads a link; `undefined` if it is not a link, `null` if nothing exists. Synchronous on purpose: a run resolves
 * dozens in microseconds each, and the thread pool takes many times that.
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

/** A symbolic link: its path and its target. */
export interface SandboxLink {
  at: string
  to: string
}
