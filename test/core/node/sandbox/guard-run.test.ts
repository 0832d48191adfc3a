import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { digestOf } from '../../../../packages/core/src/node/digest.ts'
import {
  finishAbandonedRuns,
  guardRun,
  type WorkspaceGuard,
} from '../../../../packages/core/src/node/sandbox/guard/guard-run.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

/* What a run can do to files of its user, done between the note before it and the search after it. */

let guard: WorkspaceGuard
const at = (...parts: string[]): string => path.join(guard.root, ...parts)
const folder = (...parts: string[]): string => {
  mkdirSync(at(...parts), { recursive: true })
  return at(...parts)
}
const file = (place: string, text = 'evil'): string => {
  mkdirSync(path.dirname(at(place)), { recursive: true })
  writeFileSync(at(place), text)
  return at(place)
}

beforeEach(async () => {
  const base = await temporaryFolder()
  const root = path.join(base, 'workspace')
  const appsHome = path.join(base, 'home')
  mkdirSync(path.join(root, '.cli-apps', 'apps'), { recursive: true })
  mkdirSync(path.join(appsHome, 'data', 'probe'), { recursive: true })
  guard = { root, rootId: '', appsHome, markers: path.join(appsHome, 'runs', 'x'), granted: [], allowed: [] }
})

/** Does this work as a run; gives what was moved away, by path. */
async function during(work: () => unknown, rules: Partial<WorkspaceGuard> = {}): Promise<string[]> {
  const run = await guardRun({ ...guard, ...rules })
  await work()
  const { quarantined, left } = await run.finish({ hasBegun: true })
  expect(left).toEqual([])
  for (const { to } of quarantined) expect(lstatSync(at(to)), to).toBeDefined()
  return quarantined.map((one) => one.path).sort()
}

describe('links that a run makes', () => {
  it('are moved away where they lead to a folder outside, or to what an app may change there', async () => {
    const outside = path.dirname(guard.root)
    const data = path.join(guard.appsHome, 'data', 'probe')
    file('src/index.ts', 'mine')
    const moved = await during(() => {
      symlinkSync(data, at('src/data'))
      symlinkSync(path.join(data, 'later'), at('src/later'))
      symlinkSync('../../home', at('src/up'))
      symlinkSync(outside, at('outside'))
    })
    expect(moved).toEqual(['outside', 'src/data', 'src/later', 'src/up'])
    expect(readFileSync(at('src/index.ts'), 'utf8')).toBe('mine')
  })

  it('stay where they lead to the workspace, to files, to the system or to nothing', async () => {
    const outside = path.join(path.dirname(guard.root), 'file')
    writeFileSync(outside, '')
    folder('src/deep')
    const links = { 'src/in': '../src/deep', usr: '/usr/bin', single: outside, nothing: '/nowhere/at/all' }
    expect(
      await during(() => {
        for (const [place, target] of Object.entries(links)) symlinkSync(target, at(place))
      }),
    ).toEqual([])
    for (const place of Object.keys(links)) expect(lstatSync(at(place)).isSymbolicLink()).toBe(true)
  })

  it('stay where they were there before, and go where they lead elsewhere now', async () => {
    const outside = path.dirname(guard.root)
    symlinkSync(outside, at('shared'))
    expect(await during(() => {})).toEqual([])
    expect(
      await during(() => {
        rmSync(at('shared'))
        symlinkSync(guard.appsHome, at('shared'))
      }),
    ).toEqual(['shared'])
    expect(readlinkSync(at('shared'))).toBe(outside)
  })

  it('keep nothing else from being found where the system cannot follow them', async () => {
    symlinkSync('loop', at('loop'))
    expect(
      await during(() => {
        file('.git/config')
        symlinkSync(`../${'y'.repeat(300)}`, at('long'))
        symlinkSync('../loop/x', at('circle'))
        symlinkSync('/proc/1/root/home', at('closed'))
      }),
    ).toEqual(expect.arrayContaining(['.git', 'long']))
    expect(existsSync(at('.git'))).toBe(false)
  })

  it('take nothing with them that they lead to', async () => {
    for (const place of [
      '.git/objects/ab',
      '.git/HEAD',
      '.claude/settings.json',
      'src/index.ts',
      'notes/mine',
    ])
      file(place, 'mine')
    const links = {
      '.agents': '.git/objects',
      '.envrc': '.git/HEAD',
      '.npmrc': '.claude/settings.json',
      '.idea': '.cli-apps/apps',
      '.vscode': 'src',
    }
    expect(
      await during(() => {
        for (const [place, target] of Object.entries(links)) symlinkSync(target, at(place))
        file('sub/.git/config', '[core]\n\thooksPath = ../../notes\n')
      }),
    ).toEqual([...Object.keys(links), 'sub/.git'].sort())
    for (const place of [
      '.git/objects/ab',
      '.git/HEAD',
      '.claude/settings.json',
      'src/index.ts',
      'notes/mine',
    ])
      expect(readFileSync(at(place), 'utf8'), place).toBe('mine')
    expect(existsSync(at('.cli-apps/apps'))).toBe(true)
  })

  it('stay where the host lets the run change the folder around them', async () => {
    folder('out')
    expect(
      await during(() => symlinkSync(path.dirname(guard.root), at('out/link')), { allowed: [at('out')] }),
    ).toEqual([])
  })
})

