import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeEach, describe, expect } from 'vitest'
import { exampleManifestJson } from '../../support/example-manifest.ts'
import { writeDocuments } from '../../support/folder-registry.ts'
import { type GreetMachine, greetMachine } from '../../support/greet-machine.ts'
import { itSandboxed } from '../../support/sandbox.ts'

let machine: GreetMachine
const own = (...parts: string[]): string => path.join(machine.home, ...parts)
const access = {
  files: [
    { path: '~/.keys/', mode: 'read', why: 'Signs in with keys' },
    { path: '~/.notes/', mode: 'write', why: 'Keeps notes' },
  ],
}
const script = `#!/bin/sh
case "$1" in
  key) cat "$HOME/.keys/id" ;;
  note) echo noted > "$HOME/.notes/one" ;;
  *) echo "greet $*" ;;
esac
`

beforeEach(async () => {
  machine = await greetMachine([])
  await mkdir(own('bin'))
  await mkdir(own('.keys'))
  await writeFile(own('bin/greet'), script, { mode: 0o755 })
  await writeFile(own('.keys/id'), 'the key\n')
  machine.environment.PATH = `${own('bin')}:${machine.environment.PATH}`
  const method = { method: 'bundled', detect: 'greet', instructions: 'x' }
  const recipes = [{ id: 'hello', call: { args: ['hello'] }, expect: {} }]
  const changes = { requires: { access }, entry_point: 'greet', install: [method], recipes }
  await writeDocuments(machine.registryFolder, [exampleManifestJson(changes)])
})

describe('x --grant', () => {
  itSandboxed('gives one run what the app declares, and remembers nothing', async () => {
    const first = await machine.cli('x', '--yes', '--grant', 'file:~/.keys', 'greet', 'key')
    expect(first).toMatchObject({ status: 0, stdout: 'the key\n' })
    const later = await machine.cli('x', 'greet', 'key')
    expect(later.status).not.toBe(0)
    expect(later.stdout).toBe('')
    expect(later.stderr).toContain('file:~/.keys')
    const again = await machine.cli(
      'x',
      '--grant',
      'greet:file:~/.keys',
      '--grant',
      'file:~/.keys',
      'greet',
      'key',
    )
    expect(again).toMatchObject({ status: 0, stdout: 'the key\n' })
    await expect(readFile(own('config/cli-apps/grants/access.json'))).rejects.toThrow('ENOENT')
  })

  itSandboxed('shows it in the plan of the install, and creates a declared folder', async () => {
    const words = ['--grant', 'file:~/.notes', 'greet', 'note'] as const
    const shown = await machine.cli('x', '--dry-run', ...words)
    expect(shown.stdout).toContain('file:~/.notes')
    await expect(stat(own('.notes'))).rejects.toThrow('ENOENT')
    expect(await machine.cli('x', '--yes', ...words)).toMatchObject({ status: 0 })
    expect(await readFile(own('.notes/one'), 'utf8')).toBe('noted\n')
    expect((await machine.cli('x', 'greet', 'note')).status).not.toBe(0)
  })

  itSandboxed('refuses what the app does not declare, before an install and after it', async () => {
    const call = (name: string) => machine.cli('x', '--yes', '--json', '--grant', name, 'greet', 'key')
    for (const name of ['file:~/.ssh', 'network:raw', 'other:file:~/.keys', '', '../x'])
      expect((await call(name)).json(), name).toMatchObject({ error: { code: 'access.undeclared' } })
    await expect(stat(own('cli-apps/x'))).rejects.toThrow('ENOENT')
    expect((await call('file:~/.keys')).status).toBe(0)
    const refused = await machine.cli('x', '--grant', 'file:~/.ssh', 'greet', 'key')
    expect(refused).toMatchObject({ status: 4, stdout: '' })
    expect(refused.stderr).toContain('greet does not declare "file:~/.ssh"')
  })
})
