import { mkdir, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { programFiles, readProgramFolders } from '@cli-apps/core/node'
import { beforeEach, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

let home: string
let root: string

beforeEach(async () => {
  root = await temporaryFolder()
  home = path.join(root, 'home', 'u')
  await mkdir(home, { recursive: true })
})

async function file(name: string, content = ''): Promise<string> {
  const made = path.join(root, name)
  await mkdir(path.dirname(made), { recursive: true })
  await writeFile(made, content, { mode: 0o755 })
  return made
}

async function link(name: string, to: string): Promise<string> {
  const made = path.join(root, name)
  await mkdir(path.dirname(made), { recursive: true })
  await symlink(to, made)
  return made
}

/** Relative to the root of the test, without what lies elsewhere. */
async function foldersOf(...argv: string[]): Promise<string[]> {
  const folders = await readProgramFolders(programFiles(argv), {
    homes: [home],
    hidden: [path.join(root, 'keys')],
  })
  return folders.filter((folder) => folder.startsWith(root)).map((folder) => path.relative(root, folder))
}

describe('readProgramFolders', () => {
  it('gives the prefix of a program in bin', async () => {
    expect(await foldersOf(await file('tools/jdk-21/bin/java'))).toEqual(['tools/jdk-21'])
  })

  it('gives the folder of a program that lies among its own files', async () => {
    expect(await foldersOf(await file('tools/app/app'))).toEqual(['tools/app'])
  })

  it('gives all modules of a script, and where a link to it lies', async () => {
    await file('lib/node_modules/x/cli.js')
    const bin = await link('p/bin/x', '../../lib/node_modules/x/cli.js')
    expect(await foldersOf(bin)).toEqual(['lib/node_modules', 'p'])
  })

  it('gives the whole project of a script outside of node_modules', async () => {
    await file('work/package.json')
    await file('work/packages/a/package.json')
    expect(await foldersOf(await file('work/packages/a/dist/main.js'))).toEqual(['work'])
  })

  it('follows the links of the virtual environment that a script is started with', async () => {
    await file('pythons/3.12/bin/python3.12')
    const python = await link('venv/bin/python', path.join(root, 'pythons/3.12/bin/python3.12'))
    expect(await foldersOf(python, await file('tool/tool'))).toEqual(['pythons/3.12', 'tool', 'venv'])
  })

  it.each(['#!%\n', '#!\n%', '#!\r\n%\n', '#! \n %', '#!/usr/bin/env -S node --title %\n', '#!/bin/sh %\n'])(
    'reads nothing from the text of a program: %j',
    async (text) => {
      const secret = await file('private/key')
      expect(await foldersOf(await file('tool/tool', text.replace('%', secret)))).toEqual(['tool'])
    },
  )

  it('takes no option for a file', async () => {
    const secret = await file('private/key')
    expect(await foldersOf(await file('p/bin/node'), '--title', secret, await file('tool/tool'))).toEqual([
      'p',
      'tool',
    ])
  })

  it('follows no link to what is no program, and none out of what apps may change', async () => {
    await mkdir(path.join(root, 'private'))
    await writeFile(path.join(root, 'private', 'key'), '', { mode: 0o600 })
    expect(await foldersOf(await link('tool/tool', '../private/key'))).toEqual(['tool'])
    await file('other/program')
    const planted = await link('work/tool', '../other/program')
    expect(await readProgramFolders([planted], { homes: [], writable: [path.join(root, 'work')] })).toEqual(
      [],
    )
  })

  it('gives the file alone that a link in a package leads to', async () => {
    await file('private/run.sh')
    await file('lib/node_modules/x/package.json')
    const bin = await link('lib/node_modules/.bin/x', '../../../private/run.sh')
    expect(await foldersOf(bin)).toEqual(['lib/node_modules', 'private/run.sh'])
    await file('project/package.json')
    expect(await foldersOf(await link('project/tool', '../private/run.sh'))).toEqual([
      'private/run.sh',
      'project',
    ])
  })

  it.each(['keys/x', 'keys/bin/x', 'shims/x'])('never gives a folder with keys: %s', async (name) => {
    await file('keys/signing-key.json')
    const [given] = await foldersOf(await file(name))
    expect(given).toBe(name === 'shims/x' ? 'shims' : name)
  })

  it('follows a relative link by where it really is', async () => {
    await file('real/a/target/run')
    await link('real/a/b/run', '../target/run')
    await link('short', 'real/a/b')
    expect(await foldersOf(path.join(root, 'short/run'))).toEqual(['real/a/target', 'short'])
  })

  it.each([
    ['home/u/run', ['home/u/run']],
    ['home/u/bin/run', ['home/u/bin']],
    ['home/run', ['home/run']],
    ['home/u/.tool/bin/run', ['home/u/.tool/bin']],
    ['home/u/.tool/run', ['home/u/.tool/run']],
    ['home/u/.tool/shims/run', ['home/u/.tool']],
    ['home/u/tools/run', ['home/u/tools']],
    ['home/u/.local/share/app/bin/run', ['home/u/.local/share/app']],
  ])('never gives a home or its hidden folders whole: %s', async (name, expected) => {
    await file('home/u/.tool/secret')
    expect(await foldersOf(await file(name))).toEqual(expected)
  })

  it('gives what lies beside bin of a shared prefix, and the data of this program alone', async () => {
    await file('home/u/.local/lib/python3/x.py')
    await file('home/u/.local/share/run/data')
    await file('home/u/.local/share/keyrings/secret')
    const program = await file('home/u/.local/bin/run')
    expect(await foldersOf(program)).toEqual([
      'home/u/.local/bin',
      'home/u/.local/lib',
      'home/u/.local/share/run',
    ])
  })

  it('ends at links in a circle, and leaves out what is not there', async () => {
    const circle = await link('a/x', 'y')
    await link('a/y', 'x')
    expect(await foldersOf(circle, path.join(root, 'nowhere/run'), '--flag', 'word')).toEqual([])
  })
})
