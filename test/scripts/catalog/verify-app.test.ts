import { emptyCommand } from '@cli-apps/core'
import type { ProcessResult } from '@cli-apps/core/node'
import { describe, expect, it } from 'vitest'
import type { VerificationRoot } from '../../../scripts/catalog/smoke/verification-root.ts'
import { verifyApp } from '../../../scripts/catalog/smoke/verify-app.ts'
import { entryWith } from './entries.ts'

type Answer = Partial<ProcessResult> & { json?: unknown; text?: string }

const installed = {
  workspace: '/root/workspace',
  installed: [
    {
      name: 'greet',
      version: '1.2.3',
      installed_version: '1.2.4',
      program_version: '1.2.4',
      method: 'npm',
      source: 'build',
      adopted: false,
      argv: ['/x'],
      skill: 's',
      copies: [],
      requires: null,
      refusals: [],
      notices: [],
    },
  ],
}
const tree = { ...emptyCommand('greet'), commands: [emptyCommand('hello')] }
const digest = `sha256:${'1'.repeat(64)}`
const verified = {
  workspace: '/root/workspace',
  apps: [
    {
      name: 'greet',
      version: '1.2.3',
      installed_version: '1.2.3',
      registry: 'catalog:built-in',
      level: 'digest',
      key: null,
      files: { program: 1, skill: 1, digest },
      faults: [],
    },
  ],
  faults: [],
  duration_ms: 1,
}
const usual: Record<string, Answer> = {
  install: { json: installed },
  inspect: { json: tree },
  verify: { json: verified },
  skill: { json: { score: 97 } },
  uninstall: { json: { uninstalled: ['greet'] } },
  cache: { json: {} },
}

/** A root in which the installer answers as told, by its first word, and some folders hold something in the end. */
function rootOf(answers: Record<string, Answer> = {}, folders: Record<string, string[]> = {}) {
  const calls: string[][] = []
  const result = ({ json, text, ...rest }: Answer) => ({
    exitCode: 0,
    signal: null,
    timedOut: false,
    canceled: false,
    durationMs: 1,
    stdout: { head: Buffer.alloc(0), tail: Buffer.alloc(0), bytes: 0 },
    stderr: { head: Buffer.alloc(0), tail: Buffer.alloc(0), bytes: 0 },
    ...rest,
    text: text ?? JSON.stringify(json),
  })
  const root = {
    cliApps: async (args: readonly string[]) => {
      calls.push([...args])
      return result({ ...usual, ...answers }[args[0] ?? ''] ?? { exitCode: 1, text: '' })
    },
    run: async (argv: readonly string[]) => result(answers[argv[0] ?? ''] ?? { text: '' }),
    list: async (folder: string) => folders[folder] ?? [],
    [Symbol.asyncDispose]: async () => {},
  }
  return { calls, root: root as unknown as VerificationRoot }
}

const failed = (reason: string) => ({ commands: null, verification: { outcome: 'failed', reason } })

describe('a verification run', () => {
  it('proves an app that was installed, read, judged and taken away', async () => {
    const { calls, root } = rootOf()
    const { verification, commands, files } = await verifyApp(entryWith(), 'npm', root)
    expect(verification).toMatchObject({
      outcome: 'proven',
      method: 'npm',
      program_version: '1.2.4',
      commands: 1,
      score: 97,
    })
    expect(commands).toEqual(tree)
    expect(files).toBe(digest)
    expect(calls.map(([word]) => word)).toEqual([
      'install',
      'inspect',
      'verify',
      'skill',
      'uninstall',
      'cache',
    ])
    const how = ['--method', 'npm', '--yes', '--wait', '--allow-general', '--json']
    expect(calls[0]).toEqual(['install', 'greet', ...how])
  })

  it('fails an app whose version arguments print no version, unless it is known to tell none', async () => {
    const silent = { ...installed, installed: [{ ...installed.installed[0], program_version: null }] }
    const of = (changes: Record<string, unknown>) =>
      verifyApp(entryWith(changes), 'npm', rootOf({ install: { json: silent } }).root)
    const run = { version: { args: ['--version'] } }
    expect(await of({ run })).toMatchObject(failed('install: greet printed no version'))
    expect((await of({})).verification.outcome).toBe('proven')
    expect((await of({ run, name: 'gron' })).verification.outcome).toBe('proven')
  })

  it('allows the install scripts that the entry names', async () => {
    const { calls, root } = rootOf()
    const install = [{ method: 'npm', package: 'greet', version: '1.2.3', scripts: ['greet', 'dep'] }]
    await verifyApp(entryWith({ install }), 'npm', root)
    expect(calls[0]?.join(' ')).toContain('--allow-scripts greet,dep')
  })

  it('tells which step failed and why, without folders of this machine, and goes no further', async () => {
    const error = {
      code: 'install.recipe-failed',
      message: 'The test failed in /tmp/cli-apps-1/x.',
      hint: 'It printed: no',
    }
    const { calls, root } = rootOf({ install: { exitCode: 10, json: { error } } })
    expect(await verifyApp(entryWith(), 'npm', root)).toMatchObject(
      failed('install: The test failed in … It printed: no'),
    )
    expect(calls).toHaveLength(1)
  })

  it('fails a skill that does not pass, and a step that does not end', async () => {
    expect(
      await verifyApp(entryWith(), 'npm', rootOf({ skill: { exitCode: 3, json: { score: 40 } } }).root),
    ).toMatchObject(failed('lint: ended with 3'))
    expect(
      await verifyApp(
        entryWith(),
        'npm',
        rootOf({ inspect: { timedOut: true, exitCode: null, text: '' } }).root,
      ),
    ).toMatchObject(failed('inspect: not done within 400 s'))
  })

  it('fails an app that leaves its record, skill, program or package behind', async () => {
    const left = {
      'root/workspace/.cli-apps/apps': ['greet.json'],
      'root/workspace/skills': ['cli-app-greet'],
      'root/.local/share/cli-apps/store/greet': ['1.2.3'],
    }
    expect(await verifyApp(entryWith(), 'npm', rootOf({}, left).root)).toMatchObject(
      failed('uninstall: left its record and its skill and its program behind'),
    )
    const install = [{ method: 'apt', package: 'greet-bin' }]
    const { root } = rootOf({ 'dpkg-query': { text: 'installed' } })
    expect(await verifyApp(entryWith({ install }), 'apt', root)).toMatchObject(
      failed('uninstall: left the package greet-bin behind'),
    )
    const adopted = { ...installed, installed: [{ ...installed.installed[0], adopted: true }] }
    const kept = rootOf({ install: { json: adopted }, 'dpkg-query': { text: 'installed' } }).root
    expect((await verifyApp(entryWith({ install }), 'apt', kept)).verification.outcome).toBe('proven')
  })
})
