import { existsSync, lstatSync, renameSync, rmdirSync, unlinkSync } from 'node:fs'
import path from 'node:path'
import { UnsupportedError } from '../../../errors/errors.ts'
import { t } from '../../../messages/t.ts'
import { toLine } from '../../../to-line.ts'
import { isDiskRefusal } from '../../disk-error.ts'
import { fileTimesLagMs } from '../../files.ts'
import { type FoundPlaces, findProtected } from './find-protected.ts'
import { type FoundPlace, keyOf } from './found-place.ts'
import { type Intruder, isOpen, tracesOf } from './intruders.ts'
import { readPlacedSkills } from './placed-skills.ts'
import { type Quarantined, quarantine } from './quarantine.ts'
import {
  endedMarkers,
  endMarker,
  newRunId,
  otherMarkers,
  type RunMarker,
  readMarker,
  removeMarker,
  rewriteMarker,
  writeMarker,
} from './run-markers.ts'

/** What a run must not change in its workspace. Plain data. */
export interface WorkspaceGuard {
  /** Real path of the workspace, and the identity of that folder. */
  root: string
  rootId: string
  /** Folder of run markers. */
  markers: string
  /** The user's `CLI_APPS_HOME`, which contains folders that apps may change. */
  appsHome: string
  /** Names of protected places that it may change. */
  granted: readonly string[]
  /** Absolute files and folders that the host lets it change. */
  allowed: readonly string[]
}

export interface GuardedRun {
  /** Places to mount read-only. */
  protected: readonly FoundPlace[]
  /** Moves away what the run created at protected places, once all its processes have ended. */
  finish(run: { hasBegun: boolean }): Promise<GuardReport>
}

export interface GuardReport {
  quarantined: Quarantined[]
  /** What could not be moved away, relative to the workspace. The next run or command tries again. */
  left: string[]
}

/**
 * Records what is at protected places before a run begins. Leftovers of killed runs are moved away first, and reported
 * with this run's. Throws `UnsupportedError` `sandbox.unnamable-place` for a path that cannot be mounted,
 * `sandbox.unsearchable-place` and `sandbox.busy-workspace`.
 */
export async function guardRun(guard: WorkspaceGuard): Promise<GuardedRun> {
  const earlier = await finishAbandonedRuns(guard.markers)
  const { root, granted, allowed, appsHome } = guard
  const facts = { root, appsHome, granted: [...granted], allowed: [...allowed] }
  using found = await findProtected(root, {
    isBefore: true,
    appsHome,
    isOpen: (place) => isOpen(facts, place),
  })
  requireSeen(root, found)
  requireNames(found.places.filter((place) => !isOpen(facts, place)))
  const disputed = await createdByOthers(guard.markers, found.places)
  const places = found.places.filter((place) => !disputed.has(keyOf(place)))
  const marker = { ...facts, run: newRunId(), started: Date.now(), places }
  const file = await writeMarker(guard.markers, marker).catch((error: unknown) => {
    // A disk that refuses the marker is full or read-only, so the run cannot write to it either.
    if (isDiskRefusal(error)) return undefined
    throw error
  })
  return {
    protected: found.places.filter((place) => place.link === undefined && !isOpen(marker, place)),
    async finish({ hasBegun }) {
      const { quarantined, left } = await checkRun(marker, { markers: guard.markers, file }, hasBegun)
      if (file !== undefined && left.length === 0) await endMarker(file, marker)
      // What could not be moved is retried later; the grants of this run must not excuse other runs.
      else if (file !== undefined) rewriteMarker(file, { ...marker, granted: [] })
      return { quarantined: [...earlier.quarantined, ...quarantined], left: [...earlier.left, ...left] }
    },
  }
}

/** A place that was missed would be open to the run, and afterwards count as created by it. */
function requireSeen(root: string, { isMoving, unseen }: FoundPlaces): void {
  if (isMoving) throw busyWorkspace(root)
  if (unseen.length === 0) return
  throw new UnsupportedError(
    'sandbox.unsearchable-place',
    t('sandbox.unsearchable-place', 'The sandbox cannot look at {place} in the workspace.', {
      place: toLine(unseen[0] ?? '', 200),
    }),
    { hint: t('sandbox.unsearchable-place.hint', 'Remove it, or choose the policy "off".') },
  )
}

/** Protected places are replaced faster than they can be guarded. */
export const busyWorkspace = (root: string): UnsupportedError =>
  new UnsupportedError(
    'sandbox.busy-workspace',
    t(
      'sandbox.busy-workspace',
      'Folders of {root} are moved all the time; no sandbox could be built on them.',
      { root },
    ),
    {
      hint: t(
        'sandbox.busy-workspace.hint',
        'Look which program moves them (Git, an editor, an install), and try again when it has finished.',
      ),
    },
  )

