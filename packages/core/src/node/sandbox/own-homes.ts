import { homedir, userInfo } from 'node:os'

/**
 * The home folders of this user: the one in use, and the one in the system's user database, which programs may use too.
 */
export function ownHomes(): string[] {
  return [...new Set([homedir(), ...systemHome()])]
}

/** A numeric-only user has none. */
function systemHome(): string[] {
  try {
    return [userInfo().homedir]
  } catch {
    return []
  }
}
