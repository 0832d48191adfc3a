import path from 'node:path'
import { isGrantable } from '../../../workspace/protected-places.ts'
import { isInside } from '../../files.ts'
import { type FoundPlace, keyOf, linkOutside } from './found-place.ts'
import type { RunMarker } from './run-markers.ts'

/** Something to move away; a former link is restored. */
export interface Intruder extends FoundPlace {
  restore?: string | undefined
}

export interface RunTraces {
  intruders: Intruder[]
  /** Links at protected places that are gone. */
  removed: FoundPlace[]
}

/** Compares protected places before and after a run. */
export function tracesOf(marker: RunMarker, places: readonly FoundPlace[]): RunTraces {
  const before = new Map(marker.places.map((place) => [keyOf(place), place]))
  const known = new Set(marker.places.filter(({ link }) => link === undefined).map(({ id }) => id))
  const now = new Set(places.map(keyOf))
  return {
    intruders: places.flatMap((place) => {
      const was = before.get(keyOf(place))
      return isOpen(marker, place) || isKnown(place, was, known) ? [] : [{ ...place, restore: was?.link }]
    }),
    removed: marker.places.filter(
      (place) =>
        place.link !== undefined &&
        place.name !== linkOutside &&
        !now.has(keyOf(place)) &&
        !isOpen(marker, place),
    ),
  }
}

function isKnown(place: FoundPlace, was: FoundPlace | undefined, known: ReadonlySet<string>): boolean {
  // A relative link means something else in another folder.
  if (place.link !== undefined) return was !== undefined && was.link === place.link
  // A run cannot replace what is mounted, unless it moved the parent folder: then someone else did.
  return known.has(place.id) || (was !== undefined && was.link === undefined && was.parent === place.parent)
}

/** Whether a person or the host opened a place to the run. What decides about later runs is never open. */
export function isOpen(
  { root, granted, allowed }: Pick<RunMarker, 'root' | 'granted' | 'allowed'>,
  place: Pick<FoundPlace, 'path' | 'name'>,
): boolean {
  if (granted.includes(place.name)) return true
  if (!isGrantable(place.name) && place.name !== linkOutside) return false
  const file = path.join(root, place.path)
  // The workspace itself does not count, as it would open everything.
  return allowed.some((one) => isInside(one, file) && !isInside(one, root))
}
