import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Digest, parseAppName } from '@cli-apps/core'
import { exists, identify, isAlive, jsonText, markVariable, newMark, readPlatform } from '@cli-apps/core/node'
import { describe, expect, it } from 'vitest'
import {
  type BuildOptions,
  buildEntry,
  clearAbandonedEntry,
  type FilledEntry,
} from '../../../services/installer/src/store/build-entry.ts'
import { isEntryWhole } from '../../../services/installer/src/store/is-entry-whole.ts'
import { entryAt, readFileList, type StoreEntry } from '../../../services/installer/src/store/store.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

async function emptyEntry(): Promise<{ entry: StoreEntry; locks: string }> {
  const home = await temporaryFolder()
  return {
    entry: entryAt(path.join(home, 'store/greet/1.0.0/0123456789abcdef')),
    locks: path.join(home, 'locks'),
  }
}

const filled = (entry: StoreEntry): FilledEntry => ({
  app: {
    store: 1,
    name: parseAppName('greet'),
    version: '1.0.0',
    digest: Digest.parse(`sha256:${'0'.repeat(64)}`),
    registry: 'catalog',
    method: 'binary',
    platform: readPlatform(),
    argv: [path.join(entry.prefix, 'greet')],
    program_version: null,
    artifacts: [],
  },
  commands: undefined,
  trees: new Map(),
  manifest: { manifest: 1 },
})

/** Builds a program that is one file with this text. */
const building = (entry: StoreEntry, locks: string, text: string): BuildOptions => ({
  locks,
  signal: new AbortController().signal,
  onWait: () => {},
  onBegin: async () => {},
  build: async () => {
    await writeFile(path.join(entry.prefix, 'greet'), text)
    return filled(entry)
  },
})

const failing = (entry: StoreEntry, locks: string): BuildOptions => ({
  ...building(entry, locks, ''),
  build: async () => {
    await writeFile(path.join(entry.prefix, 'half'), '')
    throw new Error('no network')
  },
})

