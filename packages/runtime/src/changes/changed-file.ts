/** A file that was changed during a run, by the program or by something else. */
export interface ChangedFile {
  /** Relative to the workspace, with forward slashes. */
  path: string
  kind: 'created' | 'changed' | 'deleted'
  /** Size in bytes; 0 for a deleted file. */
  size: number
}

/** A change by absolute path, with the time to sort by. */
export interface Change {
  kind: ChangedFile['kind']
  size: number
  mtimeMs: number
}
