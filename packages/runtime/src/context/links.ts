/** What a host name with something after it, and a path, look like in front of an @. */
const hostThenPath = /^(?:[a-z0-9-]+\.)+[a-z]{2,24}(?::\d{1,5})?[/?#]/i
const rootedPath = /^(?:(?:~|\.{1,2})\/|\/[^/])/
const longPath = /[^/]\/[^/]+\//
const emphasis = /^[*_~,;:!.]+(?=[^/])/

/** Links are told by how they begin. */
const readLength = 300

/** A function that tells whether an @ stands in a link or path. It must be asked from left to right; all its answers together take linear time. */
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

/** Where the characters begin that may be one link with the @; not looked for before the previous @, where it is known. */
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

/** White space, quotes, brackets and everything beyond ASCII: what follows is text again. */
const endsLink = (code: number): boolean => code <= 32 || code >= 127 || enders.has(code)
