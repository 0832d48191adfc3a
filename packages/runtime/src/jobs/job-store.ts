import { constants } from 'node:fs'
import { lstat, mkdir, open, rm, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { ForbiddenError, InvalidError, t } from '@cli-apps/core'
import {
  exists,
  hasCode,
  isMissing,
  jsonText,
  namesIn,
  type Workspace,
  writeFileAtomic,
} from '@cli-apps/core/node'
import { clearOldJobs } from './clear-old-jobs.ts'
import { type EndedJob, isJobId, Job } from './job.ts'
import { type JobSlots, openJobSlots } from './job-slots.ts'

/** In bytes; far above any outcome that we write. */
const mostBytes = 16 * 2 ** 20

/** More than we keep of our own; an untrusted folder may contain any number. */
const mostJobs = 500

/**
 * The jobs folder of a workspace: `<id>/result.json`, `<id>/output.log`, `<id>/cancel` once someone cancels it,
 * `ended/<id>` for each end not reported yet, and `slots`, which limit the number of unfinished jobs.
 */
export interface JobStore {
  root: string
  /** Changes with every end of a job. */
  endings: string
  folderOf(id: string): string
  /** Creates the job's folder and removes old jobs. Throws if a link is in place of a folder. */
  create(job: Job): Promise<void>
  write(job: Job): Promise<void>
  /** Writes the outcome and marks the end for reporting; does nothing if the job's folder is gone. */
  end(job: EndedJob): Promise<void>
  /** `undefined` for an unknown job. Throws `InvalidError` `job.damaged` for invalid content, or behind a link. */
  read(id: string): Promise<Job | undefined>
  /** Newest first, at most 500. */
  ids(): Promise<string[]>
  /** Ends not reported yet, in the same order and number. */
  unreported(): Promise<string[]>
  /** Claims the report of an end; false if someone else did. */
  claim(id: string): Promise<boolean>
  slots: JobSlots
  /** Records that the job is to be canceled, for whoever finds it ended. */
  requestCancel(id: string): Promise<void>
  isCancelRequested(id: string): Promise<boolean>
}

export function openJobStore({ state, root }: Pick<Workspace, 'state' | 'root'>): JobStore {
  const places = placesIn(state)
  const { folder, endings, slotsFolder, ownFolders, folderOf, cancelFile } = places
  const slots = openJobSlots(slotsFolder, () => refuseLinks(ownFolders))
  const write = (job: Job): Promise<void> => writeJob(places, job)
  const read = (id: string): Promise<Job | undefined> => readJob(places, id)
  const claim = (id: string): Promise<boolean> => claimEnd(places, id)
  return {
    root,
    endings,
    folderOf,
    write,
    read,
    claim,
    slots,
    async requestCancel(id) {
      await refuseLinks([...ownFolders, folderOf(id)])
      await writeFile(cancelFile(id), '', { flag: 'wx', mode: 0o600 }).catch((error: unknown) => {
        if (!hasCode(error, 'EEXIST') && !isMissing(error)) throw error
      })
    },
    isCancelRequested: async (id) => (await lstat(cancelFile(id)).catch(() => undefined)) !== undefined,
    async create(job) {
      await refuseLinks(ownFolders)
      await mkdir(endings, { recursive: true })
      await clearOldJobs({ folder, ids: await idsIn(folder), read, claim })
      await mkdir(folderOf(job.id), { mode: 0o700 })
      await write(job)
    },
    async end(job) {
      await refuseLinks([...ownFolders, folderOf(job.id)])
      await slots.release(job.id)
      // Whoever deleted the workspace or the job does not want it recreated.
      if (await exists(folderOf(job.id))) await writeEnd(places, job)
    },
    ids: async () => (await idsIn(folder)).slice(0, mostJobs),
    unreported: async () => (await idsIn(endings)).slice(0, mostJobs),
  }
}

/** The paths of everything about jobs. */
interface JobPlaces {
  state: string
  folder: string
  endings: string
  slotsFolder: string
  /** Folders that must not be links. */
  ownFolders: readonly string[]
  folderOf(id: string): string
  resultFile(id: string): string
  cancelFile(id: string): string
}

function placesIn(state: string): JobPlaces {
  const folder = path.join(state, 'jobs')
  const endings = path.join(folder, 'ended')
  const slotsFolder = path.join(folder, 'slots')
  return {
    state,
    folder,
    endings,
    slotsFolder,
    ownFolders: [state, folder, endings, slotsFolder],
    folderOf: (id) => path.join(folder, id),
    resultFile: (id) => path.join(folder, id, 'result.json'),
    cancelFile: (id) => path.join(folder, id, 'cancel'),
  }
}

async function writeJob({ ownFolders, folderOf, resultFile }: JobPlaces, job: Job): Promise<void> {
  await refuseLinks([...ownFolders, folderOf(job.id)])
  await writeFileAtomic(resultFile(job.id), jsonText(job), 0o600)
}

async function writeEnd(places: JobPlaces, job: EndedJob): Promise<void> {
  const mark = path.join(places.endings, job.id)
  // Before the outcome: if the writer is killed in between, the job is found lost, and reported.
  await mkdir(places.endings, { recursive: true })
  await writeFile(mark, '', { mode: 0o600 })
  await writeJob(places, job)
  // Afterwards, so that watchers of the folder look again.
  const now = new Date()
  await utimes(mark, now, now).catch(() => {})
}

async function claimEnd({ ownFolders, endings }: JobPlaces, id: string): Promise<boolean> {
  try {
    await refuseLinks(ownFolders)
    await rm(path.join(endings, id))
    return true
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}

async function readJob(places: JobPlaces, id: string): Promise<Job | undefined> {
  const text = await readOwn(places, id)
  if (text === undefined) return undefined
  const parsed = Job.safeParse(parse(text))
  if (parsed.success && parsed.data.id === id) return parsed.data
  throw damaged(id)
}

async function readOwn(
  { state, folder, folderOf, resultFile }: JobPlaces,
  id: string,
): Promise<string | undefined> {
  try {
    await refuseLinks([state, folder, folderOf(id)])
    await using handle = await open(
      resultFile(id),
      constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK,
    )
    const stats = await handle.stat()
    return stats.isFile() && stats.size <= mostBytes ? await handle.readFile('utf8') : ''
  } catch (error) {
    if (isMissing(error)) return undefined
    if (hasCode(error, 'ELOOP')) return ''
    throw error
  }
}

async function idsIn(folder: string): Promise<string[]> {
  return (await namesIn(folder)).filter(isJobId).reverse()
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

// The reason is not included: the path may lead to a file that the reader must not see.
const damaged = (id: string): InvalidError =>
  new InvalidError(
    'job.damaged',
    t('job.damaged', 'The file of job {id} is damaged or was not written by cli-apps.', { id }),
    {
      hint: t('job.damaged.hint', 'The user can look at it, and delete .cli-apps/jobs/{id}.', { id }),
    },
  )

/** A cloned workspace may contain links in place of folders; we read and write only real ones. */
async function refuseLinks(folders: readonly string[]): Promise<void> {
  for (const one of folders) {
    const stats = await lstat(one).catch((error: unknown) => {
      if (!isMissing(error)) throw error
    })
    if (stats === undefined || stats.isDirectory()) continue
    throw new ForbiddenError(
      'job.bad-folder',
      t('job.bad-folder', '{one} is a link or not a folder, so it cannot contain jobs.', { one }),
      {
        hint: t('job.bad-folder.hint', 'Let the user find out where it comes from, and remove it.'),
      },
    )
  }
}
