import { homedir, userInfo } from 'node:os'

/** The homes of this user: the one in use, and the one that the system knows, which programs may go to as well. */
export function ownHomes(): string[] {
  return [...new Set([homedir(), ...systemHome()])]
}

/** A user that exists as a number only has none. */
function systemHome(): string[] {
  try {
    return [userInfo().homedir]
  } catch {
    return []
  }
}
