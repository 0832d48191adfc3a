import { closeSync, constants, createReadStream, openSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp, realpath, stat } from 'node:fs/promises'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { ForbiddenError, isAppError, NotFoundError, t, toLine, UsageError } from '@cli-apps/core'
import { isInside, isMissing, type ProcessInput } from '@cli-apps/core/node'
import { openToRead } from './open-in-workspace.ts'
import { openPipes } from './open-pipes.ts'

/** Standard input of a run, as JSON data. `place` is relative to the workspace's real path. */
export type RunInput =
  | { kind: 'text'; text: string }
  | { kind: 'base64'; text: string }
  | { kind: 'file'; place: string }

/** What a call asks for. */
export interface InputRequest {
  stdin?: string | undefined
  stdin_encoding?: 'utf8' | 'base64' | undefined
  /** Relative to `cwd`, or absolute. */
  stdin_file?: string | undefined
}

/**
 * What a call asks for as input, checked; `null` for none. Throws `UsageError` `run.two-inputs`, `NotFoundError`
 * `run.no-stdin-file`, `ForbiddenError` `run.stdin-file-outside`, `UsageError` `run.stdin-not-a-file`.
 */
export async function findInput(
  { stdin, stdin_encoding, stdin_file }: InputRequest,
  { root, cwd }: { root: string; cwd: string },
): Promise<RunInput | null> {
  if (stdin !== undefined && stdin_file !== undefined)
    throw new UsageError(
      'run.two-inputs',
      t('run.two-inputs', 'A call has either "stdin" or "stdin_file".'),
      { hint: t('run.two-inputs.hint', 'Leave one of them out; nothing was run.') },
    )
  if (stdin_file !== undefined)
    return { kind: 'file', place: await findInputFile(root, path.resolve(cwd, stdin_file), stdin_file) }
  if (stdin === undefined) return null
  return { kind: stdin_encoding === 'base64' ? 'base64' : 'text', text: stdin }
}

async function findInputFile(root: string, file: string, requested: string): Promise<string> {
  const shown = JSON.stringify(toLine(requested, 200))
  try {
    const [workspace, real, stats] = await Promise.all([realpath(root), realpath(file), stat(file)])
    if (!isInside(workspace, real)) throw outside(shown)
    if (stats.isFile()) return path.relative(workspace, real)
  } catch (cause) {
    if (isAppError(cause)) throw cause
    // What lies outside is not told apart from what is not there.
    if (!isInside(root, file)) throw outside(shown)
    if (isMissing(cause)) throw missing(shown)
    throw notAFile(shown, cause)
  }
  throw notAFile(shown, undefined)
}

/** Input while programs run. */
interface OpenInput {
  source: ProcessInput
  close(): void
}

/**
 * Opens the input. A file of the workspace is read here: through a descriptor of it, a program could write to it even where the
 * sandbox makes it read-only. Throws `NotFoundError` `run.no-stdin-file`.
 */
export async function openInput(input: RunInput, root: string): Promise<OpenInput> {
  if (input.kind !== 'file') {
    const content = Buffer.from(input.text, input.kind === 'text' ? 'utf8' : 'base64')
    const descriptor = await openContent(content)
    return { source: { descriptor }, close: () => closeSync(descriptor) }
  }
  const descriptor = openToRead(await realpath(root), input.place)
  if (descriptor === undefined) throw missing(JSON.stringify(toLine(input.place, 200)))
  const source = createReadStream('', { fd: descriptor })
  const close = (): void => void source.destroy()
  return process.platform === 'win32' ? { source, close } : feedThroughPipe(source, close)
}

/** A program may look at its input by name, as `/dev/stdin`, which a pipe allows and a socket, Node's own kind of pipe, does not. */
async function feedThroughPipe(source: Readable, close: () => void): Promise<OpenInput> {
  const [pipe] = await openPipes(1).catch((error: unknown) => {
    close()
    throw error
  })
  if (pipe === undefined) throw new RangeError('one pipe was asked for')
  const sink = new Socket({ fd: pipe.write, readable: false, writable: true })
  // A program that stops reading, or ends, is no failure of the run.
  source.pipe(sink).on('error', () => {})
  return {
    source: { descriptor: pipe.read },
    close() {
      closeSync(pipe.read)
      close()
      sink.destroy()
    },
  }
}

/** A file that has no name any more: the program may read it at any pace, and nothing stays behind. */
async function openContent(content: Uint8Array): Promise<number> {
  const folder = await mkdtemp(path.join(tmpdir(), 'cli-apps-stdin-'))
  const file = path.join(folder, 'stdin')
  try {
    writeFileSync(file, content, { mode: 0o600, flag: 'wx' })
    return openSync(file, constants.O_RDONLY)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const missing = (shown: string): NotFoundError =>
  new NotFoundError(
    'run.no-stdin-file',
    t('run.no-stdin-file', 'The workspace has no file {shown}.', { shown }),
    {
      hint: t('run.no-stdin-file.hint', 'stdin_file is relative to working_dir; nothing was run.'),
    },
  )

const outside = (shown: string): ForbiddenError =>
  new ForbiddenError(
    'run.stdin-file-outside',
    t('run.stdin-file-outside', '{shown} lies outside the workspace.', { shown }),
    { hint: t('run.stdin-file-outside.hint', 'Pass a file inside the workspace.') },
  )

const notAFile = (shown: string, cause: unknown): UsageError =>
  new UsageError(
    'run.stdin-not-a-file',
    t('run.stdin-not-a-file', '{shown} cannot be read as a file.', { shown }),
    {
      hint: t('run.stdin-not-a-file.hint', 'Pass a regular file of the workspace; nothing was run.'),
      cause,
    },
  )
