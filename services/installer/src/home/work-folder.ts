import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { aboutFile, identify, makeFolder, ProcessIdentity, temporaryName } from '@cli-apps/core/node'
import * as z from 'zod'

/**
 * Records what a process is doing outside the workspace, in `work/<…>.<pid>.<…>.tmp/`, before it starts. Removed when
 * the work is done; if the process is killed, the next command cleans up from it.
 */
export interface WorkFolder extends AsyncDisposable {
  /** Notes a process group that runs for us. */
  noteGroup(pid: number): Promise<void>
  /** Notes the mark of processes that run for us, including those that leave their group. */
  noteMark(mark: string): Promise<void>
  /** Notes a folder to remove if this process is killed. */
  noteFolder(folder: string): Promise<void>
  /** Notes the folder of a store entry that is being built, replaced or removed. */
  noteEntry(entry: string, options?: { replaces: boolean }): Promise<void>
}

/**
 * One note: a process group, a mark of processes, a folder to remove, or a store entry that is invalid until complete.
 */
export const WorkNote = z.union([
  z.object({ group: ProcessIdentity }),
  z.object({ mark: z.string().regex(/^[0-9a-f]{24}$/) }),
  z.object({ folder: z.string().refine(path.isAbsolute) }),
  z.object({ entry: z.string().refine(path.isAbsolute), replaces: z.boolean().optional() }),
])
export type WorkNote = z.infer<typeof WorkNote>

export const workFolders = (home: string): string => path.join(home, 'work')

/** Opens a work folder, which is created with the first note. */
export function openWorkFolder(home: string): WorkFolder {
  const folder = temporaryName(path.join(workFolders(home), 'work'))
  let count = 0
  // A partly written note is not valid JSON and is ignored, because its work had not started.
  const note = async (value: WorkNote): Promise<void> => {
    const file = path.join(folder, `${count++}.json`)
    try {
      if (count === 1) await makeFolder(folder)
      await writeFile(file, JSON.stringify(value))
    } catch (error) {
      throw aboutFile(error, file)
    }
  }
  return {
    noteGroup: async (pid) => note({ group: await identify(pid) }),
    noteMark: (mark) => note({ mark }),
    noteFolder: (made) => note({ folder: made }),
    noteEntry: (entry, options) => note({ entry, ...options }),
    [Symbol.asyncDispose]: async () => {
      if (count > 0) await rm(folder, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}
