import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { ChangePlan, InstallResult } from '@cli-apps/core/results'
import { describe, expect, it } from 'vitest'
import { skillUrl } from '../../../services/installer/src/for-skill/fetch-skill.ts'
import { programsInProse } from '../../../services/installer/src/for-skill/programs-in-prose.ts'
import { createMachine, type Machine } from '../../support/cli.ts'
import { fileServer } from '../../support/file-server.ts'
import { binaryManifest, folderRegistry, greetScript, tarball } from '../../support/folder-registry.ts'

/** A machine whose registry has `greet`, with the alias of a program that it lacks, and `hail` with a program `hl`. */
async function machineWithSkill(frontMatter: string): Promise<Machine> {
  const archive = await tarball({ 'bin/greet': greetScript })
  const { url } = await fileServer({ '/greet.tar.gz': archive })
  const registry = await folderRegistry([
    binaryManifest(archive, { aliases: ['salute'] }),
    binaryManifest(archive, {
      name: 'hail',
      programs: [{ name: 'hl', summary: 'Hails' }],
    }),
  ])
  const machine = await createMachine({
    CLI_APPS_REGISTRY: registry,
    CLI_APPS_MIRRORS: `https://downloads.test/=${url}/`,
  })
  await mkdir(path.join(machine.workspace, 'skill'))
  await writeFile(
    path.join(machine.workspace, 'skill/SKILL.md'),
    `---\nname: friendly\ndescription: Says hello\n${frontMatter}\n---\nRun: greet hello\n`,
  )
  return machine
}

const subjects = (plan: unknown): string[] => ChangePlan.parse(plan).changes.map(({ subject }) => subject)

describe('install --for-skill', () => {
  it('installs what the skill requires after consent, and says why', async () => {
    const { cli } = await machineWithSkill('metadata: {"nanobot": {"requires": {"bins": ["greet"]}}}')
    const asked = await cli('install', '--for-skill', 'skill')
    expect(asked.status).toBe(2)
    expect(asked.stderr).toContain('the skill friendly needs it (requires.bins: greet)')
    const { status, json } = await cli('install', '--for-skill', 'skill/SKILL.md', '--yes', '--json')
    expect(status).toBe(0)
    expect(InstallResult.parse(json())).toMatchObject({
      installed: [{ name: 'greet' }],
      for_skill: {
        skill: 'friendly',
        needs: [{ programs: ['greet'], from: 'requires.bins', app: 'greet', reason: null }],
        variables: [],
      },
    })
    expect((await cli('run', 'greet', 'hello', 'Ann')).stdout).toBe('Hello, Ann!\n')
  })

  it.each([
    ['requires: {bins: [greet]}', ['greet']],
    ['metadata: {requires: {bins: [greet]}}', ['greet']],
    [`metadata: '{"openclaw": {"requires": {"bins": ["greet"]}}}'`, ['greet']],
    ['metadata: {openclaw: {requires: {anyBins: [frobnicate, greet]}}}', ['greet']],
    ['metadata: {clawdbot: {requires: {anyBins: [hl, greet]}}}', ['hail']],
    ['compatibility: Requires greet 1.2+ and access to the internet', ['greet']],
    ['requires: {bins: [greet, hl]}\ncompatibility: Needs greet', ['greet', 'hail']],
    ['compatibility: Designed for greet users', []],
    ['license: MIT', []],
  ])('of %j plans %j', async (frontMatter, names) => {
    const { cli } = await machineWithSkill(frontMatter)
    const { status, json } = await cli('install', '--for-skill', 'skill', '--dry-run', '--json')
    expect(status).toBe(0)
    expect(subjects(json())).toEqual(names)
  })

  it('names what it cannot meet, and installs the rest', async () => {
    const { cli } = await machineWithSkill(
      'requires: {bins: [greet, bash, frobnicate, salute], env: [FRIENDLY_TOKEN]}',
    )
    const { json, stderr } = await cli('install', '--for-skill', 'skill', '--yes', '--json')
    expect(InstallResult.parse(json())).toMatchObject({
      installed: [{ name: 'greet' }],
      for_skill: {
        needs: [
          { app: 'greet' },
          { app: null, reason: expect.stringContaining('--allow-general') },
          { app: null, reason: 'no app has the program frobnicate' },
          { app: null, reason: 'no app has the program salute' },
        ],
        variables: ['FRIENDLY_TOKEN'],
      },
    })
    expect(stderr).toContain('FRIENDLY_TOKEN')
  })

  it.each([
    ['requires: {bins: ["../../bin/greet"]}', 'for-skill.bad-skill'],
    ['requires: {bins: ["greet; rm -rf ~"]}', 'for-skill.bad-skill'],
    ['requires: {bins: ["--registry"]}', 'for-skill.bad-skill'],
    [
      `requires: {bins: [${Array.from({ length: 51 }, (_, at) => `p${at}`).join(', ')}]}`,
      'for-skill.bad-skill',
    ],
    ['requires: {bins: [frobnicate]}', 'for-skill.no-app'],
    ['requires: {bins: [', 'for-skill.bad-skill'],
  ])('refuses %j', async (frontMatter, code) => {
    const { cli } = await machineWithSkill(frontMatter)
    const { status, json } = await cli('install', '--for-skill', 'skill', '--yes', '--json')
    expect(status).not.toBe(0)
    expect(json()).toMatchObject({ error: { code } })
    expect((await cli('list', '--json')).json()).toMatchObject({ apps: [] })
  })

  it('reads a skill over the network, and refuses one that is not there, is too large, or comes unprotected', async () => {
    const { cli, workspace } = await machineWithSkill('license: MIT')
    const { url } = await fileServer({
      '/friendly/SKILL.md': '---\nname: remote\ndescription: x\nrequires: {bins: [greet]}\n---\n',
      '/huge/SKILL.md': `---\nname: huge\n---\n${'x'.repeat(2 ** 20)}`,
    })
    const planned = await cli('install', '--for-skill', `${url}/friendly`, '--dry-run', '--json')
    expect(subjects(planned.json())).toEqual(['greet'])
    const code = async (place: string, ...more: string[]): Promise<unknown> =>
      (await cli('install', '--for-skill', place, '--json', ...more)).json<{ error: { code: string } }>()
        .error.code
    expect(await code(`${url}/nothing`)).toBe('for-skill.not-found')
    expect(await code(`${url}/friendly`, '--offline')).toBe('for-skill.offline')
    expect(await code(path.join(workspace, 'nothing'))).toBe('for-skill.not-found')
    expect(await code(`${url}/huge`)).toMatch(/too-large/)
    expect(await code('http://skills.example.org/x')).toBe('network.plain-http')
  })
})

