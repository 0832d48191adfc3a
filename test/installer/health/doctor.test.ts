import { chmod, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { InstallRecord } from '@cli-apps/core'
import { exists, jsonText, runProcess, temporaryName } from '@cli-apps/core/node'
import { ChangePlan } from '@cli-apps/core/results'
import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { install } from '../../../services/installer/src/commands/change/install.ts'
import { doctor } from '../../../services/installer/src/commands/check/doctor.ts'
import { verify } from '../../../services/installer/src/commands/check/verify.ts'
import { trust } from '../../../services/installer/src/commands/setup/trust.ts'
import { skill } from '../../../services/installer/src/commands/use/skill.ts'
import { exampleManifestJson } from '../../support/example-manifest.ts'
import { fakeApt } from '../../support/fake-apt.ts'
import { fileServer } from '../../support/file-server.ts'
import { binaryManifest, folderRegistry, greetScript, tarball } from '../../support/folder-registry.ts'
import { type InstallerUser, installerUser } from '../../support/installer-context.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

let archive: Uint8Array
beforeAll(async () => {
  archive = await tarball({ 'bin/greet': greetScript, 'share/words': 'hello\n', 'share/more': 'hi\n' })
})

interface Patient extends InstallerUser {
  registry: string
  /** Of the workspace. */
  at: (file: string) => string
  record: () => Promise<InstallRecord>
  /** Folder of the program in the store. */
  entry: () => Promise<string>
}

async function patient(): Promise<Patient> {
  const { url } = await fileServer({ '/greet.tar.gz': archive })
  const registry = await folderRegistry([binaryManifest(archive)])
  const user = await installerUser({
    CLI_APPS_REGISTRY: registry,
    CLI_APPS_MIRRORS: `https://downloads.test/=${url}/`,
  })
  await user.call(install, ['greet'], { yes: true })
  return patientOf(user, registry)
}

function patientOf(user: InstallerUser, registry: string): Patient {
  const at = (file: string): string => path.join(user.workspace, file)
  const record = async (): Promise<InstallRecord> =>
    InstallRecord.parse(JSON.parse(await readFile(at('.cli-apps/apps/greet.json'), 'utf8')))
  return { ...user, registry, at, record, entry: async () => (await record()).store ?? '' }
}

const Report = z.object({
  faults: z.array(
    z.object({ code: z.string(), app: z.string().nullable(), message: z.string(), hint: z.string() }),
  ),
})
const codesOf = (value: unknown): string[] => Report.parse(value).faults.map(({ code }) => code)

const runsWell = async ({ record }: Patient): Promise<void> => {
  const { argv } = await record()
  const result = await runProcess([...argv, 'hello', 'Ann'], { cwd: '/', env: {}, timeout: 10_000 })
  expect(result.exitCode).toBe(0)
}

type Damage = (patient: Patient) => Promise<void>

const edit = async (file: string, change: (text: string) => string): Promise<void> =>
  writeFile(file, change(await readFile(file, 'utf8')))

/** Ends names of what a process that is gone was writing. */
const deadWriter = temporaryName('').replace(/^\.\d+/, '4194999')

const damages: [what: string, code: string, damage: Damage][] = [
  [
    'a changed file of the program',
    'program.file-changed',
    async ({ entry }) => writeFile(path.join(await entry(), 'prefix/app/share/words'), 'evil\n'),
  ],
  [
    'a missing file of the program',
    'program.file-missing',
    async ({ entry }) => rm(path.join(await entry(), 'prefix/app/share/words')),
  ],
  [
    'a file that became executable',
    'program.file-changed',
    async ({ entry }) => chmod(path.join(await entry(), 'prefix/app/share/words'), 0o755),
  ],
  [
    'a file that became a link',
    'program.file-changed',
    async ({ entry }) => {
      const file = path.join(await entry(), 'prefix/app/share/words')
      await rm(file)
      await symlink('more', file)
    },
  ],
  [
    'a file that was added',
    'program.file-extra',
    async ({ entry }) => writeFile(path.join(await entry(), 'prefix/app/share/evil.js'), ''),
  ],
  [
    'a missing executable',
    'program.missing',
    async ({ entry }) => rm(path.join(await entry(), 'prefix/app/bin/greet')),
  ],
  [
    'an executable that is a broken link',
    'program.missing',
    async ({ entry }) => {
      const file = path.join(await entry(), 'prefix/app/bin/greet')
      await rm(file)
      await symlink('nowhere', file)
    },
  ],
  [
    'a program that is gone from the store',
    'program.missing',
    async ({ entry }) => rm(await entry(), { recursive: true }),
  ],
  [
    'a list of files made to fit',
    'program.other-list',
    async ({ entry }) =>
      edit(path.join(await entry(), 'files.json'), (text) => text.replace('share/words', 'share/wordz')),
  ],
  [
    'a list of files that is gone',
    'program.no-list',
    async ({ entry }) => rm(path.join(await entry(), 'files.json')),
  ],
  [
    'a damaged store entry',
    'store.corrupt',
    async ({ entry }) => writeFile(path.join(await entry(), 'app.json'), '{"store": 1,'),
  ],
  [
    'a store entry that was incomplete',
    'store.unfinished',
    async ({ entry }) => rm(path.join(await entry(), 'app.json')),
  ],
  [
    'a record cut short',
    'record.corrupt',
    async ({ at }) => writeFile(at('.cli-apps/apps/greet.json'), '{"record": 1,'),
  ],
  ['a record that is gone', 'app.not-installed', async ({ at }) => rm(at('.cli-apps/apps/greet.json'))],
  [
    'a record that was changed',
    'record.foreign',
    async ({ at }) =>
      edit(at('.cli-apps/apps/greet.json'), (text) =>
        text.replace('"entry_point": "greet"', '"entry_point": "evil"'),
      ),
  ],
  [
    'an app that the lockfile does not have',
    'lockfile.differs',
    async ({ at }) => writeFile(at('cli-apps.lock'), jsonText({ lockfile: 1, apps: {} })),
  ],
  [
    'a lockfile that cannot be read',
    'lockfile.corrupt',
    async ({ at }) => writeFile(at('cli-apps.lock'), '{'),
  ],
  ['a skill that is gone', 'skill.missing', async ({ at }) => rm(at('skills'), { recursive: true })],
  [
    'a skill that was edited',
    'skill.edited',
    async ({ at }) => edit(at('skills/cli-app-greet/SKILL.md'), (text) => `${text}mine\n`),
  ],
  [
    'a skill in another language than that of the workspace',
    'skill.outdated',
    async ({ at }) => edit(at('cli-apps.json'), (text) => text.replace('{', '{ "skills": { "lang": "zh" },')),
  ],
  [
    'a skill made by other templates',
    'skill.outdated',
    async ({ at, call }) => {
      await mkdir(at('templates'))
      await writeFile(at('templates/reference.md.hbs'), '# Mine\n')
      await edit(at('cli-apps.json'), (text) =>
        text.replace('{', '{ "skills": { "templates": "templates" },'),
      )
      await writeFile(at('templates/skill.md.hbs'), '# Mine\n')
      await call(trust, [], { yes: true })
    },
  ],
  [
    'a command tree that is gone',
    'commands.missing',
    async ({ at }) => rm(at('.cli-apps/commands/greet.json')),
  ],
  [
    'a damaged command tree',
    'commands.changed',
    async ({ at }) => writeFile(at('.cli-apps/commands/greet.json'), '['),
  ],
  [
    'a command tree of another hand',
    'commands.changed',
    async ({ at }) => edit(at('.cli-apps/commands/greet.json'), (text) => text.replace('Say', 'Do not say')),
  ],
  [
    'a journal that cannot be read',
    'journal.corrupt',
    async ({ at }) => {
      await mkdir(at('.cli-apps/txn'), { recursive: true })
      await writeFile(at('.cli-apps/txn/0123456789abcdef.json'), '{')
    },
  ],
  [
    'an interrupted change',
    'workspace.interrupted',
    async ({ at }) => {
      await mkdir(at('.cli-apps/txn/0123456789abcdef'), { recursive: true })
    },
  ],
  [
    'what a killed writer left in the workspace',
    'workspace.leftover',
    async ({ at }) => writeFile(at(`.cli-apps/apps/greet.json.${deadWriter}`), ''),
  ],
  [
    'what a killed writer left in the store',
    'store.leftover',
    async ({ entry }) => writeFile(path.join(await entry(), `app.json.${deadWriter}`), ''),
  ],
  [
    'a build that was killed',
    'store.unfinished',
    async ({ home }) => {
      await mkdir(path.join(home, 'cli-apps/store/other/1.0.0/0123456789abcdef/prefix'), { recursive: true })
    },
  ],
  [
    'what made way for a build that was killed',
    'store.unfinished',
    async ({ entry }) => mkdir(`${await entry()}.aside`),
  ],
  [
    'a store that does not know the workspace',
    'workspace.moved',
    async ({ home }) => rm(path.join(home, 'cli-apps/workspaces'), { recursive: true }),
  ],
  [
    'a damaged note about a workspace',
    'store.corrupt-note',
    async ({ home }) => writeFile(path.join(home, 'cli-apps/workspaces/0000000000000000.json'), '{'),
  ],
]

describe('doctor', () => {
  it.each(damages)('finds %s (%s), and --fix repairs it', async (_what, code, damage) => {
    const one = await patient()
    expect(codesOf((await one.call(doctor)).value)).toEqual([])
    await damage(one)
    const found = await one.call(doctor)
    expect(codesOf(found.value)).toContain(code)
    expect(found.exitStatus).toBe(8)
    for (const fault of Report.parse(found.value).faults) expect(fault.hint).not.toBe('')
    const fixed = await one.call(doctor, [], { fix: true, yes: true })
    expect([codesOf(fixed.value), fixed.exitStatus]).toEqual([[], 0])
    expect(codesOf((await one.call(doctor)).value)).toEqual([])
    await runsWell(one)
  })

  it('changes nothing without consent, and removes only what the plan names', async () => {
    const one = await patient()
    const prefix = path.join(await one.entry(), 'prefix')
    const [mine, temporary] = [path.join(prefix, 'app/mine.txt'), one.at(`cli-apps.lock.${deadWriter}`)]
    for (const file of [mine, temporary]) await writeFile(file, '')
    await expect(one.call(doctor, [], { fix: true })).rejects.toMatchObject({ code: 'consent.needed' })
    const { value } = await one.call(doctor, [], { fix: true, 'dry-run': true })
    const effects = ChangePlan.parse(value).changes.flatMap((change) => change.effects)
    expect(effects).toEqual([
      { effect: 'remove', path: temporary },
      { effect: 'remove', path: mine },
    ])
    expect([await exists(mine), await exists(temporary)]).toEqual([true, true])
  })

  it('rebuilds a program without a change for other workspaces', async () => {
    const one = await patient()
    const other = await installerUser(await environmentOf(one), { home: one.home })
    await other.call(install, ['greet'], { yes: true })
    await writeFile(path.join(await one.entry(), 'prefix/app/share/words'), 'evil')
    expect((await other.call(verify)).exitStatus).toBe(8)
    await one.call(doctor, [], { fix: true, yes: true })
    expect((await other.call(doctor)).exitStatus).toBe(0)
  })

  it('ignores what is still being written', async () => {
    const one = await patient()
    await writeFile(one.at(temporaryName('cli-apps.lock')), '')
    expect(codesOf((await one.call(doctor)).value)).toEqual([])
  })

  it('saves what a user wrote into the skill', async () => {
    const one = await patient()
    await edit(one.at('skills/cli-app-greet/SKILL.md'), (text) => `${text}mine\n`)
    await one.call(doctor, [], { fix: true, yes: true })
    const saved = await readdir(one.at('.cli-apps/saved/greet'), { recursive: true })
    const file = saved.find((name) => name.endsWith('SKILL.md')) ?? ''
    expect(await readFile(one.at(`.cli-apps/saved/greet/${file}`), 'utf8')).toMatch(/mine\n$/)
  })

  it('keeps the text of a lockfile that it writes again', async () => {
    const one = await patient()
    await writeFile(one.at('cli-apps.lock'), '<<<<<<<')
    await one.call(doctor, [], { fix: true, yes: true })
    const [folder = ''] = await readdir(one.at('.cli-apps/saved/cli-apps.lock'))
    expect(await readFile(one.at(`.cli-apps/saved/cli-apps.lock/${folder}/cli-apps.lock`), 'utf8')).toBe(
      '<<<<<<<',
    )
  })

  it('repairs without a registry what the store or the record suffices for', async () => {
    const one = await patient()
    await rm(one.registry, { recursive: true })
    for (const file of ['.cli-apps/apps/greet.json', 'skills/cli-app-greet/SKILL.md']) await rm(one.at(file))
    await one.call(doctor, [], { fix: true, yes: true })
    await writeFile(path.join(await one.entry(), 'prefix/app/share/words'), 'evil')
    expect((await one.call(doctor, [], { fix: true, yes: true })).exitStatus).toBe(0)
  })

  it('reports how to fix what it cannot repair, repairs the rest, and restores files', async () => {
    const one = await patient()
    const words = path.join(await one.entry(), 'prefix/app/share/words')
    await writeFile(words, 'evil')
    await writeFile(one.at(`cli-apps.lock.${deadWriter}`), '')
    const cutOff = patientOf(
      await installerUser({ CLI_APPS_MIRRORS: 'https://downloads.test/=http://127.0.0.1:9/' }, one),
      one.registry,
    )
    const { value, exitStatus } = await cutOff.call(doctor, [], { fix: true, yes: true })
    expect(exitStatus).toBe(8)
    expect(value).toMatchObject({
      fixed: [{ code: 'workspace.leftover' }],
      failures: [
        { subject: 'greet', code: expect.stringContaining('download.'), hint: expect.stringMatching(/./) },
      ],
      faults: [{ code: 'program.file-changed' }],
    })
    expect(await readFile(words, 'utf8')).toBe('evil')
  })

  it('reports differences from the lockfile, and does not assume that the installed state is right', async () => {
    const one = await patient()
    await edit(one.at('cli-apps.lock'), (text) =>
      text.replace(/"digest": "sha256:[0-9a-f]{64}"/, `"digest": "sha256:${'0'.repeat(64)}"`),
    )
    const { value, exitStatus } = await one.call(doctor, [], { fix: true, yes: true })
    expect([codesOf(value), exitStatus]).toEqual([['lockfile.differs'], 8])
  })

  it('reports an artifact that differs from the lockfile', async () => {
    const one = await patient()
    await edit(one.at('cli-apps.lock'), (text) =>
      text.replace(/"integrity": ?"sha256:[0-9a-f]{64}"/, `"integrity":"sha256:${'0'.repeat(64)}"`),
    )
    expect(codesOf((await one.call(verify)).value)).toEqual(['lockfile.differs'])
  })

  it('does not repair cli-apps.json', async () => {
    const one = await patient()
    await writeFile(one.at('cli-apps.json'), '{')
    await rm(one.at('skills'), { recursive: true })
    const { value, exitStatus } = await one.call(doctor, [], { fix: true, yes: true })
    expect([...new Set(codesOf(value)), exitStatus]).toEqual(['workspace.corrupt', 'skill.missing', 8])
    expect(await readFile(one.at('cli-apps.json'), 'utf8')).toBe('{')
  })

  it('reinstalls an app from the current store when CLI_APPS_HOME was changed', async () => {
    const one = await patient()
    const elsewhere = { ...(await environmentOf(one)), CLI_APPS_HOME: await temporaryFolder() }
    const other = await installerUser(elsewhere, one)
    expect(codesOf((await other.call(doctor)).value)).toContain('record.foreign')
    expect((await other.call(doctor, [], { fix: true, yes: true })).exitStatus).toBe(0)
    await runsWell(one)
  })

  it('repairs a workspace that was moved, and one whose whole store was moved', async () => {
    const one = await patient()
    const moved = `${one.workspace} moved`
    const environment = await environmentOf(one)
    await rename(one.workspace, moved)
    const after = await installerUser(environment, { home: one.home, workspace: moved })
    expect(codesOf((await after.call(doctor)).value)).toEqual(['workspace.moved'])
    expect((await after.call(doctor, [], { fix: true, yes: true })).exitStatus).toBe(0)
    const home = await temporaryFolder()
    await rename(path.join(one.home, 'cli-apps'), path.join(home, 'cli-apps'))
    const far = await installerUser(
      { ...environment, CLI_APPS_HOME: path.join(home, 'cli-apps') },
      { home, workspace: moved },
    )
    expect(codesOf((await far.call(doctor)).value)).toContain('store.moved')
    expect((await far.call(doctor, [], { fix: true, yes: true })).exitStatus).toBe(0)
    await rename(moved, one.workspace)
    await runsWell(one)
  })
})

const environmentOf = async (one: Patient): Promise<Record<string, string>> => {
  const { CLI_APPS_REGISTRY = '', CLI_APPS_MIRRORS = '' } = (await one.context()).environment
  return { CLI_APPS_REGISTRY, CLI_APPS_MIRRORS }
}

describe('a system program', () => {
  async function systemPatient(): Promise<
    Patient & { program: string; apt: Awaited<ReturnType<typeof fakeApt>> }
  > {
    const apt = await fakeApt(greetScript)
    const manifest = exampleManifestJson({ install: [{ method: 'apt', package: 'greet' }] })
    const registry = await folderRegistry([manifest])
    const user = await installerUser({
      CLI_APPS_REGISTRY: registry,
      PATH: `${apt.bin}:${process.env.PATH}`,
    })
    await user.call(install, ['greet'], { yes: true })
    const one = patientOf(user, registry)
    return { ...one, apt, program: (await one.record()).argv[0] ?? '' }
  }

  it('that the system changed is reported, and recorded in its new state', async () => {
    const one = await systemPatient()
    expect(codesOf((await one.call(verify)).value)).toEqual([])
    await edit(one.program, (text) => text.replace('hello', 'hello '))
    expect((await one.call(verify)).value).toMatchObject({
      faults: [{ code: 'program.changed-by-system', message: expect.stringContaining(one.program) }],
    })
    const found = await one.call(doctor)
    expect(codesOf(found.value)).toEqual(['program.changed-by-system', 'skill.outdated'])
    expect((await one.call(doctor, [], { fix: true, yes: true })).exitStatus).toBe(0)
  })

  it('is reported by its skill once its help is read again, and remains a change by the system', async () => {
    const one = await systemPatient()
    await edit(one.program, (text) => text.replaceAll('1.2.3', '1.3.0').replaceAll('Say hello', 'Say hi'))
    const { faults } = Report.parse((await one.call(doctor)).value)
    const outdated = faults.find((fault) => fault.code === 'skill.outdated')
    expect(outdated).toMatchObject({
      message: 'The skill of greet describes the program 1.2.3 as it was before the system changed it.',
      hint: expect.stringContaining('cli-apps skill render greet --fresh'),
    })
    await one.call(skill, ['render', 'greet'], { fresh: true, yes: true })
    const text = await readFile(one.at('skills/cli-app-greet/SKILL.md'), 'utf8')
    expect(text).toContain('Say hi')
    expect(text).toContain("program-version: '1.3.0'")
    expect(codesOf((await one.call(doctor)).value)).toEqual(['program.changed-by-system'])
    await edit(one.program, (words) => words.replaceAll('Say hi', 'Say hey'))
    expect(codesOf((await one.call(doctor)).value)).toContain('skill.outdated')
    expect((await one.call(doctor, [], { fix: true, yes: true })).exitStatus).toBe(0)
  })

  it('that is missing is installed again', async () => {
    const one = await systemPatient()
    await rm(one.program)
    await writeFile(path.join(path.dirname(path.dirname(path.dirname(one.program))), 'installed'), '')
    expect(codesOf((await one.call(doctor)).value)).toEqual(['program.missing'])
    const { value } = await one.call(doctor, [], { fix: true, 'dry-run': true })
    expect(ChangePlan.parse(value).changes[0]).toMatchObject({
      effects: expect.arrayContaining([expect.objectContaining({ effect: 'run' })]),
      remarks: expect.arrayContaining(['this needs the network']),
    })
    expect((await one.call(doctor, [], { fix: true, yes: true })).exitStatus).toBe(0)
    expect(await one.apt.calls()).toHaveLength(2)
    expect(await exists(one.program)).toBe(true)
  })

  it('with an unreadable record is recorded again, at the locked version', async () => {
    const one = await systemPatient()
    await writeFile(one.at('.cli-apps/apps/greet.json'), '{')
    expect((await one.call(doctor)).value).toMatchObject({
      faults: [{ code: 'record.corrupt', hint: expect.stringContaining('doctor --fix') }],
    })
    expect((await one.call(doctor, [], { fix: true, yes: true })).exitStatus).toBe(0)
    expect((await one.record()).name).toBe('greet')
    expect(await one.apt.calls()).toHaveLength(1)
  })

  it('that does not list this workspace is claimed again', async () => {
    const one = await systemPatient()
    await rm(path.join(one.home, 'cli-apps/system'), { recursive: true })
    expect(codesOf((await one.call(doctor)).value)).toEqual(['system.not-claimed'])
    expect((await one.call(doctor, [], { fix: true, yes: true })).exitStatus).toBe(0)
  })
})
