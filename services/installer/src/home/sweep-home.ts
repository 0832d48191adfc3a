import { rm } from 'node:fs/promises'
import path from 'node:path'
import { t } from '@cli-apps/core'
import {
  exists,
  isAbandoned,
  isAlive,
  killGroup,
  killMarkedProcesses,
  killProcessesIn,
  namesIn,
  readText,
  recordKeyFile,
  removeAbandoned,
} from '@cli-apps/core/node'
import type { CommandContext } from '../context.ts'
import { clearAbandonedEntry } from '../store/build-entry.ts'
import { noteFolder } from '../store/known-workspaces.ts'
import { WorkNote, workFolders } from './work-folder.ts'

/**
 * Removes what killed commands left outside workspaces: temporary files, running processes, probe folders, and
 * incomplete store entries. Leaves work of live processes alone. Prints a notice if it removed anything.
 */
export async function sweepHome({
  config,
  output,
}: Pick<CommandContext, 'config' | 'output'>): Promise<void> {
  const registries = path.join(config.cache, 'registries')
  const folders = [
    ...[config.trust, config.locks, config.debs, path.join(config.home, 'system'), noteFolder(config.home)],
    path.dirname(config.credentials),
    path.dirname(recordKeyFile(config.home)),
    ...['trees', 'tool-indexes'].map((name) => path.join(config.cache, name)),
    ...(await namesIn(registries)).map((name) => path.join(registries, name)),
  ]
  let found = 0
  for (const folder of folders) found += (await removeAbandoned(folder)).length
  for (const name of (await namesIn(workFolders(config.home))).filter(isAbandoned)) {
    found += 1
    await sweepWork(path.join(workFolders(config.home), name), config.locks)
  }
  if (found > 0)
    output.notice(
      t('sweep-home.removed-files-interrupted-command', 'Removed files of an interrupted command.'),
    )
}

/**
 * Processes are ended before their files are removed. The notes go last, so that an interrupted cleanup is repeated.
 */
async function sweepWork(folder: string, locks: string): Promise<void> {
  const notes: WorkNote[] = []
  for (const name of await namesIn(folder)) {
    const note = parseNote((await readText(path.join(folder, name))) ?? '')
    if (note !== undefined) notes.push(note)
  }
  for (const note of notes)
    if ('group' in note && (await isAlive(note.group))) await killGroup(note.group.pid, 1000)
  for (const note of notes) if ('mark' in note) await killMarkedProcesses(note.mark)
  for (const note of notes) {
    if ('folder' in note) await sweepFolder(note.folder)
    if ('entry' in note) await clearAbandonedEntry(note.entry, locks, note.replaces)
  }
  await rm(folder, { recursive: true, force: true })
}

async function sweepFolder(folder: string): Promise<void> {
  if (!(await exists(folder))) return
  await killProcessesIn(folder)
  await rm(folder, { recursive: true, force: true, maxRetries: 3 })
}

function parseNote(text: string): WorkNote | undefined {
  try {
    return WorkNote.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
