import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, renameSync } from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { mountedIn, mountsHold } from '../../../../packages/core/src/node/sandbox/guard/mounts-hold.ts'
import { sandboxChild } from '../../../../packages/core/src/node/sandbox/sandbox-child.ts'
import { itSandboxed } from '../../../support/sandbox.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

/** Mounts these places of a folder, and holds the sandbox before its program begins. */
async function hold(program: string, root: string, binds: [from: string, at: string][]) {
  const words = ['--ro-bind', '/', '/', '--bind', root, root]
  const mounts = binds.flatMap(([from, at]) => ['--ro-bind', path.join(root, from), path.join(root, at)])
  const held = ['--unshare-pid', '--info-fd', '3', '--block-fd', '4', '--', 'true']
  const child: ChildProcess = spawn(program, [...words, ...mounts, ...held], {
    stdio: ['ignore', 'ignore', 'inherit', 'pipe', 'pipe'],
  })
  const pid = sandboxChild(await text(child.stdio[3] as NodeJS.ReadableStream))
  return { pid, [Symbol.dispose]: () => void child.kill('SIGKILL') }
}

describe('mountsHold', () => {
  itSandboxed(
    'holds where each place is mounted on itself, also in folders with odd names',
    async ({ program }) => {
      const root = path.join(await temporaryFolder(), 'a b\tc\\d ünï')
      for (const name of ['one/.git', 'two/.git']) mkdirSync(path.join(root, name), { recursive: true })
      using held = await hold(program, root, [
        ['one/.git', 'one/.git'],
        ['two/.git', 'two/.git'],
      ])
      const places = ['one/.git', 'two/.git'].map((name) => path.join(root, name))
      expect(await mountsHold(held.pid, root, places)).toBe(true)
      // What is renamed now takes its mount along.
      renameSync(path.join(root, 'one'), path.join(root, 'three'))
      expect(await mountsHold(held.pid, root, [path.join(root, 'three/.git')])).toBe(true)
    },
  )

  itSandboxed('does not where a place is mounted on another one', async ({ program }) => {
    const root = await temporaryFolder()
    for (const name of ['one/.git', 'two/.git']) mkdirSync(path.join(root, name), { recursive: true })
    using held = await hold(program, root, [['one/.git', 'two/.git']])
    expect(await mountsHold(held.pid, root, [path.join(root, 'two/.git')])).toBe(false)
  })

  it('holds for a sandbox that has ended', async () => {
    expect(await mountsHold(2 ** 30, '/nowhere', ['/nowhere/.git'])).toBe(true)
  })
})

describe('mountedIn', () => {
  it('gives what lies in the workspace, by path and by descriptor', () => {
    const words = [
      'bwrap',
      '--ro-bind',
      '/usr',
      '/usr',
      '--bind-fd',
      '6',
      '/w',
      '--ro-bind-fd',
      '7',
      '/w/.git',
    ]
    const more = ['--ro-bind', '/w/skills', '/w/skills', '--', 'x', '--ro-bind', '/w/a', '/w/b']
    expect(mountedIn([...words, ...more], '/w')).toEqual(['/w/.git', '/w/skills'])
  })
})
