import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import {
  appsHome,
  changeAccess,
  exists,
  findProgram,
  finishAbandonedRuns,
  markersFolder,
} from '@cli-apps/core/node'
import { describe, expect } from 'vitest'
import { createRuntime, type ToolResult } from '../../../packages/runtime/src/index.ts'
import { itSandboxed } from '../../support/sandbox.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { useRunHarness } from '../run-harness.ts'

const harness = useRunHarness({ sandbox: 'workspace' })
const at = (...parts: string[]): string => path.join(harness.workspace.root, ...parts)
const markers = (): string => markersFolder(appsHome(process.env), harness.workspace.root)

const declared = {
  requires: { access: { files: [{ path: '.git', mode: 'write' as const, why: 'Keeps commits' }] } },
}

/** A home for the grants of one test, and a runtime that reads them. */
async function withGrants(places: readonly string[]) {
  const folder = await temporaryFolder()
  const record = await harness.workspace.install('git', {
    argv: [(await findProgram('git', process.env)) ?? '/usr/bin/git'],
    manifest: declared,
  })
  const file = path.join(folder, 'cli-apps', 'grants', 'access.json')
  if (places.length > 0)
    await changeAccess(file, { app: record.name, registry: record.registry, workspace: at() }, () => ({
      places,
      access: [],
    }))
  const environment = { ...process.env, XDG_CONFIG_HOME: folder }
  const runtime = await createRuntime({ workspace: at(), sandbox: 'workspace', audit: false, environment })
  const git = (...args: string[]): Promise<ToolResult> => harness.run({ name: 'git', args }, runtime)
  return { git, [Symbol.asyncDispose]: () => runtime.close() }
}

const identity = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.com']

describe('git in a sandbox', () => {
  itSandboxed('works where a person let it change .git', async () => {
    await using granted = await withGrants(['.git'])
    for (const args of [
      ['init', '--quiet'],
      [...identity, 'commit', '--quiet', '--allow-empty', '--message', 'first'],
      ['remote', 'add', 'origin', 'https://example.com/x.git'],
      ['clone', '--quiet', '.', 'copy'],
    ]) {
      const result = await granted.git(...args)
      expect(result, args.join(' ')).toMatchObject({ exit_code: 0 })
      expect(result, args.join(' ')).not.toHaveProperty('quarantined')
    }
    expect(await readFile(at('.git/config'), 'utf8')).toContain('example.com')
    expect(await exists(at('copy/.git/HEAD'))).toBe(true)
  })

  itSandboxed('changes nothing of a repository without that', async () => {
    await using plain = await withGrants([])
    const before = await readFile(at('.git/config'), 'utf8')
    for (const args of [
      [...identity, 'commit', '--quiet', '--allow-empty', '--message', 'second'],
      ['remote', 'add', 'other', 'https://example.com/y.git'],
      ['branch', 'other'],
    ])
      expect(await plain.git(...args), args.join(' ')).toMatchObject({
        exit_code: expect.not.toSatisfy((status) => status === 0),
        stderr: expect.stringMatching(/Read-only file system/),
      })
    expect(await plain.git('log', '--format=%s')).toMatchObject({ stdout: 'first\n' })
    expect(await readFile(at('.git/config'), 'utf8')).toBe(before)
    await rm(at('.git'), { recursive: true })
    await rm(at('copy'), { recursive: true })
  })

  itSandboxed('makes no repository without that', async () => {
    await using plain = await withGrants([])
    expect(await plain.git('init', '--quiet')).toMatchObject({
      quarantined: [{ path: '.git', to: expect.stringMatching(/^\.cli-apps\/quarantine\/[\w-]+\/1$/) }],
      hint: expect.stringContaining('npx cli-apps grant git .git'),
    })
    expect(await exists(at('.git'))).toBe(false)
  })

  itSandboxed('gets nothing that is granted to another app, in another workspace or undeclared', async () => {
    await harness.workspace.install('git', { argv: ['/usr/bin/git'] })
    await using runtime = await createRuntime({ workspace: at(), sandbox: 'workspace', audit: false })
    expect(await harness.run({ name: 'git', args: ['init', '--quiet'] }, runtime)).toMatchObject({
      quarantined: [{ path: '.git' }],
    })
  })
})

const entry = fileURLToPath(new URL('../../../packages/runtime/dist/index.js', import.meta.url))

