import path from 'node:path'
import { namesInNow } from '../../folders.ts'

/** Markers are stored outside the workspace, whose files may come from anyone. */
export function markersFolder(home: string, root: string): string {
  // Loaded here, because most commands find no markers of any workspace.
  const { createHash } = process.getBuiltinModule('node:crypto')
  return path.join(allMarkersFolder(home), createHash('sha256').update(root).digest('hex').slice(0, 16))
}

/** Whether a run in any workspace left markers. */
export const hasMarkers = (home: string): boolean =>
  namesInNow(allMarkersFolder(home)).some(
    (workspace) => namesInNow(path.join(allMarkersFolder(home), workspace)).length > 0,
  )

const allMarkersFolder = (home: string): string => path.join(home, 'runs')
