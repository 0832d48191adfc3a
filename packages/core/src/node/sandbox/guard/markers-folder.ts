import { createHash } from 'node:crypto'
import path from 'node:path'

/** Markers are stored outside the workspace, whose files may come from anyone. */
export const markersFolder = (home: string, root: string): string =>
  path.join(home, 'runs', createHash('sha256').update(root).digest('hex').slice(0, 16))
