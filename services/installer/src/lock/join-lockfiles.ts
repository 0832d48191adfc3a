import { compareVersions, fitsRange, type LockedApp, type Lockfile, type WorkspaceFile } from '@cli-apps/core'

/** Returns the two sides of a text with conflict markers. The base that diff3 style shows belongs to neither. */
export function conflictSides(text: string): { ours: string; theirs: string } {
  const sides = { ours: [] as string[], theirs: [] as string[] }
  let part: 'both' | 'ours' | 'base' | 'theirs' = 'both'
  for (const line of text.split('\n')) {
    if (line.startsWith('<<<<<<< ')) part = 'ours'
    else if (line.startsWith('||||||| ') && part === 'ours') part = 'base'
    else if (/^=======\r?$/.test(line) && part !== 'both') part = 'theirs'
    else if (line.startsWith('>>>>>>> ')) part = 'both'
    else {
      if (part === 'both' || part === 'ours') sides.ours.push(line)
      if (part === 'both' || part === 'theirs') sides.theirs.push(line)
    }
  }
  return { ours: sides.ours.join('\n'), theirs: sides.theirs.join('\n') }
}

/**
 * Merges the two sides of a lockfile: every app of either side. For an app on both sides, the resolutions of all
 * platforms if the content is the same; else the declared version, or the newer one.
 */
export function joinLockfiles(ours: Lockfile, theirs: Lockfile, { apps: declared }: WorkspaceFile): Lockfile {
  const apps: Lockfile['apps'] = { ...theirs.apps }
  for (const [name, app] of Object.entries(ours.apps) as [keyof Lockfile['apps'], LockedApp][]) {
    const other = theirs.apps[name]
    apps[name] = other === undefined ? app : joinApps(app, other, declared[name] ?? '*')
  }
  return { ...theirs, ...ours, apps }
}

function joinApps(ours: LockedApp, theirs: LockedApp, range: string): LockedApp {
  if (ours.digest === theirs.digest)
    return { ...theirs, ...ours, platforms: { ...theirs.platforms, ...ours.platforms } }
  const [fitsOurs, fitsTheirs] = [fitsRange(ours.version, range), fitsRange(theirs.version, range)]
  if (fitsOurs !== fitsTheirs) return fitsOurs ? ours : theirs
  return compareVersions(ours.version, theirs.version) >= 0 ? ours : theirs
}