describe('the address of a skill', () => {
  it.each([
    [
      'https://github.com/o/r/tree/main/skills/x',
      'https://raw.githubusercontent.com/o/r/main/skills/x/SKILL.md',
    ],
    [
      'https://github.com/o/r/blob/v1/skills/x/SKILL.md#use',
      'https://raw.githubusercontent.com/o/r/v1/skills/x/SKILL.md',
    ],
    ['https://github.com/o/r.git', 'https://raw.githubusercontent.com/o/r/HEAD/SKILL.md'],
    ['https://skills.example.org/x/', 'https://skills.example.org/x/SKILL.md'],
    ['https://skills.example.org/x.md?v=2', 'https://skills.example.org/x.md?v=2'],
  ])('%s is read at %s', (word, url) => {
    expect(skillUrl(word)).toBe(url)
  })
})

describe('programs in a sentence', () => {
  const known = new Set(['git', 'docker', 'jq', 'gh', 'make', 'act', 'at'])
  it.each([
    ['Requires git, docker, jq, and access to the internet', ['git', 'docker', 'jq']],
    ['Requires the `gh` CLI (2.0 or later) and Docker 24+.', ['gh', 'docker']],
    ['Needs jq >= 1.6 installed', ['jq']],
    ['Designed for Claude Code; git is optional', []],
    ['Requires an account at GitHub', []],
    ['Requires you to act and make decisions', []],
    ['Works on Linux. Requires make.', ['make']],
    ['Does not require git, make', []],
    ['No longer needs make', []],
    ["Doesn't need make", []],
    ['Needs no git, make', []],
    ['Requires make, no account', ['make']],
    ['Requires make, does not need git', ['make']],
  ])('%s', (text, programs) => {
    expect(programsInProse(text, (word) => known.has(word))).toEqual(programs)
  })
})
