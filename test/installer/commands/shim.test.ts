import { execFileSync } from 'node:child_process'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { findProgram } from '@cli-apps/core/node'
import { expect, it } from 'vitest'
import { shimApp, shimText } from '../../../services/installer/src/shims/shim-file.ts'
import { type GreetMachine, greetMachine } from '../../support/greet-machine.ts'

async function installed(): Promise<GreetMachine & { bin: string }> {
  const machine = await greetMachine([{ version: '1.2.3' }])
  await machine.cli('install', 'greet', '--yes')
  const { folder } = JSON.parse((await machine.cli('shim', '--json')).stdout)
  return { ...machine, bin: folder }
}

it('puts a program on PATH, which gets its arguments as they are', async () => {
  const machine = await installed()
  const made = await machine.cli('shim', 'greet', '--yes')
  expect(made.status, made.stderr).toBe(0)
  const folder = machine.bin
  expect(made.stdout).toContain(`export PATH="${folder}:$PATH"`)
  const listed = await machine.cli('shim', '--json')
  expect(JSON.parse(listed.stdout)).toEqual({
    folder,
    on_path: false,
    changed: false,
    shims: [{ app: 'greet', name: 'greet', file: path.join(folder, 'greet') }],
  })
  const printed = execFileSync('greet', ['--version'], {
    env: { PATH: `${folder}:/usr/bin:/bin` },
    encoding: 'utf8',
  })
  expect(printed.trim()).not.toBe('')
  const again = await machine.cli('shim', 'greet')
  expect([again.status, again.stderr]).toEqual([0, ''])
  const removed = await machine.cli('shim', '--remove', 'greet', '--yes')
  expect(removed.stdout).toContain('greet')
  await expect(readFile(path.join(folder, 'greet'))).rejects.toThrow(/ENOENT/)
})

it('leaves files alone that are not its own', async () => {
  const machine = await installed()
  const file = path.join(machine.bin, 'greet')
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, '#!/bin/sh\necho mine\n')
  const refused = await machine.cli('shim', 'greet', '--yes')
  expect(refused.stderr).toContain('is no shim of greet')
  expect(refused.status).not.toBe(0)
  const removed = await machine.cli('shim', '--remove', 'greet', '--yes')
  expect(removed.stdout).toContain('no shim')
  expect(await readFile(file, 'utf8')).toContain('mine')
  await rm(file)
})

it('asks before it writes, and changes nothing in a dry run', async () => {
  const machine = await installed()
  expect((await machine.cli('shim', 'greet')).status).toBe(2)
  expect((await machine.cli('shim', 'greet', '--dry-run')).stdout).toContain(path.join(machine.bin, 'greet'))
  await expect(readFile(path.join(machine.bin, 'greet'))).rejects.toThrow(/ENOENT/)
})

it('refuses an app that is not installed', async () => {
  const machine = await installed()
  expect(await machine.cli('shim', 'nobody')).toMatchObject({
    status: 4,
    stderr: expect.stringContaining('cli-apps install nobody'),
  })
})

it('quotes every word of what it starts', () => {
  const text = shimText('x', ['/a b/it\'s "$HOME" `id`', '-c'], false)
  expect(text).toBe(`#!/bin/sh\n# cli-apps shim of x\nexec '/a b/it'\\''s "$HOME" \`id\`' '-c' "$@"\n`)
  expect(shimApp(text)).toBe('x')
  const batch = shimText('x', ['C:\\50%\\x.exe'], true)
  expect(batch).toBe('@rem cli-apps shim of x\r\n@"C:\\50%%\\x.exe" %*\r\n')
  expect(shimApp(batch)).toBe('x')
  expect(shimApp('#!/bin/sh\necho hello\n')).toBeUndefined()
})

it('is no program to adopt', async () => {
  const machine = await installed()
  await machine.cli('shim', 'greet', '--yes')
  const environment = { PATH: `${machine.bin}:/usr/bin`, CLI_APPS_HOME: path.dirname(machine.bin) }
  expect(await findProgram('greet', environment)).toBeUndefined()
  expect(await findProgram('env', environment)).toBe('/usr/bin/env')
})
