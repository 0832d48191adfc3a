import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { writeFileAtomic } from '@cli-apps/core/node'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createRuntime, type Runtime, type RuntimeEvents } from '../../packages/runtime/src/index.ts'
import { createWorkspaceWatch, watchWorkspace } from '../../packages/runtime/src/watch-workspace.ts'
import { createFixtureWorkspace, type FixtureWorkspace } from '../support/fixture-workspace.ts'

let workspace: FixtureWorkspace
let runtime: Runtime
let heard: string[]
beforeEach(async () => {
  workspace = await createFixtureWorkspace()
  await mkdir(workspace.root, { recursive: true })
  runtime = await createRuntime({ workspace: workspace.root, audit: false, userSkills: false })
  heard = []
})
afterEach(async () => {
  await runtime.close()
  await workspace[Symbol.asyncDispose]()
})

const listen = (...names: (keyof RuntimeEvents)[]): (() => void)[] =>
  names.map((name) => runtime.on(name, () => heard.push(name)))
/** Waits until it was received, however busy the machine is. */
const hears = (...names: string[]): Promise<void> =>
  vi.waitFor(() => expect(heard.sort()).toEqual(names.sort()), { timeout: 20_000, interval: 20 })
const forget = (): void => void heard.splice(0)
/** Synchronous, so that it is one change. */
const writeSkill = (name: string, text: string): Promise<void> =>
  writeFileAtomic(path.join(workspace.skills, name, 'SKILL.md'), text)

describe('events of a workspace', () => {
  it('report each install, update and removal once, even if the folder did not exist before', async () => {
    listen('apps-changed', 'tools-changed', 'skills-changed')
    await workspace.install('ollama')
    await hears('apps-changed', 'tools-changed')
    expect((await runtime.tools.list())[0]?.description).toContain('- ollama')
    forget()
    await workspace.install('ollama', { manifest: { summary: 'Another summary' } })
    await hears('apps-changed', 'tools-changed')
    forget()
    await workspace.uninstall('ollama')
    await hears('apps-changed', 'tools-changed')
  })

  it('report new, changed and removed skills', async () => {
    listen('apps-changed', 'tools-changed', 'skills-changed')
    await writeSkill('notes', 'First')
    await hears('skills-changed')
    forget()
    await writeSkill('notes', 'Other text')
    await hears('skills-changed')
    forget()
    await rename(path.join(workspace.skills, 'notes'), path.join(workspace.skills, '笔记'))
    await hears('skills-changed')
    forget()
    await rm(workspace.skills, { recursive: true })
    await hears('skills-changed')
    forget()
    await writeSkill('notes', 'Again')
    await hears('skills-changed')
  })

  it('report no other files', async () => {
    await writeSkill('notes', 'First')
    listen('apps-changed', 'tools-changed', 'skills-changed')
    await writeFile(path.join(workspace.root, 'report.txt'), 'x')
    await writeFile(path.join(workspace.skills, 'notes', 'other.md'), 'x')
    await mkdir(workspace.records, { recursive: true })
    await writeFile(path.join(workspace.records, `gimp.json.1.${'0'.repeat(14)}.tmp`), 'x')
    await writeSkill('mail', 'The change that is waited for')
    await hears('skills-changed')
  })

  it('cover the time from adding a listener until it is removed or the runtime closes', async () => {
    await workspace.install('ollama')
    const [off] = listen('apps-changed')
    off?.()
    await workspace.install('gimp')
    listen('skills-changed')
    await writeSkill('notes', 'x')
    await hears('skills-changed')
    await runtime.close()
    await writeSkill('notes', 'y')
    const other = await createRuntime({ workspace: workspace.root, audit: false, userSkills: false })
    other.on('skills-changed', () => heard.push('other'))
    await writeSkill('notes', 'and z')
    await hears('skills-changed', 'other')
    await other.close()
  })
})

describe('watching', () => {
  it('detects changes by polling if the system does not notify', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'setTimeout', 'clearInterval', 'clearTimeout'] })
    const appsChanged = vi.fn()
    const stop = watchWorkspace({
      workspace,
      skillFolders: [],
      appsChanged,
      skillsChanged: () => {},
      pollMs: 50,
    })
    try {
      await workspace.install('ollama')
      expect(appsChanged).not.toHaveBeenCalled()
      // No time passes in which a notification could arrive.
      vi.advanceTimersByTime(50)
      expect(appsChanged).toHaveBeenCalledTimes(1)
      vi.advanceTimersByTime(500)
      expect(appsChanged).toHaveBeenCalledTimes(1)
    } finally {
      stop()
      expect(vi.getTimerCount()).toBe(0)
      vi.useRealTimers()
    }
  })

  it('runs only while there are listeners', () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'setTimeout', 'clearInterval', 'clearTimeout'] })
    try {
      const nothing = (): void => {}
      const watch = createWorkspaceWatch({
        workspace,
        skillFolders: [],
        appsChanged: nothing,
        skillsChanged: nothing,
      })
      watch.listened(new Set(['confirmation']))
      expect(vi.getTimerCount()).toBe(0)
      watch.listened(new Set(['confirmation', 'tools-changed']))
      watch.listened(new Set(['skills-changed', 'tools-changed']))
      expect(vi.getTimerCount()).toBe(1)
      watch.listened(new Set(['confirmation']))
      expect(vi.getTimerCount()).toBe(0)
      watch.listened(new Set(['apps-changed']))
      watch.close()
      watch.listened(new Set(['apps-changed']))
      expect(vi.getTimerCount()).toBe(0)
    } finally {
      vi.useRealTimers()
    }
  })
})