describe('buildEntry', () => {
  it.skipIf(process.platform === 'win32')('keeps no program with setuid rights', async () => {
    const { entry, locks } = await emptyEntry()
    const program = path.join(entry.prefix, 'greet')
    const build: BuildOptions['build'] = async () => {
      await writeFile(program, 'one')
      await chmod(program, 0o6755)
      return filled(entry)
    }
    await buildEntry(entry, { ...building(entry, locks, ''), build })
    expect((await stat(program)).mode & 0o7777).toBe(0o755)
    expect(await isEntryWhole(entry)).toBe(true)
  })

  it('builds once, and lists every file of the program', async () => {
    const { entry, locks } = await emptyEntry()
    const built = await buildEntry(entry, building(entry, locks, 'one'))
    expect(await buildEntry(entry, building(entry, locks, 'two'))).toEqual(built)
    expect(await readFileList(entry)).toMatchObject({ entries: [{ path: 'greet', size: 3 }] })
    expect(JSON.parse(await readFile(entry.manifest, 'utf8'))).toEqual({ manifest: 1 })
  })

  it('removes everything after a failed build', async () => {
    const { entry, locks } = await emptyEntry()
    await expect(buildEntry(entry, failing(entry, locks))).rejects.toThrow('no network')
    expect(await readdir(path.dirname(locks))).toEqual(['locks', 'store'])
    expect(await readdir(path.join(path.dirname(locks), 'store'))).toEqual([])
  })

  it('ends processes that a killed installer left running, and removes what it made', async () => {
    const { entry, locks } = await emptyEntry()
    const child: ChildProcess = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' })
    const ended = once(child, 'exit')
    const group = await identify(child.pid ?? 0)
    await mkdir(entry.prefix, { recursive: true })
    await writeFile(path.join(entry.prefix, 'half'), '')
    await writeFile(entry.building, jsonText({ group }))
    await buildEntry(entry, building(entry, locks, 'whole'))
    await ended
    expect(await isAlive(group)).toBe(false)
    expect(await readdir(entry.prefix)).toEqual(['greet'])
    expect(await exists(entry.building)).toBe(false)
  })

  it.skipIf(process.platform !== 'linux')(
    'ends by their mark processes that left the group of a killed installer',
    async () => {
      const { entry, locks } = await emptyEntry()
      const mark = newMark()
      const child = spawn('sleep', ['60'], { detached: true, stdio: 'ignore', env: { [markVariable]: mark } })
      const ended = once(child, 'exit')
      await mkdir(entry.prefix, { recursive: true })
      await writeFile(entry.building, jsonText({ mark }))
      await buildEntry(entry, building(entry, locks, 'whole'))
      expect(await ended).toEqual([null, 'SIGKILL'])
    },
  )

  it.skipIf(process.platform !== 'linux')(
    'ends processes of a killed rebuild before it builds in the same place',
    async () => {
      const { entry, locks } = await emptyEntry()
      await buildEntry(entry, building(entry, locks, 'one'))
      const text = path.join(entry.prefix, 'greet')
      // As a rebuild leaves it that was killed: what made way is aside, and its package manager goes on writing.
      await rename(entry.folder, `${entry.folder}.aside`)
      await mkdir(entry.prefix, { recursive: true })
      const writing = `require('fs').mkdirSync(${JSON.stringify(entry.prefix)}, { recursive: true })
        require('fs').writeFileSync(${JSON.stringify(text)}, 'of the killed one')`
      const child = spawn(
        process.execPath,
        ['-e', `console.log(1); setInterval(() => { try { ${writing} } catch {} }, 1)`],
        { detached: true, stdio: ['ignore', 'pipe', 'ignore'] },
      )
      const ended = once(child, 'exit')
      await once(child.stdout, 'data')
      await writeFile(entry.building, jsonText({ group: await identify(child.pid ?? 0) }))
      await buildEntry(entry, { ...building(entry, locks, 'two'), rebuild: 'always' })
      await ended
      expect(await isEntryWhole(entry)).toBe(true)
      expect(await readFile(text, 'utf8')).toBe('two')
      expect(await readdir(path.dirname(entry.folder))).toEqual(['0123456789abcdef'])
    },
  )

  it('keeps the original entry through rebuilds that are killed and fail', async () => {
    const { entry, locks } = await emptyEntry()
    await buildEntry(entry, building(entry, locks, 'one'))
    await rename(entry.folder, `${entry.folder}.aside`)
    await mkdir(entry.prefix, { recursive: true })
    await writeFile(path.join(entry.prefix, 'half'), '')
    await expect(buildEntry(entry, { ...failing(entry, locks), rebuild: 'always' })).rejects.toThrow(
      'no network',
    )
    expect(await isEntryWhole(entry)).toBe(true)
  })

  it('rebuilds a damaged program once, however many processes find it damaged', async () => {
    const { entry, locks } = await emptyEntry()
    await buildEntry(entry, building(entry, locks, 'one'))
    await writeFile(path.join(entry.prefix, 'greet'), 'changed')
    let builds = 0
    const options: BuildOptions = {
      ...building(entry, locks, 'one'),
      rebuild: 'damaged',
      build: async (...given) => {
        builds += 1
        return building(entry, locks, 'one').build(...given)
      },
    }
    await Promise.all([buildEntry(entry, options), buildEntry(entry, options), buildEntry(entry, options)])
    expect(builds).toBe(1)
    expect(await isEntryWhole(entry)).toBe(true)
  })

  it('uses what another process rebuilt meanwhile', async () => {
    const { entry, locks } = await emptyEntry()
    await buildEntry(entry, building(entry, locks, 'one'))
    let builds = 0
    const options: BuildOptions = {
      ...building(entry, locks, 'two'),
      rebuild: 'always',
      build: async (...given) => {
        builds += 1
        return building(entry, locks, 'two').build(...given)
      },
    }
    await Promise.all([buildEntry(entry, options), buildEntry(entry, options)])
    expect(builds).toBe(1)
  })

  it('does not touch a process that only reuses a recorded process id', async () => {
    const { entry, locks } = await emptyEntry()
    const child: ChildProcess = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' })
    const group = await identify(child.pid ?? 0)
    await mkdir(entry.prefix, { recursive: true })
    await writeFile(entry.building, jsonText({ group: { ...group, started: 'another-1' } }))
    await buildEntry(entry, building(entry, locks, 'whole'))
    expect(await isAlive(group)).toBe(true)
    child.kill('SIGKILL')
  })

  it('rebuilds a damaged entry, and restores it on failure', async () => {
    const { entry, locks } = await emptyEntry()
    await buildEntry(entry, building(entry, locks, 'one'))
    await expect(buildEntry(entry, { ...failing(entry, locks), rebuild: 'always' })).rejects.toThrow(
      'no network',
    )
    expect(await readFile(path.join(entry.prefix, 'greet'), 'utf8')).toBe('one')
    await buildEntry(entry, { ...building(entry, locks, 'two'), rebuild: 'always' })
    expect(await readFile(path.join(entry.prefix, 'greet'), 'utf8')).toBe('two')
    expect(await readdir(path.dirname(entry.folder))).toEqual(['0123456789abcdef'])
  })
})

describe('an entry left by a killed rebuild', () => {
  const text = (entry: StoreEntry): Promise<string> => readFile(path.join(entry.prefix, 'greet'), 'utf8')

  it('is replaced by the one that was moved aside for it', async () => {
    const { entry, locks } = await emptyEntry()
    await buildEntry(entry, building(entry, locks, 'one'))
    await rename(entry.folder, `${entry.folder}.aside`)
    await mkdir(entry.prefix, { recursive: true })
    await clearAbandonedEntry(entry.folder, locks, true)
    expect(await text(entry)).toBe('one')
    expect(await readdir(path.dirname(entry.folder))).toEqual(['0123456789abcdef'])
  })

  it('stays if it was complete, and the one moved aside is removed', async () => {
    const { entry, locks } = await emptyEntry()
    await buildEntry(entry, building(entry, locks, 'two'))
    await mkdir(`${entry.folder}.aside/prefix`, { recursive: true })
    await clearAbandonedEntry(entry.folder, locks, true)
    expect(await text(entry)).toBe('two')
    expect(await readdir(path.dirname(entry.folder))).toEqual(['0123456789abcdef'])
  })

  it('has no effect if the damaged program was not moved aside yet', async () => {
    const { entry, locks } = await emptyEntry()
    await buildEntry(entry, building(entry, locks, 'one'))
    await rm(entry.app)
    await clearAbandonedEntry(entry.folder, locks, true)
    expect(await text(entry)).toBe('one')
    await clearAbandonedEntry(entry.folder, locks)
    expect(await exists(entry.folder)).toBe(false)
  })
})
