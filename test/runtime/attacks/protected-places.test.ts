import { link, mkdir, readdir, readFile, readlink, rename, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { agentFolders } from '@cli-apps/core'
import { exists } from '@cli-apps/core/node'
import { describe, expect } from 'vitest'
import { protectedPlaces } from '../../../packages/core/src/workspace/protected-places.ts'
import { createRuntime, type ToolResult } from '../../../packages/runtime/src/index.ts'
import { itSandboxed } from '../../support/sandbox.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { useRunHarness } from '../run-harness.ts'

/* Apps that leave something for a later run, tool or agent to find. */

const harness = useRunHarness({ sandbox: 'workspace' })
const at = (...parts: string[]): string => path.join(harness.workspace.root, ...parts)

/** Runs these statements, each of which prints `done` or its error. */
function attempt(...works: string[]): Promise<ToolResult> {
  return harness.runScript(`
    import fs from 'node:fs'
    for (const work of [${works.map((work) => `() => ${work}`).join(', ')}])
      try { work(); console.log('done') } catch (error) { console.log(error.code) }`)
}

/** Everything that a run had moved away; a result shows only part of a long list. */
async function movedBy(result: ToolResult): Promise<{ path: string; to: string }[]> {
  const shown = result.ok && Array.isArray(result.quarantined) ? result.quarantined : []
  if (shown.length === 0) return []
  return JSON.parse(await readFile(at(path.dirname(shown[0].to), 'places.json'), 'utf8'))
}

async function clear(...names: string[]): Promise<void> {
  for (const name of names) await rm(at(name), { recursive: true, force: true })
}

const isFolder = (place: string): boolean => !path.extname(place) && !/rc$/.test(place)
/** A name that matches each pattern of the table. */
const samples = protectedPlaces.map((place) => place.replace('*', 'any'))
const guarded = samples.filter((place) => !['.cli-apps', 'cli-apps.json', 'cli-apps.lock'].includes(place))

describe('a protected place', () => {
  itSandboxed('that is there can be neither changed, moved nor removed', async () => {
    const works: string[] = []
    for (const [index, place] of samples.entries()) {
      const file = isFolder(place) ? path.join(place, 'inner') : place
      await mkdir(path.dirname(at(file)), { recursive: true })
      if (!(await exists(at(file)))) await writeFile(at(file), '{}')
      works.push(
        `fs.writeFileSync(${JSON.stringify(file)}, 'evil')`,
        `fs.renameSync(${JSON.stringify(place)}, 'moved${index}')`,
        `fs.rmSync(${JSON.stringify(place)}, { recursive: true })`,
        `fs.linkSync(${JSON.stringify(file)}, 'linked${index}')`,
      )
    }
    const result = await attempt(...works)
    expect(result).not.toHaveProperty('quarantined')
    const printed = result.ok ? String(result.stdout).trimEnd().split('\n') : []
    for (const [index, place] of samples.entries()) {
      const answers = printed.slice(4 * index, 4 * index + 4).join(' ')
      expect(answers, place).toMatch(/^EROFS EBUSY (EROFS|EBUSY) (EXDEV|EROFS)$/)
      const file = isFolder(place) ? path.join(place, 'inner') : place
      expect(await readFile(at(file), 'utf8'), place).not.toBe('evil')
    }
    await clear(...guarded)
  })

  itSandboxed('that is not there is moved away when it is made, at the top and below', async () => {
    await clear(...guarded)
    for (const folder of ['', 'src/deep']) {
      await mkdir(at(folder), { recursive: true })
      const places = guarded
        .filter((place) => folder === '' || place !== 'skills')
        .map((place) => path.join(folder, place))
      const result = await attempt(
        ...places.map((place) =>
          isFolder(place)
            ? `(fs.mkdirSync(${JSON.stringify(place)}, { recursive: true }), fs.writeFileSync(${JSON.stringify(path.join(place, 'x'))}, 'evil'))`
            : `(fs.mkdirSync(${JSON.stringify(path.dirname(place))}, { recursive: true }), fs.writeFileSync(${JSON.stringify(place)}, 'evil'))`,
        ),
      )
      const quarantined = await movedBy(result)
      expect(quarantined.map((one) => one.path).sort()).toEqual(places.sort())
      for (const place of places) expect(await exists(at(place)), place).toBe(false)
      for (const { to } of quarantined) expect(await exists(at(to)), to).toBe(true)
      expect(result).toMatchObject({ hint: expect.stringContaining('npx cli-apps grant probe') })
    }
  })

  itSandboxed('is named with the way to grant it, where a program failed at it', async () => {
    await mkdir(at('node_modules'), { recursive: true })
    expect(
      await harness.runScript(`import fs from 'node:fs'; fs.writeFileSync('node_modules/x.js', '')`),
    ).toMatchObject({ hint: expect.stringContaining('npx cli-apps grant probe node_modules') })
    await clear('node_modules')
  })

  itSandboxed('leaves no mount point where it is not there', async () => {
    await clear(...guarded)
    const before = (await readdir(at())).sort()
    await attempt('0')
    expect((await readdir(at())).filter((name) => !before.includes(name))).toEqual([])
  })

  itSandboxed('is one in any letter case, as a link, and in a folder of another name', async () => {
    await mkdir(at('docs'), { recursive: true })
    const result = await attempt(
      `fs.mkdirSync('.GIT')`,
      `fs.symlinkSync('/etc', '.Claude')`,
      `fs.writeFileSync('docs/.git', 'gitdir: ../evil')`,
      `fs.symlinkSync('nowhere', '.mcp.json')`,
    )
    expect(result).toMatchObject({ stdout: 'done\ndone\ndone\ndone\n' })
    expect((await movedBy(result)).map((one) => one.path).sort()).toEqual([
      '.Claude',
      '.GIT',
      '.mcp.json',
      'docs/.git',
    ])
  })

  itSandboxed('is a repository without a name too', async () => {
    const result = await attempt(
      `['bare/objects', 'bare/refs', 'tree/deep'].forEach((folder) => fs.mkdirSync(folder, { recursive: true }))`,
      `['bare/HEAD', 'bare/config', 'tree/deep/HEAD', 'tree/deep/commondir'].forEach((file) => fs.writeFileSync(file, 'evil'))`,
    )
    expect((await movedBy(result)).map((one) => one.path).sort()).toEqual([
      'bare/HEAD',
      'bare/config',
      'tree/deep/HEAD',
      'tree/deep/commondir',
    ])
    await mkdir(at('mirror/objects'), { recursive: true })
    await mkdir(at('mirror/refs'))
    for (const name of ['HEAD', 'config']) await writeFile(at('mirror', name), 'mine')
    expect(
      await attempt(`fs.writeFileSync('mirror/config', 'evil')`, `fs.mkdirSync('mirror/hooks')`),
    ).toMatchObject({
      stdout: 'EROFS\ndone\n',
      quarantined: [{ path: 'mirror/hooks' }],
    })
  })

  itSandboxed('holds in worktrees, submodules and repositories below', async () => {
    await mkdir(at('.git/modules/sub/hooks'), { recursive: true })
    await mkdir(at('.git/worktrees/tree'), { recursive: true })
    for (const folder of ['sub', 'tree', 'own/.git/hooks']) await mkdir(at(folder), { recursive: true })
    for (const file of [
      'sub/.git',
      'tree/.git',
      '.git/commondir',
      '.git/worktrees/tree/gitdir',
      'own/.git/config',
    ])
      await writeFile(at(file), 'gitdir: ../.git/x')
    const files = [
      'sub/.git',
      'tree/.git',
      '.git/commondir',
      '.git/config.worktree',
      '.git/modules/sub/config',
      '.git/modules/sub/hooks/post-checkout',
      '.git/worktrees/tree/gitdir',
      'own/.git/config',
      'own/.git/hooks/pre-commit',
      '.git/rebase-merge-todo',
    ]
    const result = await attempt(...files.map((file) => `fs.writeFileSync('${file}', 'evil')`))
    expect(result).toMatchObject({ stdout: 'EROFS\n'.repeat(files.length) })
    expect(
      await attempt(`fs.renameSync('own', 'other')`, `fs.mkdirSync('own/.git', { recursive: true })`),
    ).toMatchObject({
      quarantined: [{ path: 'own/.git' }],
    })
    expect(await exists(at('other/.git/config'))).toBe(true)
    await clear('.git', 'sub', 'tree', 'own', 'other')
  })
})

describe('two consecutive runs', () => {
  itSandboxed('show the second nothing by a link that the first put at a protected place', async () => {
    const secret = await temporaryFolder()
    await writeFile(path.join(secret, 'key'), 'secret')
    const places = [
      'skills',
      '.git',
      '.vscode',
      ...new Set(agentFolders.map((folder) => folder.split('/')[0] ?? '')),
    ].sort()
    await clear(...places)
    const linking = await attempt(
      ...places.map((place) => `fs.symlinkSync(${JSON.stringify(secret)}, '${place}')`),
    )
    expect(linking).toMatchObject({ stdout: 'done\n'.repeat(places.length) })
    expect((await movedBy(linking)).map((moved) => moved.path).sort()).toEqual(places)
    // As if the first run had gone unnoticed.
    for (const place of places) await symlink(secret, at(place))
    expect(await attempt(...places.map((place) => `fs.readFileSync('${place}/key')`))).toMatchObject({
      stdout: 'ENOENT\n'.repeat(places.length),
    })
    await clear(...places)
    await mkdir(at('.git'), { recursive: true })
    await symlink(secret, at('.git', 'hooks'))
    expect(await attempt(`fs.readFileSync('.git/hooks/key')`)).toMatchObject({ stdout: 'ENOENT\n' })
    await clear('.git')
  })

  itSandboxed('refuse a place of the setting that has become a link', async () => {
    const secret = await temporaryFolder()
    await symlink(secret, at('data'))
    for (const setting of [{ readable: ['data'] }, { writable: ['data'] }, { readable: ['data/x'] }]) {
      await harness.workspace.install('probe')
      await using runtime = await createRuntime({
        workspace: at(),
        sandbox: { policy: 'workspace', ...setting },
        audit: false,
      })
      expect(await harness.run({ name: 'probe' }, runtime)).toMatchObject({
        error: { code: 'sandbox.linked-place' },
      })
    }
    await clear('data')
  })

  itSandboxed('put back a link of the user that the first replaced', async () => {
    await mkdir(at('shared'), { recursive: true })
    await writeFile(at('shared/SKILL.md'), 'mine')
    await symlink('shared', at('skills'))
    const result = await attempt(
      `fs.writeFileSync('shared/SKILL.md', 'evil')`,
      `fs.rmSync('skills')`,
      `(fs.mkdirSync('skills'), fs.writeFileSync('skills/SKILL.md', 'evil'))`,
    )
    expect(result).toMatchObject({ stdout: 'EROFS\ndone\ndone\n', quarantined: [{ path: 'skills' }] })
    expect(await readlink(at('skills'))).toBe('shared')
    expect(await readFile(at('skills/SKILL.md'), 'utf8')).toBe('mine')
    await clear('skills', 'shared')
  })

  itSandboxed('refuse a workspace that was put in the place of the one that was opened', async () => {
    const other = await temporaryFolder()
    await harness.workspace.install('probe')
    await rename(at(), `${at()}-moved`)
    await symlink(other, at())
    try {
      expect(await harness.run({ name: 'probe' })).toMatchObject({ ok: false })
    } finally {
      await rm(at())
      await rename(`${at()}-moved`, at())
    }
  })

  itSandboxed('keep no folder that an app can go on changing outside of the workspace', async () => {
    await mkdir(at('src'), { recursive: true })
    await writeFile(at('src/index.ts'), 'mine')
    const result = await attempt(
      `fs.cpSync('src', process.env.HOME + '/src', { recursive: true })`,
      `fs.renameSync('src', 'src-apart')`,
      `fs.symlinkSync(process.env.HOME + '/src', 'src')`,
      `fs.mkdirSync('src/.vscode')`,
    )
    expect(result).toMatchObject({ stdout: 'done\ndone\ndone\ndone\n', quarantined: [{ path: 'src' }] })
    expect(await exists(at('src'))).toBe(false)
    await clear('src-apart')
  })

  itSandboxed('cannot rewrite a nested repository in a folder that is searched less', async () => {
    await mkdir(at('own/.git'), { recursive: true })
    await writeFile(at('own/.git/config'), 'mine')
    const hidden = ['node_modules/.h', '.venv/h', 'deep/h']
    for (const place of hidden) {
      const moved = await attempt(
        `fs.mkdirSync('${path.dirname(place)}', { recursive: true })`,
        `fs.renameSync('own', '${place}')`,
      )
      await attempt(`fs.writeFileSync('${place}/.git/config', 'evil')`)
      await attempt(`fs.renameSync('${place}', 'own')`)
      const at2 = moved.ok && Array.isArray(moved.quarantined) ? at(moved.quarantined[0].to, 'h') : undefined
      const last = [
        at('own'),
        at(place),
        ...(at2 === undefined ? [] : [at2, path.join(path.dirname(at2), '.h')]),
      ]
      const left = (await Promise.all(last.map((one) => exists(path.join(one, '.git/config'))))).indexOf(true)
      expect(await readFile(path.join(last[left] ?? '', '.git/config'), 'utf8'), place).toBe('mine')
      if (left > 0) await rename(last[left] ?? '', at('own'))
      await clear('node_modules', '.venv', 'deep')
    }
    await clear('own')
  })

  itSandboxed('rewrite no skill of another app in the folder of an agent', async () => {
    for (const folder of agentFolders) {
      const skill = path.join(folder, 'cli-app-other', 'SKILL.md')
      await mkdir(path.dirname(at(skill)), { recursive: true })
      await writeFile(at(skill), 'mine')
    }
    const works = agentFolders.flatMap((folder) => [
      `fs.writeFileSync('${folder}/cli-app-other/SKILL.md', 'evil')`,
      `fs.renameSync('${folder}/cli-app-other', '${folder}/x')`,
      `fs.renameSync('${folder}', 'moved')`,
    ])
    expect(await attempt(...works)).toMatchObject({
      stdout: expect.stringMatching(/^((EROFS|EBUSY|EXDEV)\n)+$/),
    })
    await clear(...agentFolders.map((folder) => folder.split('/')[0] ?? ''))
  })

  itSandboxed('find a hard link to what is protected as changeable as it was', async () => {
    await mkdir(at('.git'), { recursive: true })
    await writeFile(at('.git/config'), 'mine')
    expect(await attempt(`fs.linkSync('.git/config', 'alias')`)).toMatchObject({ stdout: 'EXDEV\n' })
    await link(at('.git/config'), at('.npmrc'))
    expect(await attempt(`fs.writeFileSync('.npmrc', 'evil')`)).toMatchObject({ stdout: 'EROFS\n' })
    await clear('.git', '.npmrc')
  })
})