/** Bubblewrap accepts only text, and a place that it cannot mount would be open. */
function requireNames(places: readonly FoundPlace[]): void {
  const unnamable = places.find(({ bytes }) => bytes !== undefined)
  if (unnamable === undefined) return
  throw new UnsupportedError(
    'sandbox.unnamable-place',
    t(
      'sandbox.unnamable-place',
      '{path} cannot be protected: a folder on its path has a name that is not UTF-8.',
      { path: toLine(unnamable.path, 200) },
    ),
    { hint: t('sandbox.unnamable-place.hint', 'Rename that folder, or choose the policy "off".') },
  )
}

/**
 * What concurrent runs have created meanwhile counts as known for nobody, so that two runs cannot vouch for each other.
 */
async function createdByOthers(markers: string, places: readonly FoundPlace[]): Promise<Set<string>> {
  const { active } = await otherMarkers(markers)
  const created = await Promise.all(
    active.map(async (file) => {
      const marker = await readMarker(file).catch(() => undefined)
      return marker === undefined ? [] : await notOfOthers(marker, { markers, file }, places)
    }),
  )
  return new Set(created.flat().map(keyOf))
}

/** Finishes runs whose process was killed, and reports what was moved away. Cheap if there are none. */
export async function finishAbandonedRuns(markers: string): Promise<GuardReport> {
  const { abandoned } = await otherMarkers(markers)
  const report: GuardReport = { quarantined: [], left: [] }
  for (const file of abandoned) {
    const marker = await readMarker(file).catch(() => setAside(file))
    const isThere = marker !== undefined && existsSync(marker.root)
    const checked = isThere ? await checkRun(marker, { markers, file }, false) : nothing
    report.quarantined.push(...checked.quarantined)
    report.left.push(...checked.left)
    if (checked.left.length === 0) removeMarker(file)
  }
  return report
}

const nothing: GuardReport = { quarantined: [], left: [] }

/** An unreadable marker must not block every later run and command. */
function setAside(file: string): undefined {
  renameSync(file, `${file}.damaged`)
}

interface MarkerPlace {
  markers: string
  file: string | undefined
}

async function checkRun(marker: RunMarker, place: MarkerPlace, hasBegun: boolean): Promise<GuardReport> {
  const { root, appsHome, places: before } = marker
  using found = await findProtected(root, {
    isBefore: false,
    appsHome,
    before,
    isOpen: (one) => isOpen(marker, one),
  })
  if (!hasBegun) removeMountPoints(marker, found.places)
  const intruders = await notOfOthers(marker, place, found.places)
  const { removed } = tracesOf(marker, found.places)
  const { quarantined, left } = await quarantine(root, marker.run, { intruders, removed })
  return { quarantined, left: [...left, ...found.unseen, ...(found.isMoving ? ['.'] : [])] }
}

/** What the run created, without what another run or an install may have created. */
async function notOfOthers(
  marker: RunMarker,
  { markers, file }: MarkerPlace,
  places: readonly FoundPlace[],
): Promise<Intruder[]> {
  const { intruders } = tracesOf(marker, places)
  if (intruders.length === 0) return []
  const others = await namesOthersMayChange(markers, file)
  const isPlaced = hasInstalled(marker) ? await readPlacedSkills(marker.root) : () => false
  return intruders.filter(
    ({ name, path, bytes }) =>
      !others.has(name) &&
      !(bytes === undefined && isPlaced(path)) &&
      !(hasInstalled(marker) && writtenByCommands.has(path)),
  )
}

/** Their content is validated whenever they are read. */
const writtenByCommands: ReadonlySet<string> = new Set(['cli-apps.json', 'cli-apps.lock'])

/** If something was replaced during mounting, bubblewrap created an empty file or folder as a mount point. */
function removeMountPoints({ root, places, started }: RunMarker, found: readonly FoundPlace[]): void {
  const before = new Map(places.map((place) => [place.path, place]))
  for (const { path: place, id, parent } of found) {
    const was = before.get(place)
    if (was === undefined || was.id === id || was.parent !== parent) continue
    const file = path.join(root, place)
    try {
      const stats = lstatSync(file)
      if (stats.ctimeMs < started - fileTimesLagMs) continue
      if (stats.isDirectory()) rmdirSync(file)
      else if (stats.isFile() && stats.size === 0) unlinkSync(file)
    } catch {
      // It is not empty, so it is not ours.
    }
  }
}

/** Names of places that concurrent runs may change, and may therefore have created. */
async function namesOthersMayChange(markers: string, own: string | undefined): Promise<Set<string>> {
  const { active } = await otherMarkers(markers, own)
  const others = [...active, ...endedMarkers(markers)]
  const read = await Promise.all(others.map((file) => readMarker(file).catch(() => undefined)))
  return new Set(read.flatMap((marker) => marker?.granted ?? []))
}

/** Runs cannot change `.cli-apps`: a change there shows that an install was active. */
function hasInstalled({ root, started }: RunMarker): boolean {
  const state = path.join(root, '.cli-apps')
  return ['apps', 'playbooks', 'txn', 'lock'].some((name) => {
    const stats = lstatSync(path.join(state, name), { throwIfNoEntry: false })
    return stats !== undefined && stats.ctimeMs >= started - fileTimesLagMs
  })
}
