import { link, mkdir, readdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { InvalidError } from '@cli-apps/core'
import { acquireLock, exists, isInside, isMissing, jsonText, readJson } from '@cli-apps/core/node'
import * as z from 'zod'
import type { SiteFile } from './site-file.ts'

export interface SiteReport {
  folder: string
  files: number
  /** Number of files that did not change. */
  unchanged: number
  bytes: number
}

/** Marks a folder as an export, whose content the next export replaces. */
const markerName = '.cli-apps-export.json'
const Marker = z.object({ export: z.literal(1) })

/**
 * Writes a site to a temporary folder and moves it to `folder`, so that readers never see a partial one. Unchanged
 * files are kept, including their times. Throws `InvalidError` `export.not-ours` for a folder with other content.
 */
export async function writeSite(named: string, files: AsyncIterable<SiteFile>): Promise<SiteReport> {
  // For a link, its target is replaced, and the link stays.
  const folder = (await exists(named)) ? await realpath(named) : named
  const parent = path.dirname(folder)
  await mkdir(parent, { recursive: true })
  const aside = `.${path.basename(folder)}.export`
  await using _lock = await acquireLock(parent, aside, { wait: 0, what: `The export to ${folder}` })
  // Reserved names: their content is deleted.
  const [draft, old] = [path.join(parent, `${aside}-new`), path.join(parent, `${aside}-old`)]
  // An export that was killed between the two renames left the whole old site here.
  if (!(await exists(folder)) && (await exists(old))) await rename(old, folder)
  await requireOurs(folder)
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft)
  try {
    const counts = await writeFiles(draft, { files, before: folder })
    await writeFile(path.join(draft, markerName), jsonText({ export: 1 }))
    await rm(old, { recursive: true, force: true })
    if (await exists(folder)) await rename(folder, old)
    await rename(draft, folder)
    await rm(old, { recursive: true, force: true })
    return { folder: named, ...counts }
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  }
}

async function requireOurs(folder: string): Promise<void> {
  const marker = await readJson(path.join(folder, markerName), Marker, {
    what: 'The marker of the exported site',
    code: 'export.corrupt',
    repair: 'Delete the folder, or export to another one.',
  })
  if (marker !== undefined || (await isEmptyOrMissing(folder))) return
  throw new InvalidError('export.not-ours', `${folder} holds something else than an export.`, {
    hint: 'Name a new or empty folder; all that is in it is replaced at the next export.',
  })
}

async function isEmptyOrMissing(folder: string): Promise<boolean> {
  try {
    return (await readdir(folder)).length === 0
  } catch (error) {
    if (isMissing(error) && !(await exists(folder))) return true
    throw new InvalidError('export.not-a-folder', `${folder} is not a folder that can be read.`, {
      hint: 'Name a new or empty folder.',
      cause: error,
    })
  }
}

async function writeFiles(
  draft: string,
  { files, before }: { files: AsyncIterable<SiteFile>; before: string },
): Promise<Omit<SiteReport, 'folder'>> {
  const counts = { files: 0, unchanged: 0, bytes: 0 }
  const made = new Set<string>()
  for await (const { path: address, content } of files) {
    const place = address.split('/').map(decodeURIComponent).join('/')
    const target = path.join(draft, place)
    if (!isInside(draft, target)) throw new RangeError(`${address} leads out of the site`)
    if (!made.has(path.dirname(target))) {
      await mkdir(path.dirname(target), { recursive: true })
      made.add(path.dirname(target))
    }
    const bytes = Buffer.from(content)
    counts.files++
    counts.bytes += bytes.length
    if (await linkSame(path.join(before, place), target, bytes)) counts.unchanged++
    else await writeFile(target, bytes, { flag: 'wx' })
  }
  return counts
}

/** Links `target` to `source` if that has this content. Returns false if not, or if links are not supported. */
async function linkSame(source: string, target: string, content: Buffer): Promise<boolean> {
  try {
    if (!(await readFile(source)).equals(content)) return false
    await link(source, target)
    return true
  } catch {
    return false
  }
}
