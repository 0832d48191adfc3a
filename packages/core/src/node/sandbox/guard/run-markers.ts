import { randomBytes } from 'node:crypto'
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod/mini'
import { t } from '../../../messages/t.ts'
import { jsonText, readJson } from '../../files.ts'
import { makeFolder, namesInNow } from '../../folders.ts'
import { isAlive, type ProcessIdentity, thisProcess } from '../../process-identity.ts'
import { FoundPlace } from './found-place.ts'

/** Recorded before a run begins, so that its end can be checked even if its process was killed. */
export const RunMarker = z.object({
  run: z.string().check(z.regex(/^[\w-]+$/)),
  root: z.string(),
  /** Contains folders outside the workspace that apps may change. */
  appsHome: z.string(),
  /** Milliseconds since 1970. */
  started: z.number(),
  /** Names of protected places that this run may change. */
  granted: z.array(z.string()),
  /** Folders that the host lets it change. */
  allowed: z.array(z.string()),
  places: z.array(FoundPlace),
})
export type RunMarker = z.infer<typeof RunMarker>

/** Time and random digits: ids sort by age. */
export const newRunId = (): string =>
  `${new Date().toISOString().replace(/\D/g, '').slice(0, 14)}-${randomBytes(4).toString('hex')}`

/** Writes the marker and returns its path. The process is part of the name. */
export async function writeMarker(folder: string, marker: RunMarker): Promise<string> {
  const { pid, started } = await thisProcess()
  const file = path.join(folder, `${pid}.${started ?? 'none'}.${marker.run}.json`)
  await makeFolder(folder, 0o700)
  rewriteMarker(file, marker)
  return file
}

/** Atomic, even on a full disk. */
export function rewriteMarker(file: string, marker: RunMarker): void {
  const unfinished = `${file}.new`
  try {
    writeFileSync(unfinished, jsonText(marker), { mode: 0o600 })
    renameSync(unfinished, file)
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw error
  }
}

export const removeMarker = (file: string): void => rmSync(file, { force: true })

const ended = '.ended'

/** Removes a marker. The grants of the run are kept as long as another run is active. */
export async function endMarker(file: string, { granted }: RunMarker): Promise<void> {
  const folder = path.dirname(file)
  const isLast = markerNames(folder).length <= 1
  if (isLast) for (const old of endedMarkers(folder)) removeMarker(old)
  if (isLast || granted.length === 0) removeMarker(file)
  else renameSync(file, `${file}${ended}`)
}

/** Markers of ended runs with grants that overlapped an active one. */
export const endedMarkers = (folder: string): string[] =>
  namesInNow(folder)
    .filter((name) => name.endsWith(ended))
    .map((name) => path.join(folder, name))

/** Markers of other runs: active ones, and those whose process is gone. */
export async function otherMarkers(
  folder: string,
  own?: string,
): Promise<{ active: string[]; abandoned: string[] }> {
  const active: string[] = []
  const abandoned: string[] = []
  for (const name of markerNames(folder)) {
    const file = path.join(folder, name)
    if (file === own) continue
    const owner = ownerOf(name)
    if (owner === undefined) continue
    const isOurs = owner.pid === process.pid && owner.started === (await thisProcess()).started
    ;(isOurs || (await isAlive(owner)) ? active : abandoned).push(file)
  }
  return { active, abandoned }
}

/** Cheap on purpose: every command calls it. */
export const markerNames = (folder: string): string[] =>
  namesInNow(folder).filter((name) => name.endsWith('.json'))

/** Returns `undefined` if another process removed it meanwhile. */
export const readMarker = (file: string): Promise<RunMarker | undefined> =>
  readJson(file, RunMarker, {
    what: t('run-markers.note-about-run', 'The note about a run'),
    code: 'run.marker-corrupt',
    repair: t(
      'run-markers.remove-look-whether-run',
      'Remove {file}, and look whether the run left anything that tools would obey.',
      { file },
    ),
  })

function ownerOf(name: string): ProcessIdentity | undefined {
  const [, pid, started] = /^(\d{1,10})\.([^.]+)\.[\w-]+\.json$/.exec(name) ?? []
  if (pid === undefined || started === undefined) return undefined
  return { pid: Number(pid), started: started === 'none' ? null : started }
}
