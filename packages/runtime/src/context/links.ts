/** A host name with something after it, and a path, as they appear before an @. */
const hostThenPath = /^(?:[a-z0-9-]+\.)+[a-z]{2,24}(?::\d{1,5})?[/?#]/i
const rootedPath = /^(?:(?:~|\.{1,2})\/|\/[^/])/
const longPath = /[^/]\/[^/]+\//
const emphasis = /^[*_~,;:!.]+(?=[^/])/

/** Links are recognized by their beginning. */
const readLength = 300

/**
 * Returns a function that tells whether an @ is part of a link or path. Must be called from left to right; all calls
 * together take linear time.
 */
export function createLinkReader(text: string): (at: number) => boolean {
  let previous = -1
  let wasLink = false
  return (at) => {
    const start = startOfRun(text, at, previous)
    const isSameRun = start <= previous
    wasLink =
      (isSameRun && wasLink) ||
      text.slice(start, at).includes('://') ||
      (!isSameRun && isLinkStart(text.slice(start, at)))
    previous = at
    return wasLink
  }
}

/** Start of the characters that may form one link with the @. Does not search before the previous @. */
function startOfRun(text: string, at: number, previous: number): number {
  let start = at
  while (start > previous && start > 0 && !endsLink(text.charCodeAt(start - 1))) start--
  return start
}

function isLinkStart(before: string): boolean {
  const start = before.slice(0, readLength).replace(emphasis, '')
  return (
    hostThenPath.test(start) || (before.endsWith('/') && (rootedPath.test(start) || longPath.test(start)))
  )
}

const enders = new Set([...'"\'<>()[]{}|'].map((character) => character.charCodeAt(0)))

/** White space, quotes, brackets and everything beyond ASCII end a link. */
const endsLink = (code: number): boolean => code <= 32 || code >= 127 || enders.has(code)
