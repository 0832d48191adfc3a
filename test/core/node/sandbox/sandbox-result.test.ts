import { type ProcessResult, type Sandbox, sandboxResult } from '@cli-apps/core/node'
import { describe, expect, it } from 'vitest'

const container: Sandbox = {
  kind: 'container',
  program: '/usr/bin/podman',
  image: 'box:1',
  user: '0:0',
  keepsUser: false,
  environment: {},
  noLimits: null,
}
const sandboxExec: Sandbox = { kind: 'sandbox-exec', program: '/usr/bin/sandbox-exec' }

const captured = (text: string) => ({ head: text, tail: '', omittedBytes: 0, totalBytes: text.length })
const ended = (exitCode: number, stderr: string, stdout = ''): ProcessResult => ({
  exitCode,
  signal: null,
  timedOut: false,
  canceled: false,
  stdout: captured(stdout),
  stderr: captured(stderr),
  durationMs: 1,
})

describe('sandboxResult', () => {
  it.each<[Sandbox, number, string, string]>([
    [container, 125, 'Error: statfs /nowhere: no such file or directory', 'sandbox.failed'],
    [container, 125, 'time="x" level=warning msg="y"\nError: no such image', 'sandbox.failed'],
    [container, 125, 'docker: Error response from daemon: Conflict.', 'sandbox.failed'],
    [
      container,
      126,
      'Error: OCI runtime error: crun: cgroups in hybrid mode not supported',
      'sandbox.failed',
    ],
    [
      container,
      1,
      'ERROR (catatonit:6): failed to exec pid1: No such file or directory',
      'process.cannot-start',
    ],
    [container, 127, '[FATAL tini (7)] exec /x failed: No such file or directory', 'process.cannot-start'],
    [
      sandboxExec,
      71,
      "sandbox-exec: execvp() of '/x' failed: No such file or directory",
      'process.cannot-start',
    ],
    [sandboxExec, 71, 'sandbox-exec: sandbox_apply: Operation not permitted', 'sandbox.failed'],
    [sandboxExec, 65, 'sandbox-exec: unbound variable: x', 'sandbox.failed'],
  ])('is an error of the sandbox: %o %i %j', (sandbox, status, stderr, code) => {
    expect(() => sandboxResult(ended(status, stderr), ['/x'], sandbox)).toThrowError(
      expect.objectContaining({ code }),
    )
  })

  it.each<[Sandbox, ProcessResult]>([
    [container, ended(127, 'Error: no such command')],
    [container, ended(126, 'x: not permitted')],
    [container, ended(125, '')],
    [container, ended(125, 'Error: it failed', 'and had begun')],
    [container, ended(1, 'Error: OCI is a word')],
    [container, ended(0, 'Error: OCI')],
    [sandboxExec, ended(1, 'sandbox-exec: x')],
    [sandboxExec, ended(71, 'other')],
  ])('is what the program did: %o %j', (sandbox, result) => {
    expect(sandboxResult(result, ['/x'], sandbox)).toBe(result)
  })

  it('tells a death by its signal', () => {
    expect(sandboxResult(ended(137, ''), ['/x'], container)).toMatchObject({
      exitCode: null,
      signal: 'SIGKILL',
    })
  })
})
