import { ConflictError, t } from '@cli-apps/core'
import {
  identify,
  isAlive,
  jsonText,
  killGroup,
  killMarkedProcesses,
  killProcessesIn,
  newMark,
  ProcessIdentity,
  readText,
  writeFileAtomic,
} from '@cli-apps/core/node'
import * as z from 'zod'
import type { StoreEntry } from './store.ts'

/**
 * `building.json` of an entry under construction: identifies the processes that a killed installer may have left
 * running.
 */
const BuildingMark = z.object({
  mark: z
    .string()
    .regex(/^[0-9a-f]{24}$/)
    .optional(),
  group: z.optional(ProcessIdentity),
})

/** One attempt to fill an entry. Every process that it starts carries its mark and is noted before it begins. */
export interface BuildAttempt {
  /** Value of `markVariable` in the environment of started processes. */
  mark: string
  /** Notes a process group that is held until this has resolved. */
  noteGroup(pid: number): Promise<void>
}

/** Begins an attempt in an entry whose folder exists. */
export async function beginAttempt(entry: StoreEntry): Promise<BuildAttempt> {
  const mark = newMark()
  const note = (value: z.infer<typeof BuildingMark>): Promise<void> =>
    writeFileAtomic(entry.building, jsonText(value))
  await note({ mark })
  return { mark, noteGroup: async (pid) => note({ mark, group: await identify(pid) }) }
}

const rounds = 5

/**
 * Ends every process that an earlier attempt left filling an entry.
 * A package manager survives the installer when that is killed, and would write into the next build at the same place.
 * Throws `ConflictError` `store.still-written` while one of them lives.
 */
export async function endBuilders(entry: StoreEntry): Promise<void> {
  const { mark, group } = await readMark(entry)
  let left: number[] = []
  for (let round = 0; round < rounds; round++) {
    if (group !== undefined && (await isAlive(group))) await killGroup(group.pid, round === 0 ? 1000 : 0)
    left = [
      ...(mark === undefined ? [] : await killMarkedProcesses(mark)),
      ...(await killProcessesIn(entry.folder)),
      ...(group !== undefined && (await isAlive(group)) ? [group.pid] : []),
    ]
    if (left.length === 0) return
  }
  throw new ConflictError(
    'store.still-written',
    t('store.still-written', 'Process {left} of an interrupted install still writes to {folder}.', {
      left: String(left[0]),
      folder: entry.folder,
    }),
    { hint: t('store.still-written.hint', 'End that process, then try again.'), details: { pids: left } },
  )
}

/** Reads the mark; a damaged one is ignored, since processes that use the folder are found without it. */
async function readMark(entry: StoreEntry): Promise<z.infer<typeof BuildingMark>> {
  try {
    return BuildingMark.parse(JSON.parse((await readText(entry.building)) ?? '{}'))
  } catch {
    return {}
  }
}
