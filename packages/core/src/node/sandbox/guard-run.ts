import { existsSync, lstatSync, rmdirSync, unlinkSync } from 'node:fs'
import path from 'node:path'
import { agentFolders } from '../../agents.ts'
import { isGrantable, ownPlaces } from '../../protected-places.ts'
import { isDiskRefusal } from '../disk-error.ts'
import { isInside } from '../files.ts'
import { type FoundPlace, findProtected } from './find-protected.ts'
import { type Intruder, type Quarantined, quarantine } from './quarantine.ts'
import {
  endedMarkers,
  endMarker,
  newRunId,
  otherMarkers,
  type RunMarker,
  readMarker,
  removeMarker,
  writeMarker,
} from './run-markers.ts'

/** What is kept from a run in its workspace. Plain data. */
export interface WorkspaceGuard {
  /** Real path of the workspace, and which folder that is. */
  root: string
  rootId: string
  /** Where runs are noted. */
  markers: string
  /** Protected places that it may change, by name. */
  granted: readonly string[]
  /** Absolute files and folders that the host lets it change. */
  allowed: readonly string[]
}

export interface GuardedRun {
  /** What it may only read, relative to the workspace. */
  protected: readonly string[]
  /** Moves away what the run created at protected places, when everything of it has ended. */
  finish(): Promise<GuardReport>
}

export interface GuardReport {
  quarantined: Quarantined[]
  /** The workspace has more folders than are looked into. */
  isCut: boolean
}

/** Notes what is at protected places, before a run begins. What killed runs left is moved away first, and told with its own. */
export async function guardRun(guard: WorkspaceGuard): Promise<GuardedRun> {
  const left = await finishAbandonedRuns(guard.markers)
  const { places, isCut } = await findProtected(guard.root)
  const { root, granted, allowed } = guard
  const run = newRunId()
  const marker = { run, root, started: Date.now(), granted: [...granted], allowed: [...allowed], places }
  const file = await writeMarker(guard.markers, marker).catch((error: unknown) => {
    // A disk that takes no note takes nothing from the run either, or has no room for it.
    if (isDiskRefusal(error)) return undefined
    throw error
  })
  return {
    protected: places.filter((one) => one.link === undefined && !isOpen(marker, one)).map((one) => one.path),
    async finish() {
      const report = await checkRun(marker, { markers: guard.markers, file })
      if (file !== undefined) await endMarker(file, marker)
      return { quarantined: [...left, ...report.quarantined], isCut: isCut || report.isCut }
    },
  }
}

/** Ends what runs began whose process was killed: gives what was moved away. Cheap where there is none. */
export async function finishAbandonedRuns(markers: string): Promise<Quarantined[]> {
  const { abandoned } = await otherMarkers(markers)
  const moved: Quarantined[] = []
  for (const file of abandoned) {
    const marker = await readMarker(file)
    if (marker !== undefined && existsSync(marker.root))
      moved.push(...(await checkRun(marker, { markers, file })).quarantined)
    removeMarker(file)
  }
  return moved
}

async function checkRun(
  marker: RunMarker,
  { markers, file }: { markers: string; file: string | undefined },
): Promise<GuardReport> {
  const { places, isCut } = await findProtected(marker.root)
  const created = intrudersOf(marker, places)
  removeMountPoints(marker, places)
  if (created.length === 0) return { quarantined: [], isCut }
  const others = await namesOthersMayChange(markers, file)
  const isInstalled = hasInstalled(marker)
  const intruders = created.filter(
    ({ name }) => !others.has(name) && !(isInstalled && isPlacedByInstalls(name)),
  )
  return { quarantined: quarantine(marker.root, marker.run, intruders), isCut }
}

/** What is new at protected places: nothing was there, or a link, which a mount cannot hold in place. */
function intrudersOf(marker: RunMarker, places: readonly FoundPlace[]): Intruder[] {
  const before = new Map(marker.places.map((place) => [place.path, place]))
  const known = new Set(marker.places.map(({ id }) => id))
  return places.flatMap((place) => {
    if (isOpen(marker, place) || known.has(place.id)) return []
    const was = before.get(place.path)
    // A run cannot replace what is mounted, unless it moved the folder around it: that was somebody else.
    if (was !== undefined && was.link === undefined && was.parent === place.parent) return []
    return [{ ...place, restore: was?.link }]
  })
}

/** Was a place given to the run by a person, or by its host? What decides about later runs never is. */
export function isOpen(
  { root, granted, allowed }: Pick<RunMarker, 'root' | 'granted' | 'allowed'>,
  place: Pick<FoundPlace, 'path' | 'name'>,
): boolean {
  if (!isGrantable(place.name)) return false
  if (granted.includes(place.name)) return true
  const file = path.join(root, place.path)
  // A folder around it says nothing about it: naming the whole workspace would open everything.
  return allowed.some((one) => isInside(one, file) && !isInside(one, root))
}

/** Where something was replaced at the moment of mounting, bubblewrap has made an empty file or folder to mount on. */
function removeMountPoints({ root, places, started }: RunMarker, found: readonly FoundPlace[]): void {
  const before = new Map(places.map((place) => [place.path, place]))
  for (const { path: place, id, parent } of found) {
    const was = before.get(place)
    if (was === undefined || was.id === id || was.parent !== parent) continue
    const file = path.join(root, place)
    try {
      const stats = lstatSync(file)
      if (stats.ctimeMs < started) continue
      if (stats.isDirectory()) rmdirSync(file)
      else if (stats.isFile() && stats.size === 0) unlinkSync(file)
    } catch {
      // It holds something, so it is none of ours.
    }
  }
}

/** What another run at this time may change was perhaps created by that one. */
async function namesOthersMayChange(markers: string, own: string | undefined): Promise<Set<string>> {
  const { active } = await otherMarkers(markers, own)
  const others = [...active, ...endedMarkers(markers)]
  const read = await Promise.all(others.map((file) => readMarker(file).catch(() => undefined)))
  return new Set(read.flatMap((marker) => marker?.granted ?? []))
}

/** Runs cannot change `.cli-apps`: what changed in it tells that an install was at work. */
function hasInstalled({ root, started }: RunMarker): boolean {
  const state = path.join(root, '.cli-apps')
  return ['apps', 'txn', 'lock'].some((name) => {
    const stats = lstatSync(path.join(state, name), { throwIfNoEntry: false })
    return stats !== undefined && stats.ctimeMs > started
  })
}

const isPlacedByInstalls = (name: string): boolean =>
  ownPlaces.some((own) => own === name) || agentFolders.some((folder) => folder.startsWith(`${name}/`))
