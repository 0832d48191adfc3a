import { closeSync, constants, openSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ProcessError, t, UnsupportedError } from '@cli-apps/core'
import { runProcess } from '@cli-apps/core/node'
import { keepUnused, mostKept, takeUnused } from './unused-pipes.ts'

/** A pipe of the operating system, by the descriptors of its ends. Both have to be closed. */
interface OsPipe {
  read: number
  write: number
}

/**
 * Opens pipes that programs are connected by. Node has no call for it: `mkfifo` makes them with names in a private folder, which is
 * removed at once. On Linux some are made in advance for later runs; none is used twice. Throws `UnsupportedError` `run.no-pipes` on Windows,
 * `ProcessError` `run.cannot-pipe`.
 */
export async function openPipes(count: number): Promise<OsPipe[]> {
  if (process.platform === 'win32' && count > 0)
    throw new UnsupportedError(
      'run.no-pipes',
      t('run.no-pipes', 'Programs cannot be connected by pipes on Windows yet.'),
      {
        hint: t(
          'run.no-pipes.hint',
          'Run one after the other, with a file in between: stdout_file of the first, stdin_file of the second.',
        ),
      },
    )
  const opened: OsPipe[] = []
  try {
    for (const unused of takeUnused(count)) {
      opened.push(openPipe(unused.name))
      unused.release()
    }
    if (opened.length < count) await makePipes(count - opened.length, opened)
    return opened
  } catch (error) {
    for (const { read, write } of opened) {
      closeSync(read)
      closeSync(write)
    }
    throw error
  }
}

async function makePipes(count: number, opened: OsPipe[]): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'cli-apps-pipes-'))
  try {
    const spare = process.platform === 'linux' ? mostKept : 0
    const names = Array.from({ length: count + spare }, (_, index) => path.join(folder, String(index)))
    const { exitCode, stderr } = await runProcess(['mkfifo', '-m', '600', ...names], {
      cwd: folder,
      env: { PATH: '/usr/bin:/bin:/usr/sbin:/sbin' },
    })
    if (exitCode !== 0) throw cannotPipe(stderr.head.trim())
    for (const name of names.slice(0, count)) opened.push(openPipe(name))
    for (const name of names.slice(count)) keepUnused(name)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Opening one end waits for the other, unless both are open already, as they are for a moment here. */
function openPipe(name: string): OsPipe {
  const both = openSync(name, constants.O_RDWR | constants.O_NONBLOCK)
  try {
    return { read: openSync(name, constants.O_RDONLY), write: openSync(name, constants.O_WRONLY) }
  } finally {
    closeSync(both)
  }
}

const cannotPipe = (reason: string): ProcessError =>
  new ProcessError(
    'run.cannot-pipe',
    t('run.cannot-pipe', 'No pipe could be made between the programs: {reason}', { reason }),
    { hint: t('run.cannot-pipe.hint', 'Check that the folder for temporary files can be written to.') },
  )