describe('what a run makes', () => {
  it('is found in node_modules and other folders of code, which are protected as a whole', async () => {
    const places = ['node_modules/x/index.js', 'packages/a/node_modules/x/.git/config', '.venv/bin/python']
    expect(await during(() => places.map((place) => file(place)))).toEqual([
      '.venv',
      'node_modules',
      'packages/a/node_modules',
    ])
  })

  it('is found in a place that was granted, where it is another place', async () => {
    folder('node_modules/a')
    expect(
      await during(() => [file('node_modules/a/.git/config'), file('node_modules/b/index.js')], {
        granted: ['node_modules'],
      }),
    ).toEqual(['node_modules/a/.git'])
    expect(existsSync(at('node_modules/b/index.js'))).toBe(true)
  })

  it('is found behind names that are not UTF-8', async () => {
    const bytes = Buffer.concat([Buffer.from(`${guard.root}/`), Buffer.from([0xe9, 0x74, 0xe9])])
    const inner = (name: string): Buffer => Buffer.concat([bytes, Buffer.from(`/${name}`)])
    mkdirSync(bytes)
    writeFileSync(inner('mine.txt'), 'mine')
    expect(
      await during(() => {
        mkdirSync(inner('.git'))
        mkdirSync(Buffer.concat([bytes, Buffer.from([0x2f, 0xff])]))
        writeFileSync(Buffer.concat([bytes, Buffer.from([0x2f, 0xff, 0x2f]), Buffer.from('.npmrc')]), 'evil')
      }),
    ).toEqual(['\uFFFDt\uFFFD/.git', '\uFFFDt\uFFFD/\uFFFD/.npmrc'])
    expect(existsSync(inner('.git'))).toBe(false)
    expect(readFileSync(inner('mine.txt'), 'utf8')).toBe('mine')
  })

  it('is found behind more folders than anybody has', async () => {
    const folders = 20_050
    expect(
      await during(() => {
        for (let index = 0; index < folders; index++) mkdirSync(at(`many${index}`))
        file(`many${folders - 1}/.git/config`)
      }),
    ).toEqual([`many${folders - 1}/.git`])
  })

  it.each(['d'.repeat(200), '深'.repeat(80)])(
    'is found deeper than the system takes a path: %s',
    async (name) => {
      const moved = await during(() => {
        const before = process.cwd()
        process.chdir(folder('deep'))
        for (let depth = 0; depth < 30; depth++) {
          mkdirSync(name)
          process.chdir(name)
        }
        mkdirSync('.git')
        process.chdir(before)
      })
      expect(moved).toEqual([expect.stringMatching(/^deep\//)])
    },
  )

  it('is found under names that some disks take for the protected ones', async () => {
    const names = ['.vſcode', '.g\u200Cit', '.GIT', '.ｎｐｍｒｃ']
    expect(await during(() => names.map((name) => file(`${name}/x`)))).toEqual([...names].sort())
  })

  it('gets a meaningless name when there is no space for a quarantine', async () => {
    const run = await guardRun(guard)
    file('.git/config')
    file('sub/.npmrc')
    writeFileSync(at('.cli-apps/quarantine'), '')
    const { quarantined, left } = await run.finish({ hasBegun: true })
    expect(left).toEqual([])
    for (const { path: place, to } of quarantined) {
      expect(existsSync(at(place)), place).toBe(false)
      expect(path.dirname(to)).toBe(path.dirname(place))
      expect(existsSync(at(to)), to).toBe(true)
    }
    expect(quarantined.map((one) => one.path)).toEqual(['.git', 'sub/.npmrc'])
  })

  it('is moved also where an older note cannot be read', async () => {
    mkdirSync(guard.markers, { recursive: true })
    writeFileSync(path.join(guard.markers, '999999.none.broken.json'), '')
    expect(await during(() => file('.git/config'))).toEqual(['.git'])
    expect(readdirSync(guard.markers)).toEqual(['999999.none.broken.json.damaged'])
  })

  it('does not hide among the places of an older run that goes on', async () => {
    const first = await guardRun(guard)
    file('x/.git/config')
    // A second run takes it for what was there before, and the first does not see it when it ends.
    const second = await guardRun(guard)
    renameSync(at('x/.git'), at('x/hidden'))
    await first.finish({ hasBegun: true })
    renameSync(at('x/hidden'), at('x/.git'))
    expect((await second.finish({ hasBegun: true })).quarantined.map((one) => one.path)).toEqual(['x/.git'])
  })

  const chart = { skill: 'skills/cli-playbook-chart/SKILL.md', record: 'playbooks/chart.json' }
  const all = { skill: '.claude/skills/cli-apps/SKILL.md', record: 'umbrella/skill.json' }
  it.each([
    ['a playbook', 'placed', [], chart],
    ['a playbook, and was changed by the run', 'evil', ['skills'], chart],
    ['all apps', 'placed', [], all],
    ['all apps, and was changed by the run', 'evil', ['.claude'], all],
  ])('stays or goes where it is that of %s', async (_, text, moved, { skill, record }) => {
    expect(
      await during(() => {
        file(skill, text)
        file(`.cli-apps/${record}`, JSON.stringify({ files: { [skill]: digestOf('placed') } }))
      }),
    ).toEqual(moved)
  })

  it('stays where an install placed it, and goes where it only lies beside that', async () => {
    const skill = '.claude/skills/cli-app-jq/SKILL.md'
    const record = (text: string): void => {
      // Renamed into place, as an install writes it.
      writeFileSync(
        at('.cli-apps/apps/new'),
        JSON.stringify({ skill: { files: {}, copies: { [skill]: digestOf(text) } } }),
      )
      renameSync(at('.cli-apps/apps/new'), at('.cli-apps/apps/jq.json'))
    }
    expect(
      await during(() => {
        file(skill, 'placed')
        record('placed')
      }),
    ).toEqual([])
    rmSync(at('.claude'), { recursive: true })
    // Files get their times from a clock that runs behind.
    const clock = path.join(path.dirname(guard.root), 'clock')
    const early = vi.spyOn(Date, 'now').mockImplementation(() => {
      writeFileSync(clock, '')
      return lstatSync(clock).ctimeMs + 8
    })
    onTestFinished(() => early.mockRestore())
    expect(
      await during(() => {
        file(skill, 'placed')
        record('placed')
      }),
    ).toEqual([])
    early.mockRestore()
    rmSync(at('.claude'), { recursive: true })
    expect(
      await during(() => {
        file(skill, 'placed')
        file('.claude/settings.json')
        record('placed')
      }),
    ).toEqual(['.claude'])
    expect(
      await during(() => {
        file(skill, 'changed')
        record('placed')
      }),
    ).toEqual(['.claude'])
  })
})

describe('what protected places lead to', () => {
  it('is protected too: targets of links, and files that settings of Git name', async () => {
    file('.git/hooks/commit-msg', '')
    file('tools/hook.sh')
    file('tools/fsmonitor')
    file('hooks.d/pre-push')
    file('more.gitconfig', '[core]\n\tfsmonitor = tools/fsmonitor\n')
    file(
      '.git/config',
      '[core]\n\thooksPath = "hooks.d"\n[include]\n\tpath = ../more.gitconfig\n[alias]\n\tx = !./tools/alias.sh now\n',
    )
    file('tools/alias.sh')
    file('skill-source/SKILL.md')
    symlinkSync('../../tools/hook.sh', at('.git/hooks/pre-commit'))
    folder('.claude/skills')
    symlinkSync('../../skill-source', at('.claude/skills/own'))
    const run = await guardRun(guard)
    expect(run.protected.map((one) => one.path).sort()).toEqual([
      '.claude',
      '.cli-apps',
      '.git',
      'hooks.d',
      'more.gitconfig',
      'skill-source',
      'tools/alias.sh',
      'tools/fsmonitor',
      'tools/hook.sh',
    ])
    await run.finish({ hasBegun: true })
  })

  it('is protected in whatever words settings name it', async () => {
    const programs = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'].map((name) => `tools/${name}`)
    for (const place of programs) file(place)
    file('git hooks/pre-push')
    file('included')
    file('outside/.keep')
    file(
      '.git/config',
      [
        '[core]',
        '\thooksPath = "git hooks"',
        '\teditor = "\\"./tools/a\\""',
        '\tpager = sh tools/b',
        '[interactive]',
        '\tdiffFilter = env X=1 tools/c',
        '[diff "x"]',
        '\ttextconv = cat | tools/d',
        '[pager]',
        '\tlog = tools/\\',
        'e',
        '[includeIf "gitdir:[x]"] path = ../included',
        '[remote "origin"]',
        '\tuploadpack = tools/f',
        '\turl = outside',
        '[remote "other"]',
        '\turl = ext::./tools/g',
        '[merge "x"]',
        '\tdriver = $PWD/tools/i %A',
      ].join('\n'),
    )
    // A submodule, and a working tree whose repository lies elsewhere.
    file('sub/.git', 'gitdir: ../.git/modules/sub\n')
    file('sub/tools/g')
    file('.git/modules/sub/config', '[core]\n\tfsmonitor = tools/g\n')
    const elsewhere = path.join(path.dirname(guard.root), 'repository')
    mkdirSync(path.join(elsewhere, 'worktrees', 'tree'), { recursive: true })
    writeFileSync(path.join(elsewhere, 'worktrees', 'tree', 'commondir'), '../..\n')
    writeFileSync(path.join(elsewhere, 'config'), '[core]\n\tfsmonitor = ./tools/h\n')
    file('tree/.git', `gitdir: ${path.join(elsewhere, 'worktrees', 'tree')}\n`)
    file('tree/tools/h')
    const run = await guardRun(guard)
    const places = run.protected.map((one) => one.path)
    for (const place of [
      'git hooks',
      'included',
      'tools/a',
      'tools/b',
      'tools/c',
      'tools/d',
      'tools/e',
      'tools/f',
      'tools/g',
      'tools/i',
      'sub/tools/g',
      'tree/tools/h',
    ])
      expect(places, place).toContain(place)
    expect(places).not.toContain('outside')
    await run.finish({ hasBegun: true })
  })

  it('is moved away where it was replaced, and links that went are restored', async () => {
    file('shared/claude/settings.json', 'mine')
    symlinkSync('shared/claude', at('.claude'))
    symlinkSync('nowhere', at('.mcp.json'))
    expect(
      await during(() => {
        renameSync(at('shared'), at('moved'))
        file('shared/claude/settings.json')
        rmSync(at('.claude'))
        rmSync(at('.mcp.json'))
      }),
    ).toEqual(['shared/claude'])
    expect(readlinkSync(at('.claude'))).toBe('shared/claude')
    expect(readlinkSync(at('.mcp.json'))).toBe('nowhere')
    expect(existsSync(at('.claude'))).toBe(false)
  })
})

// As root every folder can be read and changed. Threads cannot become another user.
const becomesUser = process.geteuid?.() === 0

describe('folders without rights', () => {
  const user = 65_534
  beforeEach(() => {
    if (!becomesUser) return
    for (const place of [path.dirname(guard.root), guard.root, guard.appsHome, at('.cli-apps')])
      chownSync(place, user, user)
    chmodSync(path.dirname(guard.root), 0o755)
    process.setegid?.(user)
    process.seteuid?.(user)
  })
  afterEach(() => {
    if (!becomesUser) return
    process.seteuid?.(0)
    process.setegid?.(0)
  })

  it('keep nothing from being found and moved, and have their rights afterwards', async () => {
    folder('closed')
    expect(
      await during(() => {
        for (const place of ['.git', 'a/.git', 'b/.vscode', 'closed/inner/.git']) file(`${place}/config`)
        file('last/.npmrc')
        chmodSync(at('.git'), 0o555)
        for (const place of ['a/.git', 'closed/inner']) chmodSync(at(place), 0)
        chmodSync(at('b'), 0o555)
        chmodSync(at('closed'), 0o311)
      }),
    ).toEqual(['.git', 'a/.git', 'b/.vscode', 'closed/inner/.git', 'last/.npmrc'])
    expect(lstatSync(at('b')).mode & 0o777).toBe(0o555)
    expect(lstatSync(at('closed')).mode & 0o777).toBe(0o311)
  })

  it('of another user keep one place from being moved: the others are, and it is reported until it is gone', async () => {
    if (!becomesUser) return
    folder('theirs')
    const run = await guardRun(guard)
    file('mine/.npmrc')
    file('theirs/.npmrc')
    process.seteuid?.(0)
    chownSync(at('theirs'), 0, 0)
    process.seteuid?.(user)
    expect(await run.finish({ hasBegun: true })).toMatchObject({
      quarantined: [{ path: 'mine/.npmrc' }],
      left: ['theirs/.npmrc'],
    })
    expect(readdirSync(guard.markers)).toHaveLength(1)
    process.seteuid?.(0)
    chownSync(at('theirs'), user, user)
    process.seteuid?.(user)
    const [marker = ''] = readdirSync(guard.markers)
    renameSync(path.join(guard.markers, marker), path.join(guard.markers, marker.replace(/^\d+/, '999999')))
    expect(await finishAbandonedRuns(guard.markers)).toMatchObject({
      quarantined: [{ path: 'theirs/.npmrc' }],
      left: [],
    })
    expect(readdirSync(guard.markers)).toEqual([])
  })
})