describe('a run whose agent is killed', () => {
  itSandboxed('is checked by the next one, and leaves no mount point', async () => {
    await harness.workspace.install('probe', {
      script: `
        import fs from 'node:fs'
        fs.mkdirSync('.git/hooks', { recursive: true })
        fs.writeFileSync('.git/hooks/pre-commit', 'evil')
        fs.writeFileSync('begun', '')
        setInterval(() => {}, 1000)`,
    })
    const script = `
      const { createRuntime } = await import(${JSON.stringify(pathToFileURL(entry).href)})
      const runtime = await createRuntime({ workspace: process.argv[1], sandbox: 'workspace' })
      await runtime.tools.execute({ name: 'run_cli_app', arguments: { name: 'probe' } })`
    const agent = spawn(process.execPath, ['--input-type=module', '-e', script, '--', at()], {
      stdio: 'inherit',
    })
    while (!(await exists(at('begun')))) await new Promise((resolve) => setTimeout(resolve, 20))
    const before = (await readdir(at())).sort()
    agent.kill('SIGKILL')
    await once(agent, 'exit')
    expect(before).toContain('.git')
    expect(await harness.runScript('console.log("next")')).toMatchObject({
      stdout: 'next\n',
      quarantined: [{ path: '.git' }],
    })
    expect(await exists(at('.git'))).toBe(false)
    expect(await readdir(markers())).toEqual([])
    expect((await readdir(at())).sort()).toEqual(before.filter((name) => name !== '.git'))
    expect(await finishAbandonedRuns(markers())).toEqual({ quarantined: [], left: [] })
  })

  itSandboxed('is told of by no file of the workspace', async () => {
    await mkdir(at('.cli-apps/runs'), { recursive: true })
    await mkdir(at('.git'))
    await writeFile(at('.cli-apps/runs/1.none.x.json'), JSON.stringify({ run: 'x', root: at(), places: [] }))
    await harness.runScript('')
    await access(at('.git'))
    await rm(at('.git'), { recursive: true })
  })
})

describe('concurrent runs', () => {
  itSandboxed('do not take from each other what one of them may make', async () => {
    await using granted = await withGrants(['.git'])
    await harness.workspace.install('probe', {
      script: `
        import fs from 'node:fs'
        fs.writeFileSync('waiting', '')
        while (!fs.existsSync('go')) await new Promise((resolve) => setTimeout(resolve, 10))`,
    })
    const waiting = harness.run({ name: 'probe' })
    while (!(await exists(at('waiting')))) await new Promise((resolve) => setTimeout(resolve, 10))
    expect(await granted.git('init', '--quiet', 'made')).toMatchObject({ exit_code: 0 })
    await writeFile(at('go'), '')
    expect(await waiting).not.toHaveProperty('quarantined')
    expect(await exists(at('made/.git/HEAD'))).toBe(true)
    expect(await readdir(markers())).toEqual([])
    for (const name of ['made', 'go', 'waiting']) await rm(at(name), { recursive: true })
  })

  itSandboxed('begin while an install replaces what is mounted', async () => {
    await harness.workspace.install('probe')
    const files = ['cli-apps.json', 'cli-apps.lock', '.npmrc'].map((name) => at(name))
    for (const file of files) await writeFile(file, '{}')
    /** Like installs, one after the other and then no more. */
    const replaceAll = async (): Promise<void> => {
      for (let round = 0; round < 6; round++)
        for (const file of files) {
          await writeFile(`${file}.new`, '{}')
          await rename(`${file}.new`, file)
        }
    }
    for (let run = 0; run < 10; run++) {
      const [result] = await Promise.all([harness.run({ name: 'probe' }), replaceAll()])
      expect(result).toMatchObject({ exit_code: 0 })
    }
    for (const file of files) expect(await readFile(file, 'utf8')).toBe('{}')
  })

  itSandboxed('show nothing outside while another program puts links in the place of folders', async () => {
    const secret = await temporaryFolder()
    await writeFile(path.join(secret, 'key'), 'secret')
    await mkdir(at('.vscode'), { recursive: true })
    const swap = `
      const fs = require('node:fs')
      const [place, secret] = process.argv.slice(1)
      for (;;) {
        try { fs.renameSync(place, place + '-apart') } catch {}
        try { fs.symlinkSync(secret, place) } catch {}
        try { fs.unlinkSync(place) } catch {}
        try { fs.renameSync(place + '-apart', place) } catch {}
      }`
    const swapping = spawn(process.execPath, ['-e', swap, '--', at('.vscode'), secret])
    const script = `
      import fs from 'node:fs'
      try { console.log(fs.readFileSync('.vscode/key', 'utf8')) } catch (error) { console.log(error.code) }`
    await harness.workspace.install('probe', { script })
    try {
      for (let run = 0; run < 15; run++) {
        const result = await harness.run({ name: 'probe' })
        expect(JSON.stringify(result)).not.toContain('secret')
      }
    } finally {
      swapping.kill('SIGKILL')
      await once(swapping, 'exit')
    }
    for (const name of ['.vscode', '.vscode-apart']) await rm(at(name), { recursive: true, force: true })
  })
})
