import type { ProcessResult } from '@cli-apps/core/node'
import { describe, expect, it } from 'vitest'
import type { Probe } from '../../../services/installer/src/probe/probe.ts'
import { verifyProgram } from '../../../services/installer/src/probe/verify-program.ts'
import { exampleManifest } from '../../support/example-manifest.ts'

const captured = (text: string): ProcessResult['stdout'] => ({
  head: text,
  tail: '',
  omittedBytes: 0,
  totalBytes: text.length,
})

/** Verifies a program whose every run ends so; with `expect`, it is to print that as its version. */
function verify(ended: Partial<ProcessResult>, said: string, expected?: string): Promise<string | null> {
  const result: ProcessResult = {
    exitCode: null,
    signal: null,
    timedOut: false,
    canceled: false,
    stdout: captured(''),
    stderr: captured(said),
    durationMs: 1,
    ...ended,
  }
  const probe = { run: () => Promise.resolve(result) } as Pick<Probe, 'run'> as Probe
  const run = expected === undefined ? {} : { version: { args: ['--version'], expect: expected } }
  return verifyProgram(exampleManifest({ run }), probe, { method: 'npm' })
}

describe('a program that does not answer', () => {
  it('is refused with how it ended', async () => {
    await expect(verify({ signal: 'SIGABRT' }, 'x')).rejects.toMatchObject({
      code: 'install.no-answer',
      message: 'greet --help gave no answer and ended by SIGABRT.',
    })
    await expect(verify({ exitCode: 127 }, 'x')).rejects.toMatchObject({
      message: 'greet --help gave no answer and ended with exit status 127.',
    })
    await expect(verify({ timedOut: true }, 'x')).rejects.toMatchObject({
      message: 'greet --help does not answer in time.',
    })
  })

  it.each([
    ['Qt', { signal: 'SIGABRT' }, 'qt.qpa.xcb: could not connect to display \nAborted', undefined],
    ['GTK', { exitCode: 1 }, 'Gtk-WARNING **: cannot open display: ', undefined],
    ['X11', { exitCode: 1 }, "Error: Can't open display: ", 'greet'],
  ] as const)(
    'is refused for its need of a display where it names one, as programs of %s do',
    async (_of, ended, said, expected) => {
      await expect(verify(ended, said, expected)).rejects.toMatchObject({
        code: 'install.no-answer',
        message: expect.stringContaining('needs a display, and programs get none while they are installed'),
      })
    },
  )

  it('is not refused for printing such words with its version', async () => {
    await expect(verify({ exitCode: 0 }, 'greet 1.2.3\nwarning: cannot open display', 'greet')).resolves.toBe(
      '1.2.3',
    )
  })
})
