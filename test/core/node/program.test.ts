import { mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { programArgv } from '@cli-apps/core/node'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { temporaryFolder } from '../../support/temporary-folder.ts'

let root: string
beforeEach(async () => {
  root = await temporaryFolder()
})

async function file(name: string, content: string): Promise<string> {
  const made = path.join(root, name)
  await mkdir(path.dirname(made), { recursive: true })
  await writeFile(made, content, { mode: 0o755 })
  return made
}

const start = (program: string) => programArgv(program, { PATH: `${path.join(root, 'path')}:/usr/bin:/bin` })

describe.skipIf(process.platform === 'win32')('programArgv', () => {
  it('starts an executable directly', async () => {
    expect(await start(process.execPath)).toEqual([process.execPath])
  })

  it.each([
    ['#!/bin/sh\n', ['/bin/sh']],
    ['#!/bin/sh', ['/bin/sh']],
    ['#! \t/bin/sh  -e \n', ['/bin/sh', '-e']],
    ['#!/bin/sh -e -u\n', ['/bin/sh', '-e -u']],
    ['#!/usr/bin/env node\n', [process.execPath]],
    ['#!/usr/bin/env node\r\n', [process.execPath]],
    ['#!/usr/bin/env -S node --no-warnings\n', [process.execPath, '--no-warnings']],
    ['#!node\n', [process.execPath]],
  ])('returns the interpreter of a script: %j', async (line, argv) => {
    const script = await file('script', line)
    expect(await start(script)).toEqual([...argv, script])
  })

  it.each([
    ['an empty first line, after which a shell would run it', '#!\n/root/.ssh'],
    ['blanks alone', '#!  \t \n/bin/sh\n'],
    ['a line that only Windows ends', '#!\r\n/bin/sh\n'],
    ['NUL in the line', '#!/bin/sh\0x\n'],
    ['another control character', '#!/bin/sh\x0b/x\n'],
    ['a line longer than the kernel reads', `#!/bin/sh ${'x'.repeat(300)}\n`],
    ['text without a first line', 'echo x\n'],
    ['nothing', ''],
    ['a byte order mark', '\ufeff#!/bin/sh\n'],
  ])('refuses a file with %s', async (_, content) => {
    await expect(start(await file('script', content))).rejects.toMatchObject({ code: 'process.cannot-start' })
  })

  it.each([
    '#!/etc\n',
    '#!/etc/passwd\n',
    '#!/usr/bin/flock\n',
    '#!/usr/bin/env flock\n',
    '#!/usr/bin/env -i node\n',
    '#!/usr/bin/env -S -u HOME node\n',
    '#!/usr/bin/env -S NODE_OPTIONS=x node\n',
    '#!/usr/bin/env -S node "a b"\n',
    '#!/usr/bin/env -S node ${HOME}\n',
    '#!/usr/bin/env ../node\n',
    '#!/usr/bin/env\n',
    '#!/usr/bin/env no-such-program\n',
  ])('refuses an interpreter that is not valid: %j', async (line) => {
    await expect(start(await file('script', line))).rejects.toMatchObject({ code: 'host.no-interpreter' })
  })

  it('accepts an interpreter next to the script, and otherwise only from the system and PATH', async () => {
    await file('elsewhere/python3', '#!/bin/sh\n')
    const venv = path.join('/tmp', `cli-apps-venv-${path.basename(root).replace(/\W/g, '')}`)
    await symlink(root, venv)
    onTestFinished(() => rm(venv))
    await file('venv/bin/python3', '#!/bin/sh\n')
    const script = await file('venv/bin/tool', `#!${venv}/venv/bin/python3\n`)
    expect(await start(script)).toEqual([`${venv}/venv/bin/python3`, script])
    const odd = await file('tool', `#!${venv}/elsewhere/python3\n`)
    await expect(start(odd)).rejects.toMatchObject({ code: 'host.no-interpreter' })
    await file('path/python3', '#!/bin/sh\n')
    await expect(start(odd)).rejects.toMatchObject({ code: 'host.no-interpreter' })
    const known = await file('tool', `#!${venv}/path/python3\n`)
    expect(await start(known)).toEqual([path.join(root, 'path/python3'), known])
  })
})
