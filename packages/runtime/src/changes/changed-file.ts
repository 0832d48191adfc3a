/** A file that was changed while a program ran, by it or by somebody else. */
export interface ChangedFile {
  /** Relative to the workspace, with `/`. */
  path: string
  kind: 'created' | 'changed' | 'deleted'
  /** Bytes; 0 for one that is gone. */
  size: number
}

/** A change by absolute path, with the time it is ordered by. */
export interface Change {
  kind: ChangedFile['kind']
  size: number
  mtimeMs: number
}
