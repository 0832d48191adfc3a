import { randomBytes } from 'node:crypto'
import {
  closeSync,
  createReadStream,
  fstatSync,
  linkSync,
  lstatSync,
  openSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { lstat, realpath } from 'node:fs/promises'
import path from 'node:path'
import {
  ConflictError,
  ForbiddenError,
  NotFoundError,
  ProcessError,
  t,
  toLine,
  UsageError,
} from '@cli-apps/core'
import { hasCode, isInside, isMissing } from '@cli-apps/core/node'
import { isProtected } from './is-protected.ts'
import { openToWrite } from './open-in-workspace.ts'

/** Where standard output of a run goes, as JSON data. */
export interface OutputFile {
  /** Relative to the workspace's real path, with `/`. */
  place: string
  /** It may replace what is there. */
  overwrite: boolean
}

/**
 * The file that a call names for its output, relative to `cwd` or absolute, checked. Throws `ForbiddenError`
 * `run.output-outside`, `run.output-through-link` and `run.output-protected`, `NotFoundError` `run.no-output-folder`,
 * `ConflictError` `run.output-exists`, `UsageError` `run.output-not-a-file`.
 */
export async function findOutput(
  requested: string,
  { root, cwd, overwrite }: { root: string; cwd: string; overwrite: boolean },
): Promise<OutputFile> {
  const shown = JSON.stringify(toLine(requested, 200))
  const workspace = await realpath(root)
  const place = path.relative(workspace, path.resolve(cwd, requested))
  if (place === '' || !isInside(workspace, path.join(workspace, place))) throw outside(shown)
  const parts = place.split(path.sep)
  await requireWay(workspace, parts, shown)
  const found = await lookAt(path.join(workspace, place))
  if (found?.isSymbolicLink()) throw throughLink(shown)
  if (found !== undefined && (!found.isFile() || /[/\\]$/.test(requested))) throw notAFile(shown)
  if (found !== undefined && !overwrite) throw exists(shown)
  return { place: parts.join('/'), overwrite }
}

/** Each folder on the way has to be there and no link. */
async function requireWay(workspace: string, parts: readonly string[], shown: string): Promise<void> {
  if (await isProtected(workspace, parts)) throw protectedOutput(shown)
  for (let length = 1; length < parts.length; length++) {
    const found = await lookAt(path.join(workspace, ...parts.slice(0, length)))
    if (found?.isSymbolicLink()) throw throughLink(shown)
    if (!found?.isDirectory()) throw noFolder(shown)
  }
}

async function lookAt(file: string) {
  try {
    return await lstat(file)
  } catch (error) {
    if (isMissing(error) || hasCode(error, 'ENOTDIR')) return undefined
    throw error
  }
}

/** An output file while it is written. It has its name only once `keep` was called. */
export interface OpenOutput {
  descriptor: number
  /**
   * Gives the file its name, and its size in bytes. Throws `ConflictError` `run.output-exists`, `UsageError`
   * `run.output-not-a-file`, `ProcessError` `run.output-not-written`.
   */
  keep(): number
  /** What was written to it so far, from its beginning. */
  read(): AsyncIterable<Uint8Array>
  /** Closes it, and removes it unless it was kept. */
  close(): void
}

/** Opens a file beside the one that is to be written. Throws `NotFoundError` `run.no-output-folder`. */
export async function openOutput({ place, overwrite }: OutputFile, root: string): Promise<OpenOutput> {
  const shown = JSON.stringify(toLine(place, 200))
  const folder = openToWrite(await realpath(root), path.dirname(place))
  if (folder === undefined) throw noFolder(shown)
  const file = path.join(folder.path, path.basename(place))
  const aside = path.join(folder.path, `.cli-apps-${randomBytes(6).toString('hex')}.part`)
  const descriptor = openAside(aside, folder)
  return {
    descriptor,
    keep() {
      const { size } = fstatSync(descriptor)
      try {
        if (overwrite) renameSync(aside, file)
        else nameNewly(aside, file)
      } catch (cause) {
        if (hasCode(cause, 'EEXIST')) throw exists(shown)
        if (hasCode(cause, 'EISDIR')) throw notAFile(shown)
        throw notWritten(shown, cause)
      }
      return size
    },
    read: () => createReadStream('', { fd: descriptor, autoClose: false, start: 0 }),
    close() {
      closeSync(descriptor)
      rmSync(aside, { force: true })
      folder.close()
    },
  }
}

/** Never replaces: a link fails where there is a file by now. Some disks have no links. */
function nameNewly(aside: string, file: string): void {
  try {
    linkSync(aside, file)
  } catch (error) {
    if (hasCode(error, 'EEXIST') || lstatSync(file, { throwIfNoEntry: false }) !== undefined) throw error
    renameSync(aside, file)
  }
}

function openAside(aside: string, folder: { close(): void }): number {
  try {
    return openSync(aside, 'wx+')
  } catch (error) {
    folder.close()
    throw error
  }
}

const outside = (shown: string): ForbiddenError =>
  new ForbiddenError(
    'run.output-outside',
    t('run.output-outside', '{shown} lies outside the workspace.', { shown }),
    {
      hint: t('run.output-outside.hint', 'Pass a file inside the workspace; nothing was run.'),
    },
  )

const throughLink = (shown: string): ForbiddenError =>
  new ForbiddenError(
    'run.output-through-link',
    t('run.output-through-link', 'The way to {shown} leads through a symbolic link.', { shown }),
    { hint: t('run.output-through-link.hint', 'Name the file by its real path; nothing was run.') },
  )

const protectedOutput = (shown: string): ForbiddenError =>
  new ForbiddenError(
    'run.output-protected',
    t('run.output-protected', '{shown} is a protected place: later tools run what it holds.', { shown }),
    { hint: t('run.output-protected.hint', 'Write to another file; a person can move it there.') },
  )

const noFolder = (shown: string): NotFoundError =>
  new NotFoundError(
    'run.no-output-folder',
    t('run.no-output-folder', 'There is no folder for {shown}.', { shown }),
    { hint: t('run.no-output-folder.hint', 'Create it first; nothing was run.') },
  )

const notAFile = (shown: string): UsageError =>
  new UsageError('run.output-not-a-file', t('run.output-not-a-file', '{shown} is not a file.', { shown }), {
    hint: t('run.output-not-a-file.hint', 'Pass the name of a file.'),
  })

const exists = (shown: string): ConflictError =>
  new ConflictError('run.output-exists', t('run.output-exists', '{shown} exists already.', { shown }), {
    hint: t('run.output-exists.hint', 'Choose another name, or pass overwrite: true to replace it.'),
  })

const notWritten = (shown: string, cause: unknown): ProcessError =>
  new ProcessError(
    'run.output-not-written',
    t('run.output-not-written', '{shown} could not be written: {reason}.', {
      shown,
      reason: cause instanceof Error ? cause.message : String(cause),
    }),
    {
      hint: t('run.output-not-written.hint', 'Check that its folder still exists and can be written to.'),
      cause,
    },
  )
